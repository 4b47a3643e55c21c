import ChatControllers
import ChatDomain
import ChatTestSupport
import InMemoryService
import Testing

@testable import Composer

@Suite("Waiting for suggestions")
struct AwaitedAnswerTests {
  @Test("Without an answer the wait ends at the time limit and says so once")
  func endsInTime() async throws {
    let world = try await ComposerWorld()
    let answer = world.composer.answer
    var failures = 0
    answer.begin(.meaning, for: "@al", onFailure: { failures += 1 })
    await settle()
    world.clock.advance(by: AwaitedAnswer.timeLimit - .milliseconds(1))
    await settle()
    #expect(answer.isAwaited && answer.failure == nil)
    world.clock.advance(by: .milliseconds(1))
    await settle { !answer.isAwaited }
    #expect(failures == 1)
    #expect(answer.takeFailure() == "@al: no answer yet")
    #expect(answer.takeFailure() == nil)
  }

  @Test("An answer in time ends the wait without a failure")
  func isAnswered() async throws {
    let world = try await ComposerWorld()
    let answer = world.composer.answer
    answer.begin(.name, for: "@al", request: { answer.end() }, onFailure: { Issue.record("it was answered") })
    await settle { !answer.isAwaited }
    world.clock.advance(by: AwaitedAnswer.timeLimit)
    await settle()
    #expect(answer.failure == nil)
  }

  @Test("A second key restarts the wait: the first one's time limit does not end it")
  func beginsAnew() async throws {
    let world = try await ComposerWorld()
    let answer = world.composer.answer
    answer.begin(.name, for: "@al")
    await settle()
    world.clock.advance(by: .seconds(2))
    answer.begin(.listedChoice, for: "~/no")
    await settle()
    world.clock.advance(by: .seconds(2))
    await settle()
    #expect(answer.purpose == .listedChoice && answer.failure == nil)
    answer.endWaitingForPath()
    #expect(!answer.isAwaited)
  }

  @Test(
    "Text is held back only if it would change what is awaited or join another message",
    arguments: [
      (AwaitedAnswer.Purpose.name, false), (.listedChoice, true), (.meaning, true), (.spelling, true),
    ])
  func holdsText(purpose: AwaitedAnswer.Purpose, isHeld: Bool) async throws {
    let answer = try await ComposerWorld().composer.answer
    answer.begin(purpose, for: "x")
    #expect(answer.mustHoldText == isHeld)
    answer.end()
    #expect(!answer.mustHoldText)
  }
}

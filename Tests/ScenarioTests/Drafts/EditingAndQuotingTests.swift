import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Drafts 6: edits and quotes leave the draft alone", .serialized)
struct EditingAndQuotingTests {
  private func withOwnMessage() async throws -> Scenario {
    let scenario = try await Scenario()
    try await scenario.say("what I said", by: "mia")
    return await scenario.start()
  }

  @Test("An edit parks the draft, and cancelling it brings the draft back")
  func parks() async throws {
    let scenario = try await withOwnMessage()
    await scenario.type("my draft", keys: "M-s e", .shows("editing: what I said"))
    #expect(scenario.textBeforeCursor.hasSuffix(" what I said"))
    scenario.previews("✎ my draft", in: "# general")
    await scenario.keys("Escape")
    #expect(scenario.textBeforeCursor.hasSuffix(" my draft"))
    scenario.misses("editing:")
  }

  @Test("A sent edit changes the message, marks it, and brings the draft back")
  func sent() async throws {
    let scenario = try await withOwnMessage()
    await scenario.type("my draft", keys: "M-s e")
    await scenario.enter(" before", .shows("what I said before"), .shows("edited"))
    #expect(scenario.textBeforeCursor.hasSuffix(" my draft"))
    #expect(try await scenario.said().map(\.text) == ["what I said before"])
  }

  @Test("An interrupted edit is offered again and never becomes a new message")
  func left() async throws {
    let scenario = try await withOwnMessage()
    await scenario.type("my draft", keys: "M-s e")
    await scenario.type(" once", keys: "M-Down M-Up")
    #expect(scenario.textBeforeCursor.hasSuffix(" my draft"))
    scenario.sees("unfinished edit: what I said once")
    scenario.misses("Up continues")
    await scenario.keys("Enter")
    #expect(try await scenario.said().map(\.text) == ["what I said", "my draft"])
    scenario.sees("Up continues")
    await scenario.keys("Up")
    #expect(scenario.textBeforeCursor.hasSuffix(" what I said once"))
    await scenario.keys("Enter")
    #expect(try await scenario.said().map(\.text) == ["what I said once", "my draft"])
  }

  @Test("An interrupted edit is offered again after a restart")
  func restart() async throws {
    let scenario = try await withOwnMessage()
    await scenario.keys("Up", type: " twice")
    try await scenario.restart()
    scenario.sees("unfinished edit: what I said twice")
    await scenario.keys("Up")
    #expect(scenario.textBeforeCursor.hasSuffix(" what I said twice"))
  }

  @Test("A cancelled edit can be brought back from the history")
  func cancelled() async throws {
    let scenario = try await withOwnMessage()
    await scenario.keys("Up", type: " and more")
    await scenario.keys("Escape C-x h", .shows("what I said and more"), .shows("put aside"))
  }

  @Test("A quote is shown above the composer, leaves the text alone, and Escape removes it")
  func quote() async throws {
    let scenario = try await Scenario()
    try await scenario.say("how so?", by: "ben")
    await scenario.start()
    await scenario.type("because", keys: "M-s r", .shows("> Ben Okafor: how so?"))
    #expect(scenario.textBeforeCursor.hasSuffix(" because"))
    await scenario.keys("Escape", .hides("> Ben Okafor: how so?"))
    #expect(scenario.textBeforeCursor.hasSuffix(" because"))
  }

  @Test("A sent quote is shown above its message")
  func quoted() async throws {
    let scenario = try await Scenario()
    try await scenario.say("how so?", by: "ben")
    await scenario.start()
    await scenario.keys("M-s r")
    await scenario.enter("like that", .shows("> Ben Okafor: how so?"), .shows("like that"))
    #expect(try await scenario.said().last?.quoted?.author.id == "ben")
  }
}

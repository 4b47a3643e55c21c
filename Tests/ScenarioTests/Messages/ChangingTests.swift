import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: editing and deleting", .serialized)
struct ChangingTests {
  @Test("Deleting asks first and leaves a placeholder")
  func delete() async throws {
    let scenario = try await Scenario()
    try await scenario.say("regrets", by: "mia")
    await scenario.start()
    await scenario.keys("M-s d", .shows("Delete this message?"))
    await scenario.confirm()
    scenario.sees("message deleted")
    #expect(!scenario.main.contains { $0.contains("regrets") })
  }

  @Test("An unconfirmed deletion deletes nothing")
  func keep() async throws {
    let scenario = try await Scenario()
    try await scenario.say("no regrets", by: "mia")
    await scenario.start()
    await scenario.keys("M-s d Esc", .shows("no regrets"))
    #expect(try await scenario.said().map(\.text) == ["no regrets"])
  }

  @Test("Deleting a queued message withdraws it")
  func queued() async throws {
    let scenario = try await Scenario().start()
    await scenario.offline(true)
    for word in ["first", "second"] {
      await scenario.enter(word)
    }
    await scenario.keys("M-s k d")
    await scenario.confirm()
    #expect(!scenario.main.contains { $0.contains("first") })
    await scenario.offline(false)
    await scenario.wait(.seconds(60))
    #expect(try await scenario.said().map(\.text) == ["second"])
  }

  @Test("Deleting a failed message withdraws it")
  func failed() async throws {
    let scenario = try await Scenario().start()
    await scenario.refuse([.send])
    await scenario.type("no good", keys: "Enter M-s d")
    await scenario.confirm()
    #expect(!scenario.main.contains { $0.contains("no good") })
    #expect(try await scenario.store.outbox().isEmpty)
    #expect(try await scenario.said().isEmpty)
  }

  @Test("Deleting a message in flight deletes it on arrival")
  func inFlight() async throws {
    let scenario = try await Scenario().start()
    await scenario.slow(.seconds(4))
    await scenario.enter("too quick")
    await scenario.wait(.seconds(1))
    await scenario.keys("M-s d")
    await scenario.confirm()
    for _ in 0..<6 { await scenario.wait(.seconds(4)) }
    #expect(try await scenario.said().allSatisfy(\.isDeleted))
    #expect(!scenario.main.contains { $0.contains("too quick") })
  }

  @Test(
    "A message that arrives while the question is read is deleted after Enter",
    arguments: [Duration.milliseconds(300), .seconds(1), .seconds(3), .seconds(12)])
  func arrivesMeanwhile(_ reading: Duration) async throws {
    let scenario = try await Scenario().start()
    await scenario.slow(.seconds(4))
    await scenario.enter("too quick")
    await scenario.wait(.seconds(1))
    await scenario.keys("M-s d")
    await scenario.wait(reading)
    await scenario.keys("Enter")
    for _ in 0..<6 { await scenario.wait(.seconds(4)) }
    #expect(try await scenario.said().allSatisfy(\.isDeleted))
    #expect(!scenario.main.contains { $0.contains("too quick") }, "\(scenario.picture)")
  }

  @Test("A deletion ends message mode, and another message can be chosen")
  func goesInMessageMode() async throws {
    let scenario = try await Scenario().start()
    await scenario.offline(true)
    for word in ["first", "second"] {
      await scenario.enter(word)
    }
    await scenario.keys("M-s d")
    await scenario.confirm()
    #expect(scenario.app.channel?.selection == nil, "\(scenario.picture)")
    await scenario.keys("M-s d")
    await scenario.confirm()
    #expect(scenario.app.channel?.selection == nil)
    await scenario.type("words again")
    #expect(scenario.draft()?.text == "words again", "\(scenario.picture)")
  }

  @Test("Text that arrives at once in message mode deletes nothing")
  func typedInMessageMode() async throws {
    let scenario = try await Scenario()
    try await scenario.say("mine", by: "mia")
    await scenario.start()
    await scenario.keys("M-s", type: "dynamic")
    await scenario.wait(.seconds(5))
    #expect(try await scenario.said().map(\.text) == ["mine"], "\(scenario.picture)")
  }

  @Test("A refused edit shows the reason, keeps the text, and R retries")
  func editFailed() async throws {
    let scenario = try await Scenario()
    try await scenario.say("teh words", by: "mia")
    await scenario.start()
    await scenario.refuse([.edit])
    await scenario.keys("Up C-u")
    await scenario.enter("the words", .shows("! edit failed  R"), .shows("the words"))
    await scenario.noFaults()
    await scenario.keys("M-s R")
    await scenario.confirm()
    #expect(try await scenario.said().map(\.text) == ["the words"])
    scenario.misses("failed")
  }

  @Test("An offline edit is shown, queued, and sent later")
  func editOffline() async throws {
    let scenario = try await Scenario()
    try await scenario.say("before", by: "mia")
    await scenario.start()
    await scenario.offline(true)
    await scenario.keys("Up C-u")
    await scenario.enter("after", .shows("edit queued"))
    #expect(scenario.main.contains { $0.contains("you          after") })
    await scenario.offline(false)
    await scenario.wait(.seconds(60))
    #expect(try await scenario.said().map(\.text) == ["after"])
    scenario.sees("edited")
  }

  @Test("A refused deletion keeps the message and says so")
  func deletionFailed() async throws {
    let scenario = try await Scenario()
    try await scenario.say("stays", by: "mia")
    await scenario.start()
    await scenario.refuse([.delete])
    await scenario.keys("M-s d")
    await scenario.confirm()
    scenario.sees("stays", "! not deleted  R")
    await scenario.keys("Escape M-s D")
    await scenario.confirm()
    scenario.misses("not deleted")
    scenario.sees("stays")
  }

  @Test("Others' edits and deletions are shown at once")
  func others() async throws {
    let scenario = try await Scenario()
    let first = try await scenario.say("frist", by: "ana")
    let second = try await scenario.say("gone soon", by: "ben")
    await scenario.start()
    let ana = await scenario.device("ana")
    _ = try await ana.edit(
      MessageEdit(
        transactionId: "e1", channelId: "general", messageId: first.id, markup: "first", files: []))
    try await scenario.device("ben").delete(second.id, in: "general", hard: false)
    await scenario.settle()
    scenario.sees("first", "edited", "message deleted")
    scenario.misses("gone soon")
  }

  @Test("Only own messages can be edited and deleted", arguments: ["e", "d"])
  func notMine(key: String) async throws {
    let scenario = try await Scenario()
    try await scenario.service.setRole(.member, of: "mia", in: "general")
    try await scenario.say("hers", by: "ana")
    await scenario.start()
    await scenario.keys("M-s \(key)", .shows("Only your own messages"))
  }
}

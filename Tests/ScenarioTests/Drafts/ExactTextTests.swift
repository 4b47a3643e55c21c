import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Drafts 4 and 5: exact text, and what ends a draft", .serialized)
struct ExactTextTests {
  @Test("Blanks at both ends are kept")
  func blanks() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("  twice  ", keys: "M-Down M-Up")
    #expect(scenario.client.draftMessages().map(\.text) == ["  twice  "])
    #expect(try await scenario.draftElsewhere() == "  twice  ")
    #expect(scenario.textBeforeCursor.hasSuffix("  twice  "))
  }

  @Test("Blanks alone are not a draft", arguments: [" ", "   "])
  func onlyBlanks(text: String) async throws {
    let scenario = try await Scenario().start()
    await scenario.type(text, keys: "M-Down", .hides("✎"))
    #expect(try await scenario.store.drafts().isEmpty)
  }

  @Test("Emptying a draft deletes it here and on other devices")
  func emptied() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("x")
    await scenario.wait(.seconds(3))
    #expect(try await scenario.draftElsewhere() == "x")
    await scenario.keys("Backspace")
    await scenario.wait(.seconds(3))
    #expect(try await scenario.draftElsewhere() == nil)
    #expect(try await scenario.store.drafts().isEmpty)
    scenario.misses("✎")
  }

  @Test("A file without text is a draft, and the list names the file")
  func file() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("/attach ~/notes.txt", keys: "Enter M-Down")
    scenario.previews("✎ ▤ notes.txt", in: "# general")
    await scenario.keys("M-Up", .shows("notes.txt"))
  }

  @Test("A quote without text is a draft")
  func quote() async throws {
    let scenario = try await Scenario()
    try await scenario.say("a question?", by: "ana")
    await scenario.start()
    await scenario.keys("M-s r M-Down M-Up", .shows("> Ana García: a question?"), .shows("Drafts 1"))
  }

  @Test("Sending ends the draft, here and on other devices")
  func sent() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("out with it")
    await scenario.wait(.seconds(3))
    await scenario.keys("Enter")
    await scenario.wait(.seconds(3))
    #expect(try await scenario.draftElsewhere() == nil)
    #expect(try await scenario.store.drafts().isEmpty)
    scenario.misses("✎")
    #expect(try await scenario.kept().map(\.reason) == [.sent])
  }

  @Test("Queueing a message offline ends the draft")
  func queued() async throws {
    let scenario = try await Scenario().start()
    await scenario.offline(true)
    await scenario.enter("into the queue", .shows("into the queue"), .shows("write to #general"))
    #expect(try await scenario.store.drafts().isEmpty)
    #expect(try await scenario.store.outbox().map(\.message.text) == ["into the queue"])
  }

  @Test("A refused message keeps its text, and the composer stays empty for the next one")
  func failed() async throws {
    let scenario = try await Scenario().start()
    await scenario.refuse([.send])
    await scenario.enter("refused words", .shows("refused words"))
    scenario.sees("! failed  R", "! you are not allowed to do that", "write to #general")
    scenario.previews("✗ refused words", in: "# general")
  }

  @Test("With a full store the message is sent, and the last line says why nothing is saved")
  func notTaken() async throws {
    let scenario = try await Scenario().start()
    scenario.store.setFaults(.full)
    await scenario.enter("out with it", .shows("not saved: the disk is full"))
    #expect(try await scenario.said().map(\.text) == ["out with it"])
    scenario.store.setFaults(.none)
    await scenario.wait(.seconds(60))
    scenario.sees("drafts saved")
    #expect(try await scenario.store.drafts().isEmpty)
  }

  @Test("A message that is certain to be refused stays in the composer, with the reason")
  func refusedAtOnce() async throws {
    let scenario = try await Scenario().start()
    for _ in 0..<30 {
      await scenario.enter("/attach ~/notes.txt")
    }
    await scenario.paste(String(repeating: "far too long ", count: 3000))
    await scenario.keys("Escape Enter", .notice("Not sent: 6 kB over the limit"))
    #expect(scenario.client.draftMessages().map(\.text.count) == [39_000])
    #expect(try await scenario.said().isEmpty)
  }
}

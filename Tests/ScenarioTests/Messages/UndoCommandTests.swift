import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("/undo takes back what can be taken back", .serialized)
struct UndoCommandTests {
  private func mia() async throws -> Scenario {
    var configuration = ClientConfiguration()
    configuration.takeBackPeriod = .seconds(10)
    let mia = try await Scenario(columns: 120, configuration: configuration)
    try await mia.say("regrets", by: "mia")
    return await mia.start()
  }

  @Test("A deletion within ten seconds, before anything else")
  func deletion() async throws {
    let mia = try await mia()
    await mia.type("half a sentence", keys: "C-c M-s d")
    await mia.confirm()
    await mia.enter("/undo", .notice("Undone: the message stays"), .hides("deleting"))
    await mia.wait(.seconds(60))
    #expect(try await mia.said().map(\.isDeleted) == [false])
    await mia.enter("/undo", .notice("Restored"), .line("half a sentence|"))
  }

  @Test("A draft that was put aside or discarded, with its mentions and its quote")
  func drafts() async throws {
    let mia = try await mia()
    await mia.keys("M-s r", type: "hi @al")
    await mia.keys("Tab", type: "and more")
    await mia.keys("Home", .line("|hi Alex Dunn and more"))
    await mia.type("/discard ")
    await mia.keys("Enter", .notice("Draft discarded"), .hides("> you: regrets"))
    await mia.enter("/undo", .notice("Restored"))
    #expect(mia.draft()?.text == "hi Alex Dunn and more")
    #expect(mia.draft()?.content.elements.count == 3 && mia.draft()?.content.quoted?.author.id == "mia")
    mia.sees("> you: regrets")
    await mia.keys("C-c C-c", .notice("Put aside"), .hides("> you: regrets"))
    await mia.enter("/undo", .notice("Restored"))
    #expect(mia.draft()?.text == "hi Alex Dunn and more")
  }

  @Test("A draft of another place stays there, and text that is there now is never replaced")
  func elsewhere() async throws {
    let mia = try await mia()
    await mia.type("first thoughts", keys: "C-c")
    await mia.type("second thoughts")
    await mia.go(to: "offtopic")
    await mia.type("other thoughts", keys: "C-c")
    await mia.go(to: "general")
    await mia.keys("C-x u", .notice("Nothing to undo"), .line("second thoughts|"))
    await mia.keys("C-u")
    await mia.enter("/undo", .notice("Restored in #offtopic"))
    #expect(mia.draft(in: "offtopic")?.text == "other thoughts")
  }

  @Test("Nothing to take back")
  func nothing() async throws {
    let mia = try await mia()
    await mia.enter("/undo", .notice("Nothing to undo"))
  }
}

import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("In no channel", .serialized)
struct NowhereTests {
  /// Mia after she has left everything; her conversation with Alex is none that one can leave.
  private func nowhere(columns: Int = 80) async throws -> Scenario {
    let mia = try await Scenario(columns: columns, lacking: [.addsMembers])
    try await mia.device("mia", "phone").leave("general")
    await mia.start(in: nil)
    return mia
  }

  @Test("The screen says what to do, and has a composer")
  func says() async throws {
    let mia = try await nowhere()
    mia.sees("No channel", "You are in no channel yet", "/join, /dm, /create, /invitations")
    #expect(mia.line == "|/join, /dm, /create, /invitations", "\(mia.picture)")
    let narrow = try await nowhere(columns: 40)
    narrow.sees("/join, /dm, /create, /invitations")
  }

  @Test("Text is saved and never sent, and stays when a channel is created")
  func words() async throws {
    let mia = try await nowhere()
    await mia.enter("to whom it may concern", .says("Not sent, and kept"))
    #expect(mia.line == "to whom it may concern|", "\(mia.picture)")
    #expect(
      try await mia.store.draft(for: DraftKey(channelId: .nowhere))?.content.text == "to whom it may concern")
    // A command is a line of its own: the words are killed, and yanked where they belong.
    await mia.keys("C-a C-k")
    await mia.enter("/create plans", .opens("#plans"))
    #expect(mia.line == "|write to #plans", "\(mia.picture)")
    await mia.keys("C-y", .gives("to whom it may concern|"))
  }

  @Test("The text is among the drafts, even after a restart, and Enter goes to it")
  func listed() async throws {
    let mia = try await nowhere()
    await mia.type("later")
    try await mia.restart()
    mia.sees("later")
    _ = try await mia.device("mia", "phone").createChannel(
      NewChannel(id: "books", name: "books", type: .public))
    await mia.settle()
    // What is written is not taken away from under the hands.
    #expect(mia.line == "later|", "\(mia.picture)")
    await mia.keys("M-1")
    #expect(mia.header.hasPrefix("#books") && mia.line == "|write to #books", "\(mia.picture)")
    await mia.keys("C-x d", .shows("✎ later"))
    mia.sees("no channel")
    await mia.keys("Enter", .gives("later|"))
  }

  @Test("Without text the first channel opens by itself")
  func first() async throws {
    let mia = try await nowhere()
    _ = try await mia.device("mia", "phone").createChannel(
      NewChannel(id: "books", name: "books", type: .public))
    await mia.settle()
    #expect(mia.header.hasPrefix("#books"), "\(mia.picture)")
  }

  @Test("Commands that need a channel say that there is none")
  func commands() async throws {
    let mia = try await nowhere()
    await mia.keys("C-x m", .says("No channel is open here"))
    await mia.enter("/topic x", .says("No channel is open here"))
  }
}

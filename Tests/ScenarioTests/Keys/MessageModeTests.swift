import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: message mode", .serialized)
struct MessageModeKeyTests {
  private func started(_ own: String? = nil) async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("first words", by: "ana")
    try await mia.say("second words https://swift.org.", by: "ben")
    await mia.start()
    if let own {
      await mia.enter(own)
    }
    return mia
  }

  /// The text of the selected message on the screen.
  private func chosen(_ mia: Scenario) -> String {
    mia.screen.first { $0.dropFirst(27).hasPrefix("▌") }.map { String($0.dropFirst(28)) } ?? ""
  }

  @Test("M-s chooses the newest message")
  func begins() async throws {
    let mia = try await started()
    await mia.keys("M-s")
    #expect(chosen(mia).contains("second words"))
    #expect(mia.status.contains("message"))
  }

  @Test("Keys that go back never start message mode", arguments: ["Esc", "C-g", "C-c"])
  func doesNotBegin(_ key: String) async throws {
    let mia = try await started()
    await mia.keys("\(key) \(key) \(key)")
    #expect(chosen(mia).isEmpty)
    await mia.type("deploy", .line("deploy|"))
  }

  @Test("Escape with text in the composer does not start message mode")
  func escapeWithWords() async throws {
    let mia = try await started()
    await mia.type("words", keys: "Esc")
    #expect(chosen(mia).isEmpty && mia.line == "words|")
  }

  @Test(
    "Letters and arrows move the choice",
    arguments: [("k", "j"), ("Up", "Down"), ("C-p", "C-n"), ("g", "G"), ("Home", "End")])
  func moves(_ up: String, _ down: String) async throws {
    let mia = try await started()
    await mia.keys("M-s " + up)
    #expect(chosen(mia).contains("first words"))
    await mia.keys(up)
    #expect(chosen(mia).contains("first words"), "there is none before")
    await mia.keys(down)
    #expect(chosen(mia).contains("second words"))
    await mia.keys(down)
    #expect(chosen(mia).contains("second words"))
  }

  @Test("Leaving message mode returns to the composer and its text", arguments: ["q", "Esc", "C-g", "C-c"])
  func leaves(_ key: String) async throws {
    let mia = try await started()
    await mia.type("words", keys: "M-s " + key)
    #expect(chosen(mia).isEmpty)
    await mia.type("!", .line("words!|"))
  }

  @Test("A partly redrawn frame still lists the keys")
  func nextFrame() async throws {
    let mia = try await started()
    await mia.keys("M-s")
    let lines = mia.app.workspace.screen.frame().grid.lines
    #expect(lines.contains { $0.contains(" q back · Up/Down choose a message") })
    #expect(!lines.contains { $0.contains("write to keys") })
  }

  @Test("R says if a message did not fail")
  func retriesNothing() async throws {
    let mia = try await started()
    await mia.type("mine", keys: "Enter M-s R", .notice("Only failed messages can be sent again"))
    await mia.keys("k R", .notice("Only failed messages can be sent again"))
  }

  @Test("A letter without a meaning leaves message mode and is typed, as are the next")
  func stray() async throws {
    let mia = try await started()
    await mia.keys("M-s z")
    #expect(chosen(mia).isEmpty && mia.line == "z|")
    await mia.keys("e d", .line("zed|"))
    await mia.keys("C-u M-s")
    mia.terminal.press("z e b r a")
    await mia.settle()
    #expect(chosen(mia).isEmpty && mia.line == "zebra|", "in one read: \(mia.picture)")
  }

  @Test("r replies with a quote and keeps the draft")
  func reply() async throws {
    let mia = try await started()
    await mia.type("my words", keys: "M-s k r", .shows("> Ana García: first words"), .line("my words|"))
    await mia.keys("Enter")
    let last = try await mia.said().last
    #expect(last?.text == "my words" && last?.quoted?.elements.text == "first words")
  }

  @Test("t and Enter open the thread", arguments: ["t", "Enter"])
  func thread(_ key: String) async throws {
    let mia = try await started()
    await mia.keys("M-s k " + key, .header("Thread · #general"), .shows("→ thread in #general"))
    await mia.enter("a reply")
    let parent = try #require(try await mia.said().first)
    #expect(try await mia.said(under: parent.id).map(\.text) == ["a reply"])
    #expect(try await mia.said().count == 2, "nothing went to the channel")
    await mia.keys("C-x 0", .shows("↳ 1 reply"))
  }

  @Test("e edits an own message and restores the draft afterwards")
  func edit() async throws {
    let mia = try await started("a tpyo")
    await mia.type("the draft", keys: "M-s e", .line("a tpyo|"), .shows("✎ editing: a tpyo"))
    await mia.keys("C-a")
    await mia.enter("not ")
    #expect(try await mia.said().last?.text == "not a tpyo")
    #expect(mia.line == "the draft|")
  }

  @Test("e says why a message of another cannot be edited")
  func editOther() async throws {
    let mia = try await started()
    await mia.keys("M-s e", .notice("Only your own messages can be edited"))
  }

  @Test("d asks before deleting, and no letter answers")
  func delete() async throws {
    let mia = try await started("to be gone")
    await mia.keys("M-s d", .shows("Delete this message?"), .shows("[Enter] delete it for everyone"))
    await mia.keys("Enter", .shows("Delete this message?", because: "nobody can have read it yet"))
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("y", .hides("Delete this message?"), .shows("you          to be gone"))
    #expect(mia.line == "y|" && chosen(mia).isEmpty, "it is text")
    await mia.keys("Backspace M-s d Esc", .shows("you          to be gone"))
    await mia.keys("d")
    await mia.confirm()
    #expect(mia.screen.contains { $0.contains("message deleted") } || !mia.shows("you          to be gone"))
    #expect(try await mia.said().last.map { $0.isDeleted || $0.text != "to be gone" } == true)
  }

  @Test("d says why a message of another cannot be deleted, and is not offered")
  func deleteOther() async throws {
    let mia = try await started()
    try await mia.service.setRole(.member, of: "mia", in: "general")
    await mia.settle()
    await mia.keys("M-s")
    #expect(mia.foot.contains("r reply") && !mia.foot.contains("d delete"), "\(mia.picture)")
    await mia.keys("d", .notice("Only your own messages can be deleted"))
  }

  @Test("A moderator deletes another's message after a question with its author")
  func deleteAsModerator() async throws {
    let mia = try await started()
    try await mia.service.setRole(.moderator, of: "mia", in: "general")
    await mia.settle()
    await mia.keys("M-s")
    #expect(mia.foot.contains("d delete") && !mia.foot.contains("e edit"), "\(mia.picture)")
    await mia.keys("d", .shows("Delete this message from Ben Okafor?"))
    mia.sees("[Enter] delete it for everyone")
    await mia.confirm()
    mia.sees("message deleted")
    let said = try await mia.said()
    #expect(said.last?.isDeleted == true && said.first { $0.author.id == "ana" }?.text == "first words")
  }

  @Test("p pins and unpins the message")
  func pin() async throws {
    let mia = try await started()
    await mia.keys("M-s p", .shows("Pin this message?"), .shows("[Enter] pin it for everyone here"))
    await mia.confirm()
    #expect(mia.shows("pinned") && mia.header.contains("⌕ 1"))
    #expect(try await mia.said().last?.pin != nil)
    await mia.keys("M-s p", .shows("Unpin this message?"))
    await mia.confirm()
    #expect(!mia.shows("pinned"))
    #expect(try await mia.said().last?.pin == nil)
  }

  @Test("+ adds a reaction by name, and again removes it")
  func react() async throws {
    let mia = try await started()
    await mia.keys("M-s +", .shows("┌ React"))
    await mia.enter("thumbsup", .shows("👍 1"))
    await mia.keys("M-s +")
    await mia.enter("thumbsup", .hides("👍 1"))
  }

  @Test("y copies the text to the clipboard")
  func copy() async throws {
    let mia = try await started()
    await mia.keys("M-s k y")
    #expect(mia.terminal.acts.contains(.copy("first words")))
    #expect(mia.status.contains("Sent to the terminal's clipboard"))
    mia.programs.hasClipboard = true
    await mia.keys("M-s k y", .status("Copied"))
    #expect(mia.programs.clipboard == "first words")
  }

  @Test("y reports text that it cannot copy: too long, or empty")
  func copyingLimits() async throws {
    let mia = try await Scenario(configuration: .init())
    try await mia.say(String(repeating: "long ", count: 3_000), by: "ana")
    await mia.start()
    mia.app.workspace.files.copy(String(repeating: "long ", count: 20_000))
    await mia.settle()
    #expect(
      mia.foot.contains("Only the first 75 kB were sent to the terminal's clipboard: it takes no more"),
      "\(mia.picture)")
    await mia.type("/attach ~/notes.txt")
    await mia.keys("Enter Enter M-s y", .notice("The message has no text to copy"))
  }

  @Test("o opens a link in the text")
  func open() async throws {
    let mia = try await started()
    await mia.keys("M-s o")
    #expect(mia.programs.opened == ["https://swift.org"])
    await mia.keys("M-s k o", .notice("No link or file in this message"))
    #expect(mia.programs.opened.count == 1)
  }

  @Test("R resends a failed message, D gives it up and its text is in the history")
  func failures() async throws {
    let mia = try await started()
    let device = await mia.service.device(user: "mia", id: "terminal")
    var faults = ServiceFaults.none
    faults.refusals = [RefusedRequest([.send], .notAllowed)]
    await device.setFaults(faults)
    await mia.enter("rude words", .shows("! failed  R"), .line("|write to #general"))
    await mia.keys("M-s R", .shows("Send this message again?"))
    await mia.confirm()
    #expect(mia.shows("! failed  R"), "refused again")
    await device.setFaults(.none)
    await mia.keys("M-s R")
    await mia.confirm()
    #expect(!mia.shows("! failed  R"))
    #expect(try await mia.said().last?.text == "rude words")
    await mia.keys("M-s D", .notice("Only failed messages can be discarded"))
    await mia.keys("q")
    await device.setFaults(faults)
    await mia.type("more words", keys: "Enter M-s D", .shows("Discard this message?"))
    await mia.confirm()
    #expect(!mia.shows("! failed  R") && !mia.shows("you          more words"))
    #expect(try await mia.history().contains("more words"))
    #expect(try await mia.store.outbox().isEmpty)
  }

  @Test("Keys are harmless when the chosen message disappears")
  func gone() async throws {
    let mia = try await started()
    await mia.keys("M-s")
    let last = try #require(try await mia.said().last)
    try await mia.service.device(user: "ben", id: "other").delete(last.id, in: "general", hard: true)
    await mia.settle()
    await mia.keys("r", .hides("> Ben"))
    await mia.keys("k j g G", .header("#general"))
    await mia.keys("Escape M-s")
    mia.app.focused?.selection = "never here"
    await mia.keys("r", .notice("That message no longer exists"))
  }

  @Test("Message mode says that a channel has no messages")
  func nothing() async throws {
    let mia = try await Scenario().start()
    await mia.keys("M-s", .status("No messages yet"))
  }

  @Test("The parent of an open thread can be chosen, and keys act on it")
  func parent() async throws {
    let mia = try await started()
    await mia.keys("M-s t")
    try await mia.click(on: "second words")
    await mia.keys("M-s j k g G", .header("Thread · #general"))
    try await mia.click(on: "second words")
    await mia.keys("y")
    #expect(mia.terminal.acts.contains(.copy("second words https://swift.org.")))
  }
}

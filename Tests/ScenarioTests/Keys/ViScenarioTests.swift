import ChatControllers
import ChatDomain
import Composer
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("vi keys in the program", .serialized)
struct ViScenarioTests {
  private func mia() async throws -> Scenario {
    var settings = Settings()
    settings.keyStyle = .vi
    return try await Scenario(settings: settings)
  }

  @Test("The mode and the pending command are shown, and Enter sends in both modes")
  func modes() async throws {
    let mia = try await mia()
    await mia.start()
    #expect(mia.picture.contains("INSERT"))
    await mia.type("one two", keys: "Escape")
    #expect(mia.picture.contains("NORMAL"))
    await mia.keys("2 d")
    #expect(mia.picture.contains("NORMAL 2d"))
    await mia.keys("b")
    #expect(!mia.picture.contains("NORMAL 2d"))
    #expect(mia.draft()?.text == "o")
    await mia.keys("u Enter")
    #expect(try await mia.said().last?.text == "one two")
    #expect(mia.draft() == nil)
    #expect(mia.picture.contains("NORMAL"))
    await mia.keys("i")
    await mia.enter("three")
    #expect(try await mia.said().last?.text == "three")
  }

  @Test("In normal mode no letter is typed, and an unbound key says so")
  func nothingTyped() async throws {
    let mia = try await mia()
    await mia.start()
    await mia.type("word", keys: "Escape q Q Z")
    #expect(mia.draft()?.text == "word")
    #expect(mia.picture.contains("is not bound"))
  }

  @Test(
    "The second key of a command that is not here does nothing",
    arguments: ["m x", "q a", "@ d", "' x", "` a"])
  func unknown(keys: String) async throws {
    let mia = try await mia()
    await mia.start()
    await mia.type("some words", keys: "Escape \(keys)", .notice("“\(keys)” is not bound"))
    #expect(mia.draft()?.text == "some words")
    #expect(mia.picture.contains("NORMAL") && !mia.picture.contains("NORMAL "))
    await mia.keys("m Escape x")
    #expect(mia.draft()?.text == "some word")
  }

  @Test(
    "The names by which vi quits end the program, after the colon and typed as a message",
    arguments: ["q", "wq", "xa", "q!"])
  func quits(_ name: String) async throws {
    let mia = try await mia()
    await mia.start()
    await mia.keys("Escape :", type: name)
    await mia.keys("Enter")
    #expect(!mia.isRunning, "\(mia.picture)")
    try await mia.restart()
    await mia.type(":\(name)")
    await mia.keys("Enter")
    #expect(!mia.isRunning && mia.draft() == nil, "\(mia.picture)")
    #expect(try await mia.said().isEmpty)
  }

  @Test("A colon and other words are a message, and :w says that nothing needs to be saved")
  func doesNotQuit() async throws {
    let mia = try await mia()
    await mia.start()
    await mia.enter(":quick")
    #expect(try await mia.said().map(\.text) == [":quick"])
    await mia.keys("Escape :", type: "w")
    await mia.keys("Enter", .notice("Drafts are saved as you type; :q quits"))
    #expect(mia.isRunning)
  }

  @Test("Escape ends a pending command; otherwise it has its usual effect")
  func escape() async throws {
    let mia = try await mia()
    try await mia.say("a question", by: "ana")
    await mia.start()
    await mia.keys("M-s r Escape")
    #expect(mia.picture.contains("NORMAL"))
    #expect(mia.draft()?.content.quoted != nil)
    await mia.keys("d Escape")
    #expect(mia.draft()?.content.quoted != nil)
    await mia.keys("Escape")
    #expect(mia.draft()?.content.quoted == nil)
  }

  @Test("A list starts with its filter line; Escape goes to its rows, a second one closes it")
  func lists() async throws {
    let mia = try await mia()
    for name in ["alpha", "beta"] {
      try await mia.say("hello", by: "ana", in: name == "alpha" ? "general" : "offtopic")
    }
    await mia.start()
    await mia.keys("C-x b", type: "of")
    await mia.keys("Escape")
    #expect(mia.picture.contains("NORMAL"))
    await mia.keys("0 x j k i")
    #expect(!mia.picture.contains("· NORMAL"))
    await mia.keys("Escape Escape")
    #expect(mia.app.workspace.navigator.panels.panel == nil)
  }

  @Test(": asks for a command without typing a slash and returns to normal mode")
  func command() async throws {
    let mia = try await mia()
    await mia.start()
    await mia.keys("Escape :")
    #expect(mia.shows("┌ Command") && mia.draft() == nil)
    await mia.type("dra", .shows("all drafts"), .hides("join a channel"))
    await mia.keys("Tab Enter", .shows("┌ Drafts"))
    await mia.keys("Escape")
    #expect(!mia.shows("┌ Drafts") && mia.picture.contains("NORMAL"))
    await mia.keys(":")
    await mia.enter("topic a topic")
    #expect(mia.picture.contains("NORMAL") && mia.draft() == nil)
    #expect(!mia.shows("┌ Command"))
    await mia.keys(": Escape i", type: "words")
    await mia.keys("Escape :", type: "drafts")
    await mia.keys("Enter", .shows("┌ Drafts"))
    #expect(mia.draft()?.text == "words")
  }

  @Test("A : command that cannot run stays in the composer")
  func failingCommand() async throws {
    let mia = try await mia()
    await mia.start()
    await mia.keys("Escape :")
    await mia.enter("join")
    #expect(mia.draft()?.text == "/join" && mia.picture.contains("NORMAL"))
  }

  @Test("A : command runs when its name is complete or chosen, and its text is never lost")
  func wholeCommand() async throws {
    let mia = try await mia()
    try await mia.say("a question", by: "ana")
    await mia.start()
    await mia.keys("Escape :")
    await mia.enter("r", .notice("No command named r; Tab completes it"))
    await mia.type("eact long words", keys: "Escape Escape", .notice("C-x h restores the command"))
    #expect(try await mia.history().first == "/react long words")
    await mia.keys(":", type: "react " + String(repeating: "long ", count: 200))
    try await mia.writeElsewhere("written there")
    await mia.keys("Enter", .notice("This command needs an empty composer"))
    await mia.keys("Escape Escape")
    #expect(mia.draft()?.text == "written there")
    #expect(try await mia.history().first?.utf8.count == 1_006)
  }

  @Test("Escape closes a panel without a filter line")
  func escapeCloses() async throws {
    let mia = try await mia()
    await mia.start()
    for keys in ["F1", "C-x b", "C-x d", "C-x h"] {
      await mia.keys(keys)
      if ["F1", "C-x b"].contains(keys) { mia.sees("Esc close") }
      await mia.keys("Escape")
      #expect(mia.app.workspace.navigator.panels.panel == nil, "\(keys)")
    }
    await mia.keys("F1", type: "send", .hides("Esc close"), .shows("Esc normal mode"))
    await mia.keys("Escape", .shows("· NORMAL"), .shows("Esc close"))
    await mia.keys("Escape")
    #expect(mia.app.workspace.navigator.panels.panel == nil)
  }

  @Test("The help lists only the keys of the current style")
  func help() async throws {
    let mia = try await mia()
    await mia.start()
    await mia.keys("F1", type: "to normal mode")
    #expect(mia.picture.contains("to normal mode"))
    let ben = try await Scenario().start()
    await ben.keys("F1", type: "to normal mode")
    #expect(ben.picture.contains("no matching key or command"))
  }
}

import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

/// Escape and the next keys in one read, as on a slow line: the same bytes as a key with Alt.
@Suite("Keys: Escape and a key in one read", .serialized)
struct EscapeTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("a claim", by: "ana")
    await mia.start()
    return mia
  }

  private func bytes(_ text: String, to mia: Scenario) async {
    mia.terminal.type(bytes: text.replacing("@", with: "\u{1B}").utf8)
    await mia.settle()
  }

  @Test("Escape then M-s leaves an edit and chooses a message; nothing is typed")
  func editAndMeta() async throws {
    let mia = try await started()
    await mia.type("said", keys: "Enter M-s e", .line("said|"))
    await bytes("@@s", to: mia)
    #expect(mia.app.workspace.navigator.focused?.selection != nil)
    #expect(!mia.shows("✎ editing") && mia.draft()?.text ?? "" == "")
    #expect(try await mia.said().last?.text == "said")
  }

  @Test("Two Escapes go back two steps")
  func twice() async throws {
    let mia = try await started()
    await mia.keys("M-s r", type: "to @al", .shows("┌ people"), .shows("> Ana García: a claim"))
    await bytes("@@", to: mia)
    #expect(!mia.shows("┌ people") && !mia.shows("> Ana García: a claim"))
    #expect(mia.line == "to @al|")
  }

  @Test("Escape then C-x 0 leaves message mode and closes the thread; nothing is typed")
  func sequence() async throws {
    let mia = try await started()
    await mia.keys("M-s t", type: "a reply")
    await mia.keys("Enter M-s")
    #expect(mia.app.workspace.navigator.thread?.selection != nil)
    await bytes("@\u{18}0", to: mia)
    #expect(mia.app.workspace.navigator.thread == nil)
    #expect(mia.line == "|write to #general")
  }

  @Test("Letters after the Escape that leaves message mode are typed")
  func messageMode() async throws {
    let mia = try await started()
    await mia.keys("M-s")
    await bytes("@but", to: mia)
    #expect(mia.app.workspace.navigator.focused?.selection == nil)
    #expect(mia.app.workspace.navigator.thread == nil && mia.line == "but|")
  }

  @Test("Where Escape has no effect, an unbound Alt key types nothing and says that it is unbound")
  func unboundAlone() async throws {
    let mia = try await started()
    await mia.type("hello")
    await bytes("@q", to: mia)
    #expect(mia.line == "hello|" && mia.status.contains("M-q is not bound"), "\(mia.picture)")
    await mia.keys("C-x ?")
    await bytes("@x", to: mia)
    #expect(mia.line == "hello|" && mia.status.contains("M-x is not bound"), "\(mia.picture)")
    // In a list, Escape and a letter are two keys.
    await mia.keys("C-x d")
    await bytes("@x", to: mia)
    #expect(mia.app.panel == nil && mia.line == "hellox|", "\(mia.picture)")
  }

  @Test("In a thread, an unbound Alt key does not close the thread or type into its channel")
  func unboundInThread() async throws {
    let mia = try await started()
    await mia.keys("M-s t", type: "a reply")
    await bytes("@x", to: mia)
    #expect(mia.app.workspace.navigator.focus == .thread)
    #expect(mia.line == "a reply|" && mia.status.contains("M-x is not bound"), "\(mia.picture)")
    await mia.keys("Escape", .line("|write to #general"))
  }

  @Test("With vi's keys Escape and a letter are two keys, also in normal mode")
  func viLetters() async throws {
    var settings = Settings()
    settings.keyStyle = .vi
    let mia = try await Scenario(settings: settings).start()
    await mia.type("one two")
    await bytes("@0", to: mia)
    await bytes("@x", to: mia)
    #expect(mia.draft()?.text == "ne two")
  }

  @Test("An unbound Alt key is Escape and the key, unless the terminal reports Alt itself")
  func unbound() async throws {
    let mia = try await started()
    await mia.type("@al", .shows("┌ people"))
    await bytes("@j", to: mia)
    #expect(!mia.shows("┌ people") && mia.line == "@alj|")
    await bytes("@[106;3u", to: mia)
    #expect(mia.line == "@alj|" && mia.status.contains("M-j is not bound"))
    await bytes("@b!", to: mia)
    #expect(mia.line == "@!|alj")
  }

  @Test("Escape ends a key sequence, and the key after it is typed")
  func unfinished() async throws {
    let mia = try await started()
    await mia.keys("C-x")
    await bytes("@bo", to: mia)
    #expect(mia.line == "bo|")
  }

  @Test("Escape then Enter does not send what Escape brings back")
  func enter() async throws {
    let mia = try await started()
    await mia.enter("said")
    await mia.type("the draft", keys: "M-s e M-s")
    await bytes("@\r", to: mia)
    #expect(try await mia.said().map(\.text) == ["a claim", "said"])
  }
}

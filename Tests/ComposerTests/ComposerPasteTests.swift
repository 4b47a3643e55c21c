import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import Composer

@Suite struct ComposerPasteTests {
  @Test(
    "Line ends become newlines, tabs stay, and control characters become visible symbols",
    arguments: [
      ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("a\tb", "a\tb"), ("\u{1B}[31mred\u{7}", "␛[31mred␇"),
      ("a\u{0}b\u{7F}", "a␀b␡"), ("a\u{9B}b", "a\u{FFFD}b"), ("\u{FEFF}a\u{FEFF}b", "a\u{FEFF}b"),
      ("a\u{2028}b\u{85}c", "a\nb\nc"), ("naïve – “ok” 👍🏽 \u{202E}x", "naïve – “ok” 👍🏽 \u{202E}x"), ("", ""),
    ])
  nonisolated func cleans(pasted: String, text: String) {
    #expect(PastedText.clean(pasted).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("100 kB are pasted at once, and undone in one step")
  func pastesMuch() async throws {
    let world = try await ComposerWorld("a|b")
    let much = String(repeating: "Ünïcode and more\r\n", count: 6_000)
    world.composer.paste(much)
    #expect(world.draft.text.utf8.count > 100_000)
    #expect(world.draft.text == "a" + much.replacing("\r\n", with: "\n") + "b")
    #expect(world.draft.utf8Caret == world.draft.text.utf8.count - 1)
    world.press("C-_")
    #expect(world.shown == "a|b")
  }

  @Test("An address pasted over selected text makes it a link")
  func links() async throws {
    let world = try await ComposerWorld("see ^the docs| now")
    world.composer.paste("https://swift.org/docs\n")
    #expect(world.draft.text == "see the docs now")
    #expect(world.draft.mentionSpans == [MentionSpan(4..<12, .url(url: "https://swift.org/docs"))])
    #expect(world.composer.editor.selectedRange == nil)
    world.press("C-_")
    #expect(world.draft.mentionSpans.isEmpty)
  }

  @Test("A link cannot cover a part of a mention, and a text that does not fit changes nothing")
  func refusedChanges() async throws {
    let world = try await ComposerWorld("see [Ann] there|")
    world.draft.utf8Caret = 5
    world.composer.perform(.setMark)
    world.draft.utf8Caret = 9
    #expect(!world.composer.editor.link(to: "https://a.b"))
    #expect(world.context.lastNotice == "A link must include the whole mention")
    _ = world.composer.editor.apply(DraftTransaction(changes: [TextChange(0..<99, "x")], origin: .typing))
    #expect(world.context.lastNotice?.hasPrefix("The text was not changed: ") == true)
    #expect(world.draft.text == "see Ann there")
  }

  @Test("Other text pasted over a selection does not replace it")
  func keepsRegion() async throws {
    let world = try await ComposerWorld("see ^docs|")
    world.composer.paste("two words")
    #expect(world.shown == "see docstwo words|")
  }

  @Test("C-x l asks for the address of a link, or says that no text is marked")
  func asks() async throws {
    let world = try await ComposerWorld("see ^docs|")
    #expect(world.press("C-x l") == .askForAddress)
    world.composer.editor.link(to: "https://a.b")
    #expect(world.draft.mentionSpans == [MentionSpan(4..<8, .url(url: "https://a.b"))])
    #expect(world.press("C-x l") == .nothing)
    #expect(world.context.lastNotice == "Select some text first; C-Space starts a selection")
  }

  @Test(
    "Paths are read as terminals paste them",
    arguments: [
      ("/tmp/a.txt", ["/tmp/a.txt"]), ("'/tmp/a b.txt' ", ["/tmp/a b.txt"]),
      ("/tmp/a\\ b.txt", ["/tmp/a b.txt"]), ("\"/tmp/x\" /tmp/y", ["/tmp/x", "/tmp/y"]),
      ("\"/tmp/a\\b\"", ["/tmp/a\\b"]), ("\"/tmp/a\\\"b\\$c\\\\\"", ["/tmp/a\"b$c\\"]),
      ("file:///tmp/a%20b.txt\n", ["/tmp/a b.txt"]), ("file://host/tmp/a", ["/tmp/a"]),
      ("~/a.txt", ["~/a.txt"]), ("/tmp/a and more", []), ("for you", []), ("'open", []), ("/", []),
      ("file:///%zz", []),
    ])
  nonisolated func findsPaths(pasted: String, paths: [String]) {
    #expect(DroppedPaths.candidates(in: pasted) == paths)
  }

  /// Pastes a path and accepts the offer to attach its file.
  private func drop(_ path: String, in world: ComposerWorld) async {
    world.composer.paste(path)
    await settle { world.popup != nil }
    world.press("Tab")
  }

  @Test(
    "A pasted path is sent as text, even if its file can be read",
    arguments: ["Enter", "Escape Enter"])
  func keepsText(_ keys: String) async throws {
    let world = try await ComposerWorld(isStarted: true)
    world.press("'look: '")
    world.context.disk.sizes = ["/etc/hostname": 5]
    world.composer.paste("/etc/hostname")
    await settle { world.popup != nil }
    #expect(world.popup?.rows == [PopupRow(label: "attach hostname", detail: "5 bytes")])
    #expect(world.context.lastNotice == "Tab attaches hostname instead; Enter sends the path as text")
    #expect(world.draft.text == "look: /etc/hostname" && world.draft.files.isEmpty)
    world.press(keys)
    try await settle { try await world.said() == ["look: /etc/hostname"] }
    let sent = try await world.device.messages(MessageQuery(channelId: "general")).elements.last
    #expect(sent?.files.isEmpty == true)
    try await world.client.stop()
  }

  @Test(
    "A dismissed offer returns with Tab, and ends when the caret moves or text is typed"
  )
  func endsOffer() async throws {
    let world = try await ComposerWorld("|")
    world.context.disk.sizes = ["/a": 1]
    world.composer.paste("/a")
    await settle { world.popup != nil }
    world.press("Escape")
    #expect(world.popup == nil)
    world.press("Tab")
    #expect(world.popup != nil)
    world.press("Left")
    #expect(world.popup?.title != "pasted path")
    world.press("End 'b' Tab")
    #expect(world.draft.text == "/ab" && world.draft.files.isEmpty)
  }

  @Test("An accepted file is attached in place of its path, and undo restores the path")
  func drops() async throws {
    let world = try await ComposerWorld("look: |")
    world.context.disk.sizes = ["/tmp/a b.txt": 1234]
    await drop("'/tmp/a b.txt'", in: world)
    #expect(world.shown == "look: |")
    #expect(
      world.draft.files == [InputFile(name: "a b.txt", type: "text/plain", source: .path("/tmp/a b.txt"))])
    #expect(world.state.files.map(\.size) == [1234])
    world.press("C-_")
    #expect(world.shown == "look: '/tmp/a b.txt'|")
    #expect(world.draft.files.isEmpty)
  }

  @Test("The path of a missing file stays text, and so does one that is edited further")
  func keepsPaths() async throws {
    let world = try await ComposerWorld("|")
    world.composer.paste("/tmp/none")
    await settle()
    #expect(world.shown == "/tmp/none|" && world.draft.files.isEmpty)
    world.context.disk.sizes = ["/tmp/a": 1]
    try world.set("|")
    world.composer.paste("/tmp/a")
    world.press("'!'")
    await settle()
    #expect(world.shown == "/tmp/a!|" && world.draft.files.isEmpty)
  }

  @Test("A file attached in place of its path stays when other edits are undone")
  func keepsDropOnOtherUndo() async throws {
    let world = try await ComposerWorld("one two |")
    world.context.disk.sizes = ["/tmp/a": 1]
    await drop("/tmp/a", in: world)
    world.press("M-Backspace M-Backspace C-_")
    #expect(world.shown == "one |" && world.draft.files.count == 1)
    world.press("C-_ C-_")
    #expect(world.shown == "one two /tmp/a|" && world.draft.files.isEmpty)
  }

  @Test("A file attached in place of its path goes and comes back with undo and redo, also past other edits")
  func redoesDrops() async throws {
    let world = try await ComposerWorld("|")
    world.context.disk.sizes = ["/tmp/a": 1, "/tmp/b": 2]
    for path in ["/tmp/a", "/tmp/b"] {
      await drop(path, in: world)
      #expect(world.draft.files.last?.name == String(path.suffix(1)))
    }
    world.press("'x' C-_")
    #expect(world.shown == "|" && world.draft.files.count == 2)
    world.press("C-_")
    #expect(world.shown == "/tmp/b|" && world.draft.files.map(\.name) == ["a"])
    world.press("C-_ C-_")
    #expect(world.shown == "/tmp/a|" && world.draft.files.isEmpty)
    world.press("M-_")
    #expect(world.shown == "|" && world.draft.files.map(\.name) == ["a"])
    world.press("M-_ M-_")
    #expect(world.shown == "|" && world.draft.files.map(\.name) == ["a", "b"])
  }

  @Test("A scheme alone is not an address")
  func refusesSchemes() async throws {
    let world = try await ComposerWorld("see ^docs|")
    for address in ["https://", "mailto:", " https:// "] { #expect(!world.composer.editor.link(to: address)) }
    #expect(world.draft.mentionSpans.isEmpty && world.composer.editor.selectedRange != nil)
    #expect(world.context.lastNotice == "That address is incomplete")
  }
}

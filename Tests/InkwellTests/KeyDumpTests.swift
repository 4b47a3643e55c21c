import Composer
import TerminalScreen
import Testing

@testable import inkwell

@Suite("Key dump")
struct KeyDumpTests {
  func dump(_ bytes: String, in style: KeyStyle = .emacs, inPieces: Bool = false) -> KeyDump {
    var dump = KeyDump(Keymap(), in: style)
    if inPieces { for byte in bytes.utf8 { dump.read([byte]) } } else { dump.read(Array(bytes.utf8)) }
    return dump
  }

  @Test("A key has a row with its bytes, its name and its command", arguments: [false, true])
  func rows(inPieces: Bool) {
    let rows = dump("a\u{1B}[A\u{1}é", inPieces: inPieces).rows
    #expect(rows.map(\.bytes) == ["61", "1b 5b 41", "01", "c3 a9"])
    #expect(rows.map(\.key) == ["a", "Up", "C-a", "é"])
    #expect(
      rows.map(\.meaning) == [
        "types itself", "popup.previous, composer.up, message.previous, panel.previous",
        "composer.line-start",
        "types itself",
      ])
  }

  @Test("Meanings in vi mode are shown to its users")
  func vi() {
    #expect(dump("a", in: .vi).rows.map(\.meaning) == ["vi.append, begins a …"])
  }

  @Test("Sequences are described by their prefix and their effect")
  func sequences() {
    let rows = dump("\u{18}b\u{18}y").rows
    #expect(
      rows.map(\.meaning) == ["begins C-x …", "C-x b: global.switcher", "begins C-x …", "C-x y: not bound"])
  }

  @Test("Escape alone is reported once nothing follows")
  func escape() {
    var dump = dump("\u{1B}")
    #expect(dump.rows.isEmpty)
    dump.read([])
    #expect(dump.rows.map(\.bytes) == ["1b"])
    #expect(dump.rows.map(\.key) == ["Esc"])
  }

  @Test("A paste is one row, and none of its text is a key")
  func paste() {
    let rows = dump("\u{1B}[200~qq\u{1B}[201~").rows
    #expect(rows.map(\.key) == ["a paste of 2 bytes"])
    #expect(rows.first?.bytes == "1b 5b 32 30 30 7e 71 71 … 14 bytes")
  }

  @Test(
    "q leaves, and C-c twice in a row",
    arguments: [("q", true), ("\u{3}\u{3}", true), ("\u{3}a\u{3}", false), ("\u{3}", false), ("Q", false)])
  func leaves(keys: String, isOver: Bool) {
    #expect(dump(keys).isOver == isOver)
  }

  @Test("Rows are harmless lines, and the oldest are dropped")
  func lines() {
    let dump = dump(String(repeating: "\u{9B}", count: 1200) + "\u{202E}")
    #expect(dump.rows.count == 1000)
    #expect(dump.rows.allSatisfy { $0.description.unicodeScalars.allSatisfy(\.isPlain) })
    #expect(dump.rows.last?.description.contains("\\u{202e}") == true)
  }
}

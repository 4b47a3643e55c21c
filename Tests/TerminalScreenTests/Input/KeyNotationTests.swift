import TerminalScreen
import Testing

@Suite("Key notation")
struct KeyNotationTests {
  static let spellings: [(String, KeyEvent)] = [
    ("a", KeyEvent(.character("a"))), ("A", KeyEvent(.character("A"))),
    ("C-a", KeyEvent(.character("a"), .control)), ("M-Enter", KeyEvent(.enter, .alt)),
    ("S-Tab", KeyEvent(.tab, .shift)), ("F1", KeyEvent(.function(1))),
    ("M-<", KeyEvent(.character("<"), .alt)),
    ("C-Space", KeyEvent(.character(" "), .control)), ("C-_", KeyEvent(.character("_"), .control)),
    ("PgUp", KeyEvent(.pageUp)), ("C-M-S-Left", KeyEvent(.left, [.control, .alt, .shift])),
    ("C--", KeyEvent(.character("-"), .control)), ("-", KeyEvent(.character("-"))),
    ("M-S-a", KeyEvent(.character("a"), [.alt, .shift])), ("é", KeyEvent(.character("é"))),
    ("C", KeyEvent(.character("C"))), ("Esc", KeyEvent(.escape)), ("M-Backspace", KeyEvent(.backspace, .alt)),
  ]

  @Test("A key is written in emacs notation and read back", arguments: spellings)
  func spelling(_ text: String, _ key: KeyEvent) {
    #expect(key.description == text)
    #expect(KeyEvent(notation: text) == key)
  }

  @Test(
    "Other spellings of the same key",
    arguments: [
      ("M-A", "M-S-a"), ("M-C-a", "C-M-a"), ("A-x", "M-x"), ("enter", "Enter"), ("Return", "Enter"),
      ("pagedown", "PgDn"), ("S-a", "A"), ("S-Space", "Space"), ("f12", "F12"), ("M-S-<", "M-S-<"),
    ])
  func other(_ text: String, _ canonical: String) {
    #expect(KeyEvent(notation: text)?.description == canonical)
  }

  @Test(
    "Invalid notation is refused",
    arguments: ["", "C-", "M-", "C-C-", "ab", "X-a", "F0", "F99", "C-Foo", " ", "C-a ", "F+1"])
  func refused(_ text: String) { #expect(KeyEvent(notation: text) == nil) }

  @Test("Every key round-trips, with all modifiers")
  func everyKey() {
    var keys: [KeyEvent.Key] = [
      .enter, .tab, .backspace, .escape, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown,
    ]
    keys += (1...35).map { .function($0) }
    keys += (UInt8(0x20)..<0x7F).map { .character(Character(Unicode.Scalar($0))) }
    keys += ["é", "É", "ß", "漢", "👨‍👩‍👧", "\u{301}", "\u{200D}", "ǅ", "İ"].map { .character($0) }
    for key in keys {
      for bits in UInt8(0)..<8 {
        let event = KeyEvent(key, KeyEvent.Modifiers(rawValue: bits))
        #expect(KeyEvent(notation: event.description) == event, "\(event)")
        #expect(KeyEvent(event.key, event.modifiers) == event, "\(event) has two spellings")
      }
    }
  }

  @Test("A sequence is several keys separated by spaces")
  func sequences() {
    let keys = [KeyEvent(.character("x"), .control), KeyEvent(.character("e"), .control)]
    #expect(KeyEvent.sequence("C-x C-e") == keys)
    #expect(keys.notation == "C-x C-e")
    #expect(KeyEvent.sequence("C-x nope") == nil)
    #expect(KeyEvent.sequence("  ") == nil)
  }
}

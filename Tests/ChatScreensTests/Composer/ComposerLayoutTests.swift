import DraftEngine
import TerminalScreen
import TestSupport
import Testing

@testable import ChatScreens

@Suite("ComposerLayout")
struct ComposerLayoutTests {
  @Test(
    "Rows break after blanks and at newlines",
    arguments: [
      ("", 10, [""]),
      ("one two three", 10, ["one two ", "three"]),
      ("one two  three", 9, ["one two  ", "three"]),
      ("one two   three", 9, ["one two  ", " three"]),
      ("abcdefghijklm", 6, ["abcde", "fghij", "klm"]),
      ("ab abcdefghijklm", 6, ["ab ", "abcde", "fghij", "klm"]),
      ("a\nb", 10, ["a\n", "b"]),
      ("a\r\n\r\nb", 10, ["a\r\n", "\r\n", "b"]),
      ("a\n", 10, ["a\n", ""]),
      ("ab漢字漢字", 6, ["ab漢", "字漢", "字"]),
      ("漢字", 3, ["漢", "字"]),
      ("a\tb\tc", 9, ["a\tb\t", "c"]),
      ("a\tb\tcd", 20, ["a\tb\tcd"]),
      // The space fills the last column, so the caret after it needs another row.
      ("abcde ", 6, ["abcde ", ""]),
      ("abcd ", 6, ["abcd "]),
      ("abcde \nf", 6, ["abcde ", "\n", "f"]),
    ] as [(String, Int, [String])])
  func rows(text: String, width: Int, expected: [String]) {
    let layout = ComposerLayout(text: text, width: width)
    let utf8 = Array(text.utf8)
    let rows = (0..<layout.rowCount).map {
      String(decoding: utf8[layout.range(ofRow: $0)], as: UTF8.self)
    }
    #expect(rows == expected)
  }

  @Test("A caret between two rows is at the start of the second; next to wide glyphs it is at their end")
  func positions() {
    let layout = ComposerLayout(text: "one two three\n漢x", width: 10)
    #expect(layout.position(of: 0) == Position(column: 0, row: 0))
    #expect(layout.position(of: 7) == Position(column: 7, row: 0))
    #expect(layout.position(of: 8) == Position(column: 0, row: 1))
    #expect(layout.position(of: 13) == Position(column: 5, row: 1))
    #expect(layout.position(of: 14) == Position(column: 0, row: 2))
    #expect(layout.position(of: 17) == Position(column: 2, row: 2))
    #expect(layout.position(of: 99) == Position(column: 3, row: 2))
    // A click on either half of a wide glyph hits the glyph.
    #expect(layout.offset(at: Position(column: 1, row: 2)) == 14)
    // Right of the text is the end of the row, which is not a position in the next row.
    #expect(layout.offset(at: Position(column: 50, row: 0)) == 7)
    #expect(layout.offset(at: Position(column: 50, row: 1)) == 13)
    #expect(layout.offset(at: Position(column: 50, row: 9)) == 18)
  }

  static let alphabet: [Character] = [
    "a", "b", "c", " ", " ", "\t", "\n", "\r\n", "é", "e\u{301}", "漢", "字", "👍🏽", "👨‍👩‍👧", "🇩🇪", "\u{202E}",
    "\u{1B}", "ж",
    "\u{200B}", "한", "、", "\u{AD}", "x", "y", "\u{301}", "\u{2028}", "각",
  ]

  static func text(_ random: inout SeededGenerator, most: Int) -> String {
    String((0..<random.below(most)).map { _ in random.one(of: alphabet) })
  }

  @Test(
    "Every Character has a unique place within the columns, which maps back to it"
  )
  func roundTrips() {
    var random = SeededGenerator(seed: TestSeed.value)
    for _ in 0..<400 {
      let text = Self.text(&random, most: 120)
      let width = random.within(1...24)
      let mentions = Self.mentions(&random, in: text)
      let layout = ComposerLayout(text: text, signing: mentions, width: width)
      var places: Set<Position> = []
      var offset = 0
      for character in Array(text) + [nil] {
        let place = layout.position(of: offset)
        #expect(place.column >= 0 && place.column < width && place.row < layout.rowCount)
        // A very narrow composer has no room for a flag or a tab.
        if width > 4 {
          #expect(places.insert(place).inserted, "\(text.debugDescription) at \(width), byte \(offset)")
          #expect(
            layout.offset(at: place) == offset, "\(text.debugDescription) at \(width), byte \(offset)")
        }
        offset += character.map { String($0).utf8.count } ?? 0
      }
      #expect((0..<layout.rowCount).map { layout.range(ofRow: $0).count }.reduce(0, +) == text.utf8.count)
    }
  }

  /// None, or some of one Character each.
  static func mentions(_ random: inout SeededGenerator, in text: String) -> [MentionSpan] {
    guard random.percent(50) else { return [] }
    return text.indices.filter { _ in random.percent(20) }.map { index in
      let start = text.utf8.distance(from: text.startIndex, to: index)
      return MentionSpan(
        start..<start + String(text[index]).utf8.count,
        random.percent(50) ? .user(userId: "ana") : .channel(channelId: "general"))
    }
  }

  @Test("A mention's sign is drawn before it, and the caret is before or after both")
  func signs() {
    let mentions = [
      MentionSpan(4..<7, .user(userId: "ana")),
      MentionSpan(11..<15, .channel(channelId: "help")),
      MentionSpan(16..<20, .url(url: "https://a.example")),
      MentionSpan(21..<25, .user(userId: "ben")),
    ]
    let text = "ask Ana in help, see @Ben"
    let layout = ComposerLayout(text: text, signing: mentions, width: 40)
    #expect(layout.words(ofRow: 0) == "ask @Ana in #help, see @Ben")
    #expect(layout.position(of: 4) == Position(column: 4, row: 0))
    #expect(layout.position(of: 5) == Position(column: 6, row: 0))
    #expect(layout.offset(at: Position(column: 5, row: 0)) == 4)
    #expect(layout.position(of: 25) == Position(column: 27, row: 0))
    #expect(layout.range(ofRow: 0) == 0..<25)
    let narrow = ComposerLayout(text: text, signing: mentions, width: 9)
    #expect(
      (0..<narrow.rowCount).map { narrow.words(ofRow: $0) } == ["ask @Ana ", "in ", "#help, ", "see @Ben"])
  }

  @Test("An incremental layout equals a new one")
  func reuse() {
    var random = SeededGenerator(seed: TestSeed.value)
    for _ in 0..<40 {
      var text = Self.text(&random, most: 600)
      let width = random.within(2...20)
      var layout = ComposerLayout(text: text, width: width)
      for _ in 0..<25 {
        let characters = Array(text)
        let at = random.below(characters.count + 1)
        let end = min(characters.count, at + random.below(4))
        text = String(characters[..<at]) + Self.text(&random, most: 4) + String(characters[end...])
        let mentions = Self.mentions(&random, in: text)
        layout = ComposerLayout(text: text, signing: mentions, width: width, reusing: layout)
        let anew = ComposerLayout(text: text, signing: mentions, width: width)
        #expect(layout == anew, "\(text.debugDescription) at \(width)")
      }
    }
  }

  @Test("A row shows the Characters of the text, also with flags and many combining marks")
  func showsCharacters() {
    var random = SeededGenerator(seed: TestSeed.value)
    let pieces = [
      "🇩🇪", "🇦", "🇿", "a", "é", "e\u{301}", "\u{200D}", "👧", "👩\u{200D}👩\u{200D}👧", "🏽", "क\u{94D}ष", "한",
      "\u{600}", "\n",
    ]
    for round in 0..<300 {
      // Runs of flags with letters between them, and texts of a single kind of piece.
      let choice = round % 3 == 0 ? 3 : pieces.count
      let text = (0..<random.below(200)).reduce(into: "") { text, _ in text += pieces[random.below(choice)] }
      let layout = ComposerLayout(text: text, width: random.within(2...30))
      var shown: [Range<Int>] = []
      for row in 0..<layout.rowCount {
        layout.rows.walk(row) { range, _, _ in
          shown.append(range)
          return true
        }
      }
      let characters = text.indices.filter { text[$0] != "\n" }.map { index in
        let start = text.utf8.distance(from: text.startIndex, to: index)
        return start..<start + String(text[index]).utf8.count
      }
      #expect(shown == characters, "\(text.debugDescription)")
      for range in shown.prefix(20) {
        let drawn = CharacterPictures.character(of: text, range)
        #expect(String(drawn).utf8.elementsEqual(Array(text.utf8)[range].prefix(String(drawn).utf8.count)))
      }
    }
  }

  @Test(
    "Text of every script wraps completely",
    arguments: [
      ("один два три", ["один ", "два три"]), ("ένα δύο τρία", ["ένα δύο ", "τρία"]),
      ("mot à été", ["mot à ", "été"]), ("ab é cd", ["ab é cd"]), ("für übel Öl", ["für ", "übel Öl"]),
      ("ab — cd", ["ab — cd"]), ("שלום לך אב", ["שלום לך ", "אב"]),
    ])
  func wordsOfScripts(text: String, rows: [String]) {
    let found = TextRows(text, TextRows.Rule(columns: 7, overhang: .max))
    let bytes = Array(text.utf8)
    #expect((0..<found.count).map { String(decoding: bytes[found.range(of: $0)], as: UTF8.self) } == rows)
  }

  @Test(
    "Scalars with an assumed width are drawn with it and are separate Characters")
  func plainScalars() {
    var wrong: [UInt32] = []
    for value in UInt32(0x20)...0xFFFF {
      let width = PlainScalar.width(value)
      guard width > 0, let scalar = Unicode.Scalar(value) else { continue }
      let text = String(Character(scalar))
      let utf8 = text.utf8
      guard let plain = PlainScalar(at: 0, in: utf8.span) else {
        wrong.append(value)
        continue
      }
      // The painter separately, because a whole text takes the same shortcut.
      var drawn: [Glyph] = []
      ScreenText.append(Character(scalar), to: &drawn)
      if drawn != [Glyph(plain)] || plain.length != utf8.count { wrong.append(value) }
      for neighbour in ["a", "漢", "é", "각", "ー"]
      where PlainScalar.width(neighbour.unicodeScalars.first?.value ?? 0) > 0 {
        if (neighbour + text).count != 2 || (text + neighbour).count != 2 { wrong.append(value) }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(20).map { String($0, radix: 16) })")
  }
}

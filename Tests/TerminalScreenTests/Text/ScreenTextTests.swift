import TerminalScreen
import TestSupport
import Testing

/// A text, and the expected glyphs with their widths.
struct PictureCase: CustomTestStringConvertible, Sendable {
  let input: String
  let glyphs: [String]
  let widths: [Int]
  let testDescription: String

  init(_ name: String, _ input: String, _ glyphs: [String], _ widths: [Int]) {
    (self.input, self.glyphs, self.widths, testDescription) = (input, glyphs, widths, name)
  }
}

@Suite("Screen text")
struct ScreenTextTests {
  static let clusters = [
    PictureCase("ascii", "a ~", ["a", " ", "~"], [1, 1, 1]),
    PictureCase("ideographs", "漢字", ["漢", "字"], [2, 2]),
    PictureCase("accent", "e\u{301}x", ["e\u{301}", "x"], [1, 1]),
    PictureCase(
      "four marks are kept", "a\u{301}\u{302}\u{303}\u{304}\u{305}b", ["a\u{301}\u{302}\u{303}\u{304}", "b"],
      [1, 1]),
    PictureCase("family", "👨‍👩‍👧‍👦!", ["👨", "!"], [2, 1]),
    PictureCase("runner", "🏃🏽‍♂️", ["🏃"], [2]),
    PictureCase("skin", "👍🏽", ["👍"], [2]),
    PictureCase("skin alone", "🏽", ["🏽"], [2]),
    PictureCase("heart", "❤️", ["❤"], [1]),
    PictureCase("keycap", "1️⃣", ["1\u{20E3}"], [1]),
    PictureCase("flag", "🇸🇪", ["🇸🇪"], [2]),
    PictureCase("flags", "🇸🇪🇩🇪x", ["🇸🇪", "🇩🇪", "x"], [2, 2, 1]),
    PictureCase("half a flag", "🇸x", ["S", "x"], [1, 1]),
    PictureCase("a flag and a half", "🇸🇪🇩", ["🇸🇪", "D"], [2, 1]),
    PictureCase("flag with a mark", "🇸🇪\u{301}", ["🇸🇪\u{301}"], [2]),
    PictureCase("flag of tags", "🏴\u{E0067}\u{E0062}\u{E007F}.", ["🏴", "."], [2, 1]),
    PictureCase("jamo", "\u{1112}\u{1161}\u{11AB}", ["한"], [2]),
    PictureCase("jamo without a tail", "\u{1100}\u{1161}\u{1102}\u{1175}", ["가", "니"], [2, 2]),
    PictureCase("jamo behind a syllable", "가\u{11AB}", ["간"], [2]),
    PictureCase("vowel and tail alone", "\u{1161}a\u{11C2}", ["ㅏ", "a", "ㅎ"], [2, 1, 2]),
    PictureCase("jamo of old Korean", "\u{1112}\u{119E}", ["\u{1112}", "□"], [2, 1]),
    PictureCase("jamo fillers", "\u{115F}\u{1160}\u{3164}a", ["a"], [1]),
    PictureCase("hangul", "한", ["한"], [2]),
    PictureCase("conjunct", "क्षि", ["क्", "ष", "ि"], [1, 1, 1]),
    PictureCase("conjunct with a joiner", "क्\u{200D}ष", ["क्", "ष"], [1, 1]),
    PictureCase("mark alone", "\u{301}a", ["◌\u{301}", "a"], [1, 1]),
    PictureCase("mark behind a control", "\n\u{301}", ["␊", "◌\u{301}"], [1, 1]),
    PictureCase("unknown to the library", "\u{1F6DC}", ["□"], [1]),
    PictureCase("not a character", "\u{FFFF}", ["□"], [1]),
    PictureCase("invisible", "a\u{200B}\u{FEFF}\u{AD}\u{2060}b", ["a", "b"], [1, 1]),
    PictureCase("blank letters", "\u{3164}\u{FFA0}", [], []),
  ]

  static let hostile = [
    PictureCase("escape", "\u{1B}[31m", ["␛", "[", "3", "1", "m"], [1, 1, 1, 1, 1]),
    PictureCase("delete and null", "\u{7F}\0", ["␡", "␀"], [1, 1]),
    PictureCase("line ends", "\r\n", ["␍", "␊"], [1, 1]),
    PictureCase("tab", "\t", ["␉"], [1]),
    PictureCase("eight-bit control", "\u{9B}m", ["\u{FFFD}", "m"], [1, 1]),
    PictureCase("separators", "\u{2028}\u{2029}", ["␤", "␤"], [1, 1]),
    PictureCase("override", "\u{202E}a\u{202C}", ["\u{FFFD}", "a", "\u{FFFD}"], [1, 1, 1]),
    PictureCase("isolate", "\u{2066}a\u{2069}", ["\u{FFFD}", "a", "\u{FFFD}"], [1, 1, 1]),
    PictureCase("direction marks", "a\u{200E}\u{200F}\u{61C}", ["a"], [1]),
    PictureCase("annotation", "\u{FFF9}", ["\u{FFFD}"], [1]),
  ]

  @Test("A Character becomes glyphs that all terminals agree on", arguments: clusters)
  func drawsCluster(_ example: PictureCase) { check(example) }

  @Test(
    "Glyphs that terminals disagree on are placed in their cells, others are not",
    arguments: [
      ("🇩🇪", true), ("क्षि", true), ("\u{6DD}", true), ("〰", true), ("䷀", true), ("🏽", true), ("a", false),
      ("é", false), ("e\u{301}", false), ("漢", false), ("한", false), ("👍🏽", false), ("👨‍👩‍👧‍👦", false), ("❤️", false),
      ("1️⃣", false), ("🇩", false), ("ไทย", false), ("שלום", false), ("。", false), ("𝄞", false),
    ])
  func placed(_ text: String, _ isPlaced: Bool) {
    #expect(ScreenText(text).glyphs.contains(where: \.isPlaced) == isPlaced)
    var grid = Grid(Size(columns: 8, rows: 1))
    grid.put(ScreenText(text), at: Position(column: 0, row: 0), in: grid.bounds, .plain)
    grid.restyle(grid.bounds) { $0.adding(.bold) }
    #expect(grid.row(0).contains(where: \.isPlaced) == isPlaced, "another style does not change that")
    #expect(grid.row(0).map(\.width).reduce(0, +) == 8)
  }

  @Test("Control characters are made visible", arguments: hostile)
  func drawsHostile(_ example: PictureCase) { check(example) }

  @Test("Character by Character gives the same glyphs as the whole text", arguments: clusters + hostile)
  func characterwise(_ example: PictureCase) {
    for text in [example.input, "ab" + example.input, example.input + example.input] {
      var glyphs: [Glyph] = []
      for character in text { ScreenText.append(character, to: &glyphs) }
      #expect(glyphs == ScreenText(text).glyphs)
    }
  }

  @Test("Letters of other scripts give the same glyphs in any context", arguments: 0..<20)
  func scripts(number: Int) {
    var random = SeededGenerator(number)
    let pieces = [
      "a", " ", "я", "ж ", "漢", "か", "한", "é", "e\u{301}", "я\u{308}", "漢\u{FE00}", "🇩🇪", "👩\u{200D}👧",
      "\u{1100}", "\u{301}",
      "\t", "\u{7F}", "\u{600}", "א", "ー", "か\u{3099}", "…", "\u{200B}",
    ]
    for _ in 0..<200 {
      let text = random.text(of: pieces, length: random.below(12))
      var glyphs: [Glyph] = []
      for character in text { ScreenText.append(character, to: &glyphs) }
      #expect(glyphs == ScreenText(text).glyphs, "\(text.debugDescription)")
      let limit = random.below(8)
      #expect(
        ScreenText(text, limit: limit).glyphs == Array(glyphs.prefix(limit)), "\(text.debugDescription)")
    }
  }

  @Test("A limit gives the first glyphs of the whole", arguments: clusters + hostile)
  func limits(_ example: PictureCase) {
    let text = example.input + "é" + example.input
    let whole = ScreenText(text).glyphs
    for limit in 0...whole.count + 1 {
      #expect(ScreenText(text, limit: limit).glyphs == Array(whole.prefix(limit)))
    }
  }

  private func check(_ example: PictureCase) {
    let text = ScreenText(example.input)
    #expect(
      text.glyphs.map(\.text.unicodeScalars).map(Array.init)
        == example.glyphs.map { Array($0.unicodeScalars) })
    #expect(text.glyphs.map(\.width) == example.widths)
  }
}

import TerminalScreen
import Testing

/// What is typed, and the glyphs that come out, each with its width.
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
    PictureCase("flag", "🇸🇪", ["🇸", "🇪"], [1, 1]),
    PictureCase("flag of tags", "🏴\u{E0067}\u{E0062}\u{E007F}.", ["🏴", "."], [2, 1]),
    PictureCase("jamo", "\u{1112}\u{1161}\u{11AB}", ["\u{1112}\u{1161}\u{11AB}"], [2]),
    PictureCase("hangul", "한", ["한"], [2]),
    PictureCase("conjunct", "क्षि", ["क्", "ष", "ि"], [1, 1, 1]),
    PictureCase("conjunct with a joiner", "क्\u{200D}ष", ["क्", "ष"], [1, 1]),
    PictureCase("mark alone", "\u{301}a", ["◌\u{301}", "a"], [1, 1]),
    PictureCase("mark behind a control", "\n\u{301}", ["␊", "◌\u{301}"], [1, 1]),
    PictureCase("unknown to the library", "\u{1F6DC}", ["\u{FFFD}"], [1]),
    PictureCase("not a character", "\u{FFFF}", ["\u{FFFD}"], [1]),
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

  @Test("A Character becomes what every terminal agrees on", arguments: clusters)
  func drawsCluster(_ example: PictureCase) { check(example) }

  @Test("What a terminal could obey is shown", arguments: hostile)
  func drawsHostile(_ example: PictureCase) { check(example) }

  @Test("Character by Character gives the same glyphs as the whole text", arguments: clusters + hostile)
  func characterwise(_ example: PictureCase) {
    for text in [example.input, "ab" + example.input, example.input + example.input] {
      var glyphs: [Glyph] = []
      for character in text { ScreenText.append(character, to: &glyphs) }
      #expect(glyphs == ScreenText(text).glyphs)
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

import Testing

@testable import TerminalScreen

@Suite("Hostile text")
struct HostileTextTests {
  /// Counts the scalars that are read before the glyphs are complete.
  private func looks(at scalars: some Sequence<Unicode.Scalar>, limit: Int) -> (seen: Int, glyphs: [Glyph]) {
    var painter = GlyphPainter(limit: limit)
    var seen = 0
    for scalar in scalars {
      seen += 1
      guard painter.paint(scalar) else { break }
    }
    return (seen, painter.glyphs)
  }

  @Test(
    "Nothing is read beyond the limit, even within one Character",
    arguments: ["\u{301}", "\u{FE0F}", "\u{200D}", "\u{200B}", "\u{1100}", "\u{1F3FD}", "a", "👨"]
      as [Unicode.Scalar])
  func giantCharacter(_ scalar: Unicode.Scalar) {
    let giant = sequence(state: 0) { (count: inout Int) -> Unicode.Scalar? in
      defer { count += 1 }
      return count == 0 ? "x" : count < 1_000_000 ? scalar : nil
    }
    let (seen, glyphs) = looks(at: giant, limit: 1)
    #expect(glyphs.map(\.width) == [1])
    #expect(seen <= 10)
  }

  @Test("A million marks on one letter are one glyph")
  func millionMarks() {
    let text = "a" + String(repeating: "\u{301}", count: 1_000_000) + "b"
    #expect(ScreenText(text).glyphs.map(\.text) == ["a\u{301}\u{301}\u{301}\u{301}", "b"])
  }

  @Test("A long line has all its glyphs, with a limit the first ones")
  func longLine() {
    let text = String(repeating: "word é 漢 ", count: 20_000)
    #expect(ScreenText(text).glyphs.count == 9 * 20_000)
    #expect(ScreenText(text, limit: 10).glyphs == ScreenText("word é 漢 w").glyphs)
  }

  @Test(
    "Every scalar is drawn in its columns and controls nothing",
    arguments: [0...0xFFFF, 0x1F000...0x1FFFF, 0xE0000...0xE1FFF] as [ClosedRange<UInt32>])
  func everyScalar(_ values: ClosedRange<UInt32>) {
    var wrong: [UInt32] = []
    for value in values {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for glyph in ScreenText(String(scalar)).glyphs {
        let scalars = Array(glyph.text.unicodeScalars)
        let widths = scalars.map { CellWidth.columns(of: $0) ?? -1 }
        let isSafe = scalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
        if !isSafe || widths.first != glyph.width || !(1...2).contains(glyph.width)
          || !widths.dropFirst().allSatisfy({ $0 == 0 })
        {
          wrong.append(value)
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count), the first are \(wrong.prefix(5))")
  }
}

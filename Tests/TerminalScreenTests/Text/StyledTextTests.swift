import TerminalScreen
import TestSupport
import Testing

@Suite("Styled text")
struct StyledTextTests {
  /// A glyph with its style.
  private struct Letter: Hashable {
    let glyph: Glyph
    let style: Style
  }

  private static let styles: [Style] = [
    .plain, Style(.palette(1)), Style(.palette(1), .bold), Style(.palette(1), link: LinkID(3)),
  ]

  @Test(
    "Each glyph has its style however the text is composed, and equal texts are equal", arguments: 1...200)
  func pieces(number: Int) {
    var random = SeededGenerator(number)
    var text = StyledText()
    var letters: [Letter] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let words = ScreenText(random.one(of: ["", "a", "漢b", "xyz"]))
      let style = random.one(of: Self.styles)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        text.append(words, style)
        letters += words.glyphs.map { Letter(glyph: $0, style: style) }
      case 1:
        for glyph in words.glyphs { text.append(glyph, style) }
        letters += words.glyphs.map { Letter(glyph: $0, style: style) }
      case 2:
        // The appended text may begin with the style of the last glyph.
        text.append(text)
        letters += letters
      default:
        let start = Int.random(in: 0...letters.count, using: &random)
        let part = start..<Int.random(in: start...letters.count, using: &random)
        text = text[part]
        letters = Array(letters[part])
      }
      if letters.count > 100 { break }
    }
    #expect(text.glyphs == letters.map(\.glyph))
    #expect(text.glyphs.indices.map(text.style(at:)) == letters.map(\.style))
    var again = StyledText()
    for letter in letters { again.append(letter.glyph, letter.style) }
    #expect(StyledText("", Self.styles[1]) == StyledText())
    #expect(text == again && text.hashValue == again.hashValue)
  }

  @Test("A row shows each glyph in its style, whatever was there before")
  func drawn() {
    var text = StyledText("ab", Style(.palette(1)))
    text.append("漢c", Style(.palette(2)))
    text.append("d", Style(.palette(1)))
    var grid = Grid(Size(columns: 8, rows: 1))
    for _ in 1...2 {
      #expect(grid.put(text, at: Position(column: 1, row: 0), in: grid.bounds) == 7)
      #expect(grid.row(0).map(\.text).joined() == " ab漢cd ")
      let colors = grid.row(0).map(\.style.foreground)
      #expect(colors == [.standard] + [1, 1, 2, 2, 2, 1].map { .palette($0) } + [.standard])
    }
    // The same letters in a different style make a different row.
    grid.put(StyledText("ab", Style(.palette(3))), at: Position(column: 1, row: 0), in: grid.bounds)
    #expect(grid.row(0)[1...2].map(\.style.foreground) == [.palette(3), .palette(3)])
  }
}

import TerminalScreen
import Testing

struct WrapCase: Sendable {
  let text: String
  let columns: Int
  let rows: [String]

  init(_ text: String, _ columns: Int, _ rows: [String]) {
    (self.text, self.columns, self.rows) = (text, columns, rows)
  }
}

@Suite("Word wrap")
struct WordWrapTests {
  static let read = [
    WrapCase("", 5, [""]),
    WrapCase("hello", 5, ["hello"]),
    WrapCase("hello you", 5, ["hello", "you"]),
    WrapCase("hello   you", 6, ["hello", "you"]),
    WrapCase("to be or not", 6, ["to be", "or not"]),
    WrapCase("a longword", 6, ["a", "longwo", "rd"]),
    WrapCase("longword a", 4, ["long", "word", "a"]),
    WrapCase("  in by", 4, ["  in", "by"]),
    WrapCase("   word", 3, ["", "wor", "d"]),
    WrapCase("end   ", 4, ["end"]),
    WrapCase("end   ", 3, ["end"]),
    WrapCase("a\u{A0}b c", 3, ["a\u{A0}b", "c"]),
    WrapCase("漢字漢字", 5, ["漢字", "漢字"]),
    WrapCase("漢字、漢", 4, ["漢", "字、", "漢"]),
    WrapCase("漢「字」", 4, ["漢", "「字", "」"]),
    WrapCase("漢字", 1, ["漢", "字"]),
    WrapCase("한국어 말", 6, ["한국어", "말"]),
    WrapCase("ab漢", 3, ["ab", "漢"]),
    WrapCase("a🇸🇪", 2, ["a🇸", "🇪"]),
    WrapCase("x", 0, ["x"]),
  ]

  @Test("Rows that are read", arguments: read)
  func reading(_ example: WrapCase) {
    let rows = StyledText(ScreenText(example.text)).wrapped(to: example.columns)
    #expect(rows.map(\.text) == example.rows.map { ScreenText($0) })
  }

  static let edited = [
    WrapCase("", 5, [""]),
    WrapCase("hello", 5, ["hello"]),
    WrapCase("hello ", 5, ["hello ", ""]),
    WrapCase("hello you", 5, ["hello ", "you"]),
    WrapCase("hello  you", 5, ["hello ", " you"]),
    WrapCase("to be or not", 6, ["to be ", "or not"]),
    WrapCase("a longword", 6, ["a ", "longwo", "rd"]),
    WrapCase("漢字漢", 5, ["漢字", "漢"]),
    WrapCase("漢", 1, ["漢", ""]),
  ]

  @Test("Rows that are edited", arguments: edited)
  func editing(_ example: WrapCase) {
    let line = EditableRows(ScreenText(example.text).glyphs, columns: example.columns)
    #expect(
      line.rows.map { ScreenText(glyphs: Array(line.glyphs[$0])) } == example.rows.map { ScreenText($0) })
  }

  static let alphabet = ["a", "b", "word", " ", " ", "  ", "漢", "、", "「", "é", "🇸🇪", "👨‍👩‍👧", "\u{3000}"]

  @Test("No row is wider than the columns, and only spaces are left out", arguments: 0..<200)
  func laws(_ number: Int) {
    var random = SeededGenerator(number)
    let glyphs = ScreenText(random.text(of: Self.alphabet, length: number % 50)).glyphs
    for columns in 2...12 {
      let rows = WordWrap.rows(of: glyphs, columns: columns)
      var end = 0
      for row in rows {
        #expect(glyphs[row].width <= columns)
        #expect(glyphs[end..<row.lowerBound].allSatisfy { $0.isSpace })
        end = row.upperBound
      }
      #expect(glyphs[end...].allSatisfy { $0.isSpace })
      for limit in 0...3 {
        #expect(WordWrap.rows(of: glyphs, columns: columns, limit: limit) == Array(rows.prefix(limit)))
      }
    }
  }

  @Test("Every glyph is in one row, and the cursor comes back to where it was", arguments: 0..<200)
  func caretLaws(_ number: Int) {
    var random = SeededGenerator(number)
    let glyphs = ScreenText(random.text(of: Self.alphabet, length: number % 40)).glyphs
    for columns in 2...12 {
      let line = EditableRows(glyphs, columns: columns)
      #expect(line.rows.flatMap { Array($0) } == Array(glyphs.indices))
      var last = Position(column: -1, row: 0)
      for index in 0...glyphs.count {
        let position = line.position(of: index)
        #expect(line.index(at: position) == index)
        #expect(position.column <= columns)
        #expect((last.row, last.column) < (position.row, position.column))
        last = position
      }
    }
  }

  @Test("A place beside the text belongs to the nearest cursor of its row")
  func nearest() {
    let line = EditableRows(ScreenText("hello 漢字 you").glyphs, columns: 6)
    #expect(line.rows == [0..<6, 6..<9, 9..<12])
    #expect(line.index(at: Position(column: 40, row: 0)) == 5)
    #expect(line.index(at: Position(column: 1, row: 1)) == 6)
    #expect(line.index(at: Position(column: 40, row: 2)) == 12)
    #expect(line.index(at: Position(column: -3, row: -1)) == 0)
    #expect(line.index(at: Position(column: 1, row: 9)) == 10)
  }

  @Test("In a single column every glyph has a row, the wide ones too")
  func singleColumn() {
    let line = EditableRows(ScreenText("漢a字").glyphs, columns: 1)
    #expect(line.rows == [0..<1, 1..<2, 2..<3, 3..<3])
    #expect(WordWrap.rows(of: line.glyphs, columns: 1) == [0..<1, 1..<2, 2..<3])
  }

  @Test("A row limit ends the walk over a long line")
  func longLine() {
    let glyphs = Array(repeating: ScreenText("x").glyphs[0], count: 1_000_000)
    #expect(WordWrap.rows(of: glyphs, columns: 80, limit: 2) == [0..<80, 80..<160])
  }
}

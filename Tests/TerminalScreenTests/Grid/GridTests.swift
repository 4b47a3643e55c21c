import TerminalRecording
import TerminalScreen
import TestSupport
import Testing

@Suite("Grid")
struct GridTests {
  private let red = Style(.palette(1))

  @Test("Text is cut at both sides of its area, and half a wide glyph becomes a blank")
  func clipping() {
    var grid = Grid(lines: "..........")
    let clip = Rect(column: 3, row: 0, columns: 4, rows: 1)
    let end = grid.put("ab漢c字d", at: Position(column: 0, row: 0), in: clip, red)
    #expect(grid.lines == ["... c字..."])
    #expect(end == 8)
    #expect(grid[Position(column: 2, row: 0)].style == .plain)
    #expect(grid[Position(column: 3, row: 0)].style == red)
    #expect(grid.put("漢", at: Position(column: 6, row: 0), in: clip, red) == 8)
    #expect(grid.lines == ["... c  ..."])
  }

  @Test(
    "Writing over half of a wide glyph removes the other half",
    arguments: [
      (0, "x", "x b漢"), (1, "x", " xb漢"), (2, "x", "漢x漢"), (3, "x", "漢bx "), (4, "x", "漢b x"),
      (1, "字", " 字漢"), (2, "字", "漢字 "), (3, "字", "漢b字"), (4, "字", "漢b  "), (0, "字", "字b漢"), (-1, "字", "  b漢"),
    ])
  func halves(_ column: Int, _ text: String, _ line: String) {
    var grid = Grid(lines: "漢b漢")
    grid.put(ScreenText(text), at: Position(column: column, row: 0), in: grid.bounds, .plain)

    #expect(grid.lines == [line])
    #expect(grid.halfGlyphs.isEmpty)
  }

  @Test("Text in another row or outside is not drawn")
  func outside() {
    let before = Grid(lines: "ab", "cd")
    var grid = before
    for row in [-1, 2, Int.max] { grid.put("xy", at: Position(column: 0, row: row), in: grid.bounds, .plain) }
    for column in [-9, 2, 50] {
      grid.put("xy", at: Position(column: column, row: 0), in: grid.bounds, .plain)
    }
    grid.put("xy", at: Position(column: 0, row: 0), in: Rect(column: 5, row: 5, columns: 9, rows: 9), .plain)
    grid.fill(Rect(column: 5, row: 0, columns: 3, rows: 1), red)
    #expect(grid == before)
  }

  @Test("Clearing an area removes the glyphs across its edges")
  func fill() {
    var grid = Grid(lines: "漢字漢", "......")
    grid.fill(Rect(column: 1, row: 0, columns: 2, rows: 1), red)
    #expect(grid.lines == ["    漢", "......"])
    #expect(grid.halfGlyphs.isEmpty)
    #expect(
      (0..<6).map { grid[Position(column: $0, row: 0)].style == red } == [
        false, true, true, false, false, false,
      ])
  }

  @Test("A new style leaves the text alone")
  func restyle() {
    var grid = Grid(lines: "a漢b")
    grid.restyle(Rect(column: 1, row: 0, columns: 2, rows: 1)) { $0.adding(.reverse) }
    #expect(grid.lines == ["a漢b"])
    #expect(grid.row(0).map { $0.style.attributes.contains(.reverse) } == [false, true, true, false])
  }

  @Test("An empty grid accepts everything")
  func empty() {
    var grid = Grid(Size(columns: -3, rows: 2))
    grid.put("abc", at: Position(column: 0, row: 0), in: grid.bounds, .plain)
    grid.fill(Rect(column: 0, row: 0, columns: 9, rows: 9))
    #expect(grid.cells.isEmpty)
    #expect(grid[Position(column: 0, row: 0)] == .blank)
  }

  @Test(
    "No row ever has half a wide glyph, and nothing is written outside the area", arguments: 0..<40)
  func laws(_ number: Int) {
    var random = SeededGenerator(number)
    let size = Size(
      columns: Int.random(in: 1...12, using: &random), rows: Int.random(in: 1...3, using: &random))
    var grid = Grid(size)
    for step in 0..<100 {
      let before = grid
      let clip = Rect(
        column: Int.random(in: -2...10, using: &random), row: Int.random(in: -1...3, using: &random),
        columns: Int.random(in: 0...14, using: &random), rows: Int.random(in: 0...3, using: &random))
      if Int.random(in: 0..<6, using: &random) == 0 {
        grid.fill(clip, red)
      } else {
        let text = random.text(
          of: ["a", "漢", "é", "字", "👨‍👩‍👧", " "], length: Int.random(in: 0...8, using: &random))
        let position = Position(
          column: Int.random(in: -4...13, using: &random), row: Int.random(in: -1...3, using: &random))
        grid.put(ScreenText(text), at: position, in: clip, red)
      }
      #expect(grid.halfGlyphs.isEmpty, "step \(step), seed \(TestSeed.value)")
      for row in 0..<size.rows {
        for column in 0..<size.columns where !clip.contains(Position(column: column, row: row)) {
          let (old, new) = (
            before[Position(column: column, row: row)], grid[Position(column: column, row: row)]
          )
          // The other half of a split glyph becomes a space, wherever it is.
          #expect(new == old || old.width != 1 && new == .space(old.style), "step \(step)")
        }
      }
    }
  }

  @Test("Text is drawn Character by Character", arguments: 0..<20)
  func oneByOne(_ number: Int) {
    var random = SeededGenerator(number)
    var grid = Grid(Size(columns: 12, rows: 2))
    for step in 0..<100 {
      let text = random.text(
        of: ["a", "b", "漢", "é", "e\u{301}", "字", "─", "👨‍👩‍👧", " "],
        length: Int.random(in: 0...8, using: &random))
      let start = Position(
        column: Int.random(in: -2...11, using: &random), row: Int.random(in: 0...1, using: &random))
      let clip = Rect(column: Int.random(in: 0...4, using: &random), row: 0, columns: 7, rows: 2)
      let style = random.percent(50) ? red : .plain
      var single = grid
      var column = start.column
      for character in text {
        column = single.put(
          ScreenText(String(character)), at: Position(column: column, row: start.row), in: clip, style)
      }
      #expect(grid.put(ScreenText(text), at: start, in: clip, style) == column, "step \(step)")
      #expect(grid == single, "step \(step), seed \(TestSeed.value)")
    }
  }

  @Test("Drawing the same content keeps the rows shared with the previous frame")
  func sharedRows() {
    var grid = Grid(Size(columns: 12, rows: 2))
    func draw() {
      grid.put("a 漢 b", at: Position(column: 1, row: 0), in: grid.bounds, red)
      grid.fill(Rect(column: 2, row: 1, columns: 5, rows: 1), with: Glyph(printableASCII: 0x78), red)
    }
    draw()
    let before = grid
    draw()
    for row in 0..<2 {
      grid.row(row).withUnsafeBufferPointer { now in
        before.row(row).withUnsafeBufferPointer { #expect(now.baseAddress == $0.baseAddress, "row \(row)") }
      }
    }
  }

  @Test("Filling an area sets each cell, and leaves no half of a wide glyph next to it")
  func filled() {
    var grid = Grid(lines: "漢字漢字", "........")
    grid.fill(Rect(column: 1, row: 0, columns: 4, rows: 1), with: Glyph(printableASCII: 0x78), red)
    #expect(grid.lines == [" xxxx 字", "........"])
    #expect(grid.halfGlyphs.isEmpty)
    #expect(
      grid[Position(column: 1, row: 0)].style == red && grid[Position(column: 0, row: 0)].style == .plain)
  }

  @Test("Adjacent changed letters of one style are one run, others are single")
  func runs() {
    let old = Grid(lines: "the boat 漢 and", "is the same row")
    var grid = old
    grid.put("The bolt 字 én漢", at: Position(column: 0, row: 0), in: grid.bounds, .plain)
    grid.put("en", at: Position(column: 12, row: 0), in: grid.bounds, red)
    var list = ChangedRuns()
    func words() -> [String] {
      list.runs.map { run in
        let letters = run.holdsLetters ? list.letters[run.columns].compactMap(Unicode.Scalar.init) : []
        return "\(run.columns.lowerBound):" + letters.map { String($0) }.joined()
      }
    }
    let changes = grid.changes(since: old)
    #expect(changes.map(\.row) == [0])
    for change in changes { grid.listRuns(in: change, since: old, columns: 15, into: &list) }
    // The second letter of the word is unchanged, and 字 is not one column wide; a space is where half of 漢 would be.
    #expect(words() == ["0:T", "6:l", "9:", "12:en", "14: "])
    #expect(list.runs[3].styleBits != list.runs[0].styleBits)
    #expect(list.runs.allSatisfy { !$0.showsPixels })
    // On ten columns the wide glyph would be cut.
    for change in grid.changes(since: nil) where change.row == 0 {
      grid.listRuns(in: change, since: nil, columns: 10, into: &list)
    }
    #expect(words() == ["0:The bolt "])
  }

  @Test(
    "Each changed glyph is in one run, in order, with its style", arguments: 0..<20)
  func completeRuns(_ number: Int) {
    var random = SeededGenerator(number)
    var grid = Grid(Size(columns: 12, rows: 2))
    var list = ChangedRuns()
    for step in 0..<100 {
      let before = grid
      let text = random.text(
        of: ["a", "b", "漢", "é", "e\u{301}", "字", "─", "👨‍👩‍👧", " "],
        length: Int.random(in: 0...8, using: &random))
      let position = Position(
        column: Int.random(in: -2...11, using: &random), row: Int.random(in: 0...1, using: &random))
      grid.put(ScreenText(text), at: position, in: grid.bounds, random.percent(50) ? red : .plain)
      for change in grid.changes(since: before) {
        grid.listRuns(in: change, since: before, columns: 12, into: &list)
        var written: [Int] = []
        for run in list.runs {
          written += Array(run.columns)
          for column in run.columns where run.holdsLetters {
            let cell = grid[Position(column: column, row: change.row)]
            #expect(cell.single?.value == list.letters[column] && cell.styleBits == run.styleBits)
          }
        }
        let changed = change.columns.filter { column in
          let position = Position(column: column, row: change.row)
          return grid[position] != before[position] && grid[position].width > 0
        }
        #expect(written == changed, "step \(step), seed \(TestSeed.value)")
      }
    }
  }
}

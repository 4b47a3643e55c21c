import TerminalRecording
import TerminalScreen
import TestSupport
import Testing

@Suite("Frame diff")
struct FrameDiffTests {
  private func runs(_ old: String, _ new: String, joining gap: Int = 0) -> [Range<Int>] {
    FrameDiff(from: Frame(grid: Grid(lines: old)), to: Frame(grid: Grid(lines: new)), joining: gap).runs.map(
      \.columns)
  }

  @Test("Only differences are written")
  func runs() {
    #expect(runs("abcdef", "abcdef") == [])
    #expect(runs("abcdef", "aBcdEF") == [1..<2, 4..<6])
    #expect(runs("abcdef", "aBcdEF", joining: 2) == [1..<6])
    #expect(runs("abcdef", "aBcdEF", joining: 1) == [1..<2, 4..<6])
  }

  @Test("A wide glyph is written whole")
  func wide() {
    #expect(runs("a漢b", "a字b") == [1..<3])
    #expect(runs("a漢b", "axyb") == [1..<3])
    #expect(runs("axyb", "a漢b") == [1..<3])
    var grid = Grid(lines: "a漢b")
    grid.restyle(Rect(column: 2, row: 0, columns: 1, rows: 1)) { $0.adding(.bold) }
    let diff = FrameDiff(from: Frame(grid: Grid(lines: "a漢b")), to: Frame(grid: grid))
    #expect(diff.runs == [FrameDiff.Run(row: 0, columns: 1..<3)])
  }

  @Test("Without a previous frame, or after a resize, everything is written")
  func whole() {
    let frame = Frame(grid: Grid(lines: "ab", "cd"))
    let all = [FrameDiff.Run(row: 0, columns: 0..<2), FrameDiff.Run(row: 1, columns: 0..<2)]
    #expect(FrameDiff(from: nil, to: frame).runs == all)
    #expect(FrameDiff(from: Frame(grid: Grid(lines: "ab")), to: frame).runs == all)
    #expect(FrameDiff(from: nil, to: frame).cellCount == 4)
    #expect(FrameDiff(from: nil, to: Frame(grid: Grid(Size(columns: 0, rows: 3)))).isEmpty)
  }

  @Test("Links are compared by address, not by number")
  func links() {
    func frame(_ index: UInt16, _ links: [String]) -> Frame {
      Frame(grid: Grid(lines: "ab", style: Style(link: LinkID(index))), links: links)
    }
    #expect(FrameDiff(from: frame(0, ["x"]), to: frame(1, ["y", "x"])).isEmpty)
    #expect(FrameDiff(from: frame(0, ["x"]), to: frame(0, ["y"])).cellCount == 2)
    #expect(FrameDiff(from: frame(0, ["x"]), to: frame(1, ["x", "y"])).cellCount == 2)
  }

  @Test("Writing the runs over the old frame gives the new one", arguments: 0..<40)
  func laws(_ number: Int) {
    var random = SeededGenerator(number)
    func grid() -> Grid {
      var grid = Grid(Size(columns: 12, rows: 2))
      for row in 0..<2 {
        let text = random.text(of: ["a", "b", "漢", "字", " "], length: 9)
        grid.put(ScreenText(text), at: Position(column: 0, row: row), in: grid.bounds, .plain)
      }
      return grid
    }
    for gap in 0..<4 {
      let (old, new) = (grid(), grid())
      var cells = old.cells
      for run in FrameDiff(from: Frame(grid: old), to: Frame(grid: new), joining: gap).runs {
        let start = run.row * 12
        #expect(new.cells[start + run.columns.lowerBound].width != 0)
        #expect(new.cells[start + run.columns.upperBound - 1].width != 2)
        for column in run.columns { cells[start + column] = new.cells[start + column] }
      }
      #expect(cells == new.cells)
    }
  }
}

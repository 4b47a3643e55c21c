import TerminalScreen
import TestSupport
import Testing

@testable import CursesTerminal

@Suite("Links over cells that ncurses has written")
struct LinkPainterTests {
  private static let size = Size(columns: 12, rows: 2)
  private static let links = ["http://a", "http://b"]

  @Test("A cell after a separately placed wide character is in its own place")
  func placed() {
    var grid = Grid(Self.size)
    // A lone skin tone modifier, whose width differs between terminals.
    grid.put(
      ScreenText("\u{1F3FD}bc"), at: Position(column: 0, row: 0), in: grid.bounds,
      Style(link: LinkID(0)))
    var terminal = FakeTerminal(Self.size)
    var painter = LinkPainter(depth: .none)
    terminal.show(Frame(grid: grid, links: Self.links), painter: &painter)
    #expect(terminal.differences(from: Frame(grid: grid, links: Self.links)) == [])
    #expect(terminal.letter(at: 2, 0) == "b")
  }

  @Test("A narrower terminal gets no half of a wide character", arguments: 1...4)
  func narrow(columns: Int) {
    var grid = Grid(Self.size)
    grid.put(
      ScreenText("x日y"), at: Position(column: 0, row: 0), in: grid.bounds, Style(link: LinkID(0)))
    let frame = Frame(grid: grid, links: Self.links)
    for old in [nil, Frame(grid: Grid(Self.size), links: Self.links)] {
      var painter = LinkPainter(depth: .none)
      if let old { _ = painter.text(for: old, rows: 2, columns: 12, changes: [], anew: []) }
      let text = painter.text(
        for: frame, rows: 2, columns: columns, changes: grid.changes(since: old?.grid), anew: [])
      #expect(text.contains("x"))
      #expect(text.contains("日") == (columns > 2) && text.contains("y") == (columns > 3))
    }
  }

  @Test("Each cell has its character and link after any sequence of frames", arguments: 0..<40)
  func frames(seed: UInt64) {
    var generator = TestSupport.SeededGenerator(seed: seed)
    var terminal = FakeTerminal(Self.size)
    var painter = LinkPainter(depth: .none)
    var grid = Grid(Self.size)
    var links = Self.links
    for step in 0..<60 {
      if generator.percent(20) { links = links.reversed() }
      for _ in 0...generator.below(2) {
        let link = generator.percent(60) ? LinkID(UInt16(generator.below(2))) : nil
        let attributes: Style.Attributes = generator.percent(30) ? .bold : []
        let texts = ["a", "bc", "日", "日本", "x語y", "\u{1F3FD}", "\u{1F3FD}z", "ü", " "]
        grid.put(
          ScreenText(texts[generator.below(texts.count)]),
          at: Position(column: generator.below(13) - 1, row: generator.below(2)), in: grid.bounds,
          Style(.standard, attributes, link: link))
      }
      let frame = Frame(grid: grid, links: links)
      terminal.show(frame, painter: &painter)
      #expect(terminal.differences(from: frame) == [], "step \(step)")
    }
  }
}

/// The cells of a terminal: ncurses writes only changed cells, and without links.
private struct FakeTerminal {
  struct Cell: Equatable {
    var letter = " "
    var link: String?
  }

  private let size: Size
  private var cells: [[Cell]]
  private var shown: Grid?

  init(_ size: Size) {
    self.size = size
    cells = Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
  }

  func letter(at column: Int, _ row: Int) -> String { cells[row][column].letter }

  mutating func show(_ frame: Frame, painter: inout LinkPainter) {
    let changes = frame.grid.changes(since: shown)
    for change in changes {
      for column in change.columns {
        let (old, new) = (shown?.row(change.row)[column], frame.grid.row(change.row)[column])
        // ncurses ignores a change of only the link.
        if let old, old.text == new.text, old.width == new.width, old.styleBits == new.styleBits { continue }
        cells[change.row][column] = Cell(letter: new.text)
      }
    }
    shown = frame.grid
    read(painter.text(for: frame, rows: size.rows, columns: size.columns, changes: changes, anew: []))
  }

  /// Interprets the output that follows that of ncurses.
  private mutating func read(_ text: String) {
    var (row, column) = (0, 0)
    var link: String?
    var rest = Substring(text)
    while let scalar = rest.unicodeScalars.first {
      if rest.hasPrefix("\u{1B}["),
        let end = rest.unicodeScalars.firstIndex(where: { "Hm".unicodeScalars.contains($0) })
      {
        let numbers = rest.unicodeScalars[rest.unicodeScalars.index(rest.startIndex, offsetBy: 2)..<end]
        if rest.unicodeScalars[end] == "H" {
          let place = String(numbers).split(separator: ";").compactMap { Int($0) }
          (row, column) = (place[0] - 1, place[1] - 1)
        }
        rest = rest[rest.unicodeScalars.index(after: end)...]
      } else if rest.hasPrefix("\u{1B}]8;"), let end = rest.unicodeScalars.firstIndex(of: "\u{7}") {
        let address = String(rest[..<end]).split(
          separator: ";", maxSplits: 2, omittingEmptySubsequences: false)[2]
        link = address.isEmpty ? nil : String(address)
        rest = rest[rest.unicodeScalars.index(after: end)...]
      } else if rest.hasPrefix("\u{1B}7") || rest.hasPrefix("\u{1B}8") {
        rest = rest.dropFirst(2)
      } else if scalar == "\u{1B}" {
        Issue.record("it writes what this terminal does not know: \(rest.debugDescription)")
        return
      } else {
        let letter = ScreenText(String(scalar))
        cells[row][column] = Cell(letter: letter.glyphs.map(\.text).joined(), link: link)
        if letter.width == 2 { cells[row][column + 1] = Cell(letter: "", link: link) }
        column += letter.width
        rest = rest[rest.unicodeScalars.index(after: rest.startIndex)...]
      }
    }
  }

  /// The cells that differ from a frame.
  func differences(from frame: Frame) -> [String] {
    (0..<size.rows).flatMap { row in
      (0..<size.columns).compactMap { column in
        let cell = frame.grid.row(row)[column]
        let wanted = Cell(letter: cell.text, link: cell.link.map { frame.links[Int($0.index)] })
        let found = cells[row][column]
        return wanted == found ? nil : "\(column), \(row): \(found) instead of \(wanted)"
      }
    }
  }
}

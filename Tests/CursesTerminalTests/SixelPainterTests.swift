import TerminalScreen
import TestSupport
import Testing

@testable import CursesTerminal

@Suite("Pictures that are part of cells")
struct SixelPainterTests {
  private let size = Size(columns: 40, rows: 16)
  private let cell = Size(columns: 3, rows: 5)

  private func picture(_ width: Int, _ height: Int, _ shade: UInt8, isOpaque: Bool = true) throws -> Picture {
    var bytes = Array(repeating: shade, count: width * height * 4)
    for index in stride(from: 3, to: bytes.count, by: 4) {
      bytes[index] = isOpaque || index % 8 == 3 ? 255 : 0
    }
    return try #require(Picture(width: width, height: height, bytes: bytes))
  }

  private func placed(_ picture: Picture, _ column: Int, _ row: Int, _ columns: Int, _ rows: Int)
    -> PlacedPicture
  {
    PlacedPicture(
      picture, in: Rect(column: column, row: row, columns: columns, rows: rows), clip: Rect(size))
  }

  private func painter(
    colors: Int = 256, largest: Size = Size(columns: 4096, rows: 4096), mostKept: Int = 1 << 20
  ) -> PicturePainter {
    PicturePainter(SixelPictures(colors: colors, largest: largest, mostKept: mostKept))
  }

  @Test("A picture is sent once, and again when its rows were written; a removed one has its rows rewritten")
  func once() throws {
    var painter = painter()
    let one = try placed(picture(4, 4, 9), 2, 3, 4, 2)
    #expect(painter.isIdle)
    let wanted = painter.possible([one], on: size, cell: cell)
    #expect(wanted == [one] && painter.remains(besides: wanted).isEmpty)
    let (text, isWhole) = painter.text(for: wanted, written: [3, 4])
    #expect(
      text.hasPrefix("\u{1B}7\u{1B}[r\u{1B}[4;3H\u{1B}P0;1;0q\"1;1;12;10#")
        && text.hasSuffix("\u{1B}\\\u{1B}8"))
    #expect(isWhole && !painter.isIdle)
    #expect(painter.text(for: wanted, written: [2, 5]).text.isEmpty)
    #expect(painter.text(for: wanted, written: [4]).text == text)
    #expect(painter.remains(besides: []) == [3, 4])
    #expect(painter.text(for: [], written: [3, 4]).text.isEmpty && painter.isIdle)
  }

  @Test("One picture at a time is sent; cutting cuts the pixels; clearing sends it again")
  func pieces() throws {
    var painter = painter()
    let pictures = try [placed(picture(4, 4, 9), 0, -1, 4, 2), placed(picture(4, 4, 90), 9, 0, 4, 2)]
    let wanted = painter.possible(pictures, on: size, cell: cell)
    var (text, isWhole) = painter.text(for: wanted)
    #expect(text.contains("\u{1B}[1;1H\u{1B}P0;1;0q\"1;1;12;5#") && !isWhole)
    (text, isWhole) = painter.text(for: wanted)
    #expect(text.contains("\u{1B}[1;10H\u{1B}P0;1;0q\"1;1;12;10#") && isWhole)
    painter.forget()
    #expect(painter.isIdle)
    #expect(painter.text(for: wanted).text.contains("\u{1B}[1;1H"))
  }

  @Test("The last row has none, because the terminal would scroll")
  func lastRow() throws {
    var painter = painter()
    let pictures = try [placed(picture(4, 4, 9), 0, 14, 4, 2), placed(picture(4, 4, 9), 9, 15, 4, 1)]
    let wanted = painter.possible(pictures, on: size, cell: cell)
    #expect(wanted.map(\.visible) == [Rect(column: 0, row: 14, columns: 4, rows: 1)])
    var model = ModelSixels(size: size, cell: cell)
    model.take(painter.text(for: wanted).text)
    #expect(model.faults.isEmpty && model.drawn == 1)
  }

  @Test("Without a cell size, or if too large, it stays blocks")
  func impossible() throws {
    let one = try placed(picture(4, 4, 9), 0, 0, 4, 2)
    var free = painter()
    #expect(free.possible([one], on: size, cell: nil).isEmpty)
    #expect(free.possible([one], on: size, cell: Size(columns: 4096, rows: 4096)).isEmpty)
    var small = painter(largest: Size(columns: 11, rows: 100))
    #expect(small.possible([one], on: size, cell: cell).isEmpty)
    var exact = painter(largest: Size(columns: 12, rows: 10))
    #expect(exact.possible([one], on: size, cell: cell) == [one])
    var other = PicturePainter(KittyPictures())
    #expect(other.possible([one], on: size, cell: nil) == [one])
  }

  @Test("Another cell size makes it another picture")
  func cellSize() throws {
    var painter = painter()
    let one = try placed(picture(4, 4, 9), 0, 0, 4, 2)
    var wanted = painter.possible([one], on: size, cell: cell)
    _ = painter.text(for: wanted)
    wanted = painter.possible([one], on: size, cell: Size(columns: 4, rows: 5))
    #expect(painter.remains(besides: wanted) == [0, 1])
    #expect(painter.text(for: wanted).text.contains("\"1;1;16;10"))
  }

  @Test("Leaving the screen for good ends the transmission")
  func leaving() { #expect(painter().leaving == "\u{1B}\\") }

  @Test(
    "After any sequence of frames the terminal shows what a full redraw would",
    arguments: 0..<(isSoak ? 30 : 10)
  )
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let library = try (0..<6).map { number in
      try picture(
        .random(in: 1...12, using: &random), .random(in: 1...12, using: &random), UInt8(number * 40),
        isOpaque: number % 3 != 0)
    }
    let mostKept = Int.random(in: 0...2_000, using: &random)
    var painter = painter(mostKept: mostKept)
    var model = ModelSixels(size: size, cell: cell)
    var pictures: [PlacedPicture] = []
    for _ in 0..<25 {
      // Some stay unchanged.
      pictures.removeAll { _ in Int.random(in: 0..<3, using: &random) == 0 }
      for row in 0..<Int.random(in: 0...3, using: &random) {
        guard let picture = library.randomElement(using: &random) else { continue }
        let one = placed(
          picture, .random(in: -3...30, using: &random), row * 5 + Int.random(in: -2...1, using: &random),
          .random(in: 1...12, using: &random), .random(in: 1...3, using: &random))
        if !one.visible.isEmpty, !pictures.contains(where: { !$0.visible.intersection(one.visible).isEmpty })
        {
          pictures.append(one)
        }
      }
      if Int.random(in: 0..<10, using: &random) == 0 {
        painter.forget()
        model.clear()
      }
      let wanted = painter.possible(pictures, on: size, cell: cell)
      // As ncurses writes the frame: the changed cells, and possibly more in their rows.
      var written = painter.remains(besides: wanted)
      for row in written { model.write(row: row, columns: 0..<size.columns) }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let row = Int.random(in: 0..<size.rows, using: &random)
        let column = Int.random(in: 0..<size.columns, using: &random)
        model.write(row: row, columns: column..<Int.random(in: column + 1...size.columns, using: &random))
        written.insert(row)
      }
      var isWhole = false
      while !isWhole {
        let result = painter.text(for: wanted, written: written)
        model.take(result.text)
        written = []
        isWhole = result.isWhole
      }
      var anew = ModelSixels(size: size, cell: cell)
      var other = self.painter()
      _ = other.possible(pictures, on: size, cell: cell)
      isWhole = false
      while !isWhole {
        let result = other.text(for: wanted)
        anew.take(result.text)
        isWhole = result.isWhole
      }
      #expect(model.faults.isEmpty, "\(model.faults)")
      #expect(model.cells == anew.cells)
    }
  }
}

import Testing

@testable import TerminalScreen

@Suite("Pictures as cells")
struct HalfBlocksTests {
  private func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) throws -> Picture {
    let bytes = (0..<height).flatMap { row in (0..<width).flatMap { pixel($0, row) } }
    return try #require(Picture(width: width, height: height, bytes: bytes))
  }

  @Test("The ratio is kept, the picture fits, and a small one does not grow")
  func sizes() {
    let room = Size(columns: 40, rows: 12)
    for (width, height, columns, rows) in [
      (40, 24, 40, 12), (4_000, 3_000, 32, 12), (300, 100, 40, 7), (100, 300, 8, 12), (16, 16, 16, 8),
      (1, 1, 1, 1),
      (65_535, 1, 40, 1), (1, 65_535, 1, 12), (0, -1, 1, 1), (5, 3, 5, 2),
    ] {
      #expect(
        HalfBlocks.size(ofWidth: width, height: height, in: room) == Size(columns: columns, rows: rows),
        "\(width)×\(height)")
    }
    #expect(
      HalfBlocks.size(ofWidth: 10, height: 10, in: Size(columns: 0, rows: 0)) == Size(columns: 1, rows: 1))
  }

  @Test("A cell has the colours of two pixels, and the background where the picture is transparent")
  func cells() throws {
    let colors: [[UInt8]] = [
      [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [9, 9, 9, 0],
      [1, 2, 3, 255], [0, 0, 0, 0], [7, 7, 7, 100], [4, 5, 6, 200],
    ]
    let blocks = HalfBlocks(
      try picture(4, 2) { colors[$1 * 4 + $0] }, in: Size(columns: 40, rows: 12))
    #expect(blocks.size == Size(columns: 4, rows: 1))
    let row = blocks.row(0, on: Style(.palette(7), on: .palette(1)))
    #expect(row.glyphs.map(\.text) == ["▀", "▀", "▀", "▄"])
    #expect(row.style(at: 0) == Style(.rgb(red: 255, green: 0, blue: 0), on: .rgb(red: 1, green: 2, blue: 3)))
    #expect(row.style(at: 1) == Style(.rgb(red: 0, green: 255, blue: 0), on: .palette(1)))
    #expect(row.style(at: 3) == Style(.rgb(red: 4, green: 5, blue: 6), on: .palette(1)))
    #expect(blocks.row(1, on: .plain).isEmpty && blocks.row(-1, on: .plain).isEmpty)
    let nothing = HalfBlocks(try picture(2, 2) { _, _ in [0, 0, 0, 0] }, in: Size(columns: 9, rows: 9))
    #expect(nothing.row(0, on: .plain).glyphs.map(\.text) == [" ", " "])
  }

  @Test("A smaller picture has the mean colours, weighted by opacity")
  func mean() throws {
    let small = try picture(4, 2) { column, row in
      column < 2 ? [UInt8(column * 100), 0, UInt8(row * 50), 255] : [200, 0, 0, column == 2 ? 255 : 0]
    }.scaled(width: 2, height: 1)
    #expect(small.bytes == [50, 0, 25, 255, 200, 0, 0, 127])
  }

  @Test("An odd number of lines leaves the last half to the background")
  func odd() throws {
    let blocks = HalfBlocks(try picture(1, 3) { _, _ in [5, 5, 5, 255] }, in: Size(columns: 9, rows: 9))
    #expect(blocks.size == Size(columns: 1, rows: 2))
    let last = blocks.row(1, on: .plain)
    #expect(last.count == 1 && last.style(at: 0) == Style(.rgb(red: 5, green: 5, blue: 5)))
  }

  @Test("There are exactly as many pixels as announced")
  func wrong() {
    #expect(Picture(width: 2, height: 2, bytes: [0]) == nil)
    #expect(Picture(width: 0, height: 0, bytes: []) == nil)
    #expect(Picture(width: -1, height: -1, bytes: [0, 0, 0, 0]) == nil)
    #expect(Picture(width: .max, height: .max, bytes: []) == nil)
  }

  @Test("A panel removes all pixels behind it")
  func cleared() throws {
    var grid = Grid(Size(columns: 4, rows: 1))
    let blocks = HalfBlocks(try picture(2, 2) { _, _ in [5, 5, 5, 255] }, in: Size(columns: 9, rows: 9))
    grid.put(blocks.row(0, on: .plain), at: Position(column: 1, row: 0), in: grid.bounds)
    #expect(grid.row(0).map(\.showsPixels) == [false, true, true, false])
    grid.clearPixels()
    #expect(grid == Grid(Size(columns: 4, rows: 1)))
  }

  @Test("Block characters in text stay text, and pixels stay pixels in any style")
  func blocksInWords() throws {
    var grid = Grid(Size(columns: 4, rows: 1))
    grid.put("▀▄", at: Position(column: 0, row: 0), in: grid.bounds, .plain)
    let blocks = HalfBlocks(try picture(1, 2) { _, _ in [5, 5, 5, 255] }, in: Size(columns: 9, rows: 9))
    grid.put(blocks.row(0, on: .plain), at: Position(column: 2, row: 0), in: grid.bounds)
    #expect(grid.row(0).map(\.showsPixels) == [false, false, true, false])
    grid.restyle(grid.bounds) { $0.adding(.reverse) }
    #expect(grid.row(0).map(\.showsPixels) == [false, false, true, false])
    #expect(grid.row(0)[0] != grid.row(0)[2], "nor are they the same cell")
    grid.clearPixels()
    #expect(grid.row(0).map(\.text) == ["▀", "▄", " ", " "])
    #expect(MemoryLayout<Cell>.size == 32 && MemoryLayout<Glyph>.stride == 24)
  }
}

import TerminalRecording
import TerminalScreen
import Testing

@Suite("Pictures over cells")
struct PlacedPictureTests {
  private func picture(_ width: Int, _ height: Int, opacity: UInt8 = 255) throws -> Picture {
    try #require(
      Picture(
        width: width, height: height,
        bytes: Array(repeating: [1, 2, 3, opacity], count: width * height).flatMap(\.self)))
  }

  @Test("Parts cut at any row are adjacent in the pixels and complete")
  func rows() throws {
    for height in [1, 7, 64, 101] {
      let picture = try picture(30, height)
      let whole = Rect(column: 3, row: 2, columns: 10, rows: min(height, 12))
      for cut in 1..<max(2, whole.rows) {
        let upper = PlacedPicture(
          picture, in: whole, clip: Rect(column: 0, row: 0, columns: 80, rows: 2 + cut))
        let lower = PlacedPicture(
          picture, in: whole, clip: Rect(column: 0, row: 2 + cut, columns: 80, rows: 80))
        #expect(upper.source.row == 0 && upper.source.rows > 0 && upper.source.columns == 30)
        if !lower.visible.isEmpty {
          #expect(lower.source.row == upper.source.endRow && lower.source.endRow == height)
        }
      }
    }
  }

  @Test("Rows join to one picture, and another picture does not join")
  func joined() throws {
    let picture = try picture(20, 20)
    let whole = Rect(column: 0, row: -1, columns: 20, rows: 4)
    func row(_ row: Int) -> PlacedPicture {
      PlacedPicture(picture, in: whole, clip: Rect(column: 0, row: row, columns: 80, rows: 1))
    }
    var one = row(0)
    let joined = [row(1), row(2)].map { one.join($0) }
    #expect(joined == [true, true])
    #expect(one == PlacedPicture(picture, in: whole, clip: Rect(Size(columns: 80, rows: 24))))
    let again = one.join(row(2))
    #expect(!again)
    let other = PlacedPicture(try self.picture(20, 19), in: whole, clip: Rect(Size(columns: 80, rows: 24)))
    var upper = row(0)
    let isOther = upper.join(other)
    #expect(!isOther)
  }

  @Test("Transparency is known")
  func opaque() throws {
    #expect(try picture(3, 3).isOpaque && !picture(3, 3, opacity: 254).isOpaque)
    #expect(try !picture(9, 9, opacity: 0).scaled(width: 2, height: 2).isOpaque)
  }

  @Test("Clearing pixels in an area keeps the text next to them")
  func cleared() throws {
    var grid = Grid(Size(columns: 4, rows: 2))
    let blocks = HalfBlocks(try picture(4, 4), in: grid.size)
    for row in 0..<2 {
      grid.put(blocks.row(row, on: .plain), at: Position(column: 0, row: row), in: grid.bounds)
    }
    grid.put("a", at: Position(column: 2, row: 0), in: grid.bounds, .plain)
    let before = grid
    let part = Rect(column: 1, row: 0, columns: 3, rows: 1)
    #expect(!grid.differs(from: before, in: grid.bounds))
    grid.clearPixels(in: part, Style(.standard, on: .palette(4)))
    #expect(grid.lines == ["▀ a ", "▀▀▀▀"])
    #expect(grid[Position(column: 3, row: 0)].style.background == .palette(4))
    #expect(grid.differs(from: before, in: part))
    #expect(!grid.differs(from: before, in: Rect(column: 0, row: 1, columns: 9, rows: 9)))
    #expect(!grid.differs(from: before, in: Rect(column: 0, row: 0, columns: 1, rows: 1)))
    #expect(!grid.differs(from: before, in: Rect(column: 1, row: -3, columns: 9, rows: 2)))
  }
}

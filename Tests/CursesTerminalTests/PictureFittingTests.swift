import TerminalScreen
import Testing

@testable import CursesTerminal

@Suite("The shape of pictures over cells")
struct PictureFittingTests {
  private func placed(_ width: Int, _ height: Int, _ cells: Size) throws -> PlacedPicture {
    let picture = try #require(
      Picture(width: width, height: height, bytes: Array(repeating: 255, count: width * height * 4)))
    return PlacedPicture(
      picture, in: Rect(column: 2, row: -1, columns: cells.columns, rows: cells.rows),
      clip: Rect(Size(columns: 80, rows: 24)))
  }

  @Test("A picture keeps its ratio, whatever the shape of cells")
  func ratio() throws {
    for cell in [Size(columns: 7, rows: 16), Size(columns: 10, rows: 20), Size(columns: 12, rows: 20)] {
      for (width, height, columns, rows) in [(320, 320, 24, 12), (320, 100, 40, 6), (90, 300, 7, 12)] {
        var fitting = PictureFitting()
        let before = try placed(width, height, Size(columns: columns, rows: rows))
        let after = try #require(fitting.fit([before], cell: cell).first)
        let size = (Double(after.picture.width), Double(after.picture.height))
        let stretch = (
          Double(columns * cell.columns) / size.0, Double(rows * cell.rows) / size.1
        )
        #expect((0.97...1.03).contains(stretch.0 / stretch.1), "\(cell) \(width)×\(height)")
        #expect(after.whole == before.whole && after.visible == before.visible)
        #expect(after.picture.width == width || after.picture.height == height)
      }
    }
  }

  @Test("Its pixels stay in place, and the margin is empty")
  func pixels() throws {
    let picture = try #require(Picture(width: 2, height: 1, bytes: [1, 2, 3, 255, 4, 5, 6, 255]))
    let larger = picture.extended(width: 3, height: 2)
    #expect(larger.width == 3 && larger.height == 2 && !larger.isOpaque && picture.isOpaque)
    #expect(larger.bytes == picture.bytes + Array(repeating: 0, count: 16))
    #expect(picture.extended(width: 1, height: 1) == picture)
    #expect(picture.extended(width: 5_000, height: 1) == picture)
  }

  @Test("Without a cell size it is stretched, and a fitted picture is not fitted again")
  func known() throws {
    var fitting = PictureFitting()
    let before = try placed(320, 320, Size(columns: 24, rows: 12))
    #expect(fitting.fit([before], cell: nil) == [before])
    #expect(fitting.fit([before], cell: Size(columns: 0, rows: 0)) == [before])
    let cell = Size(columns: 7, rows: 16)
    let first = fitting.fit([before, before], cell: cell)
    let again = fitting.fit([before], cell: cell)
    #expect(first[0] == again[0] && first[0] == first[1])
    let bases = [first[0], first[1], again[0]].map { $0.picture.bytes.withUnsafeBytes { $0.baseAddress } }
    #expect(Set(bases).count == 1)
    #expect(fitting.fit([before], cell: Size(columns: 8, rows: 16)) == [before])
  }
}

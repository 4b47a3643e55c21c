import TerminalScreen
import Testing

@Suite("Rect")
struct RectTests {
  @Test("A removed side and the rest make up the whole")
  func taking() {
    var rect = Rect(column: 2, row: 1, columns: 10, rows: 6)
    #expect(rect.takeTop(2) == Rect(column: 2, row: 1, columns: 10, rows: 2))
    #expect(rect.takeBottom(1) == Rect(column: 2, row: 6, columns: 10, rows: 1))
    #expect(rect.takeLeft(3) == Rect(column: 2, row: 3, columns: 3, rows: 3))
    #expect(rect.takeRight(100) == Rect(column: 5, row: 3, columns: 7, rows: 3))
    #expect(rect.isEmpty)
  }

  @Test("Disjoint rectangles have no intersection")
  func apart() {
    let left = Rect(column: 0, row: 0, columns: 3, rows: 3)
    #expect(left.intersection(Rect(column: 3, row: 0, columns: 3, rows: 3)).isEmpty)
    #expect(
      left.intersection(Rect(column: 1, row: 2, columns: 9, rows: 9))
        == Rect(column: 1, row: 2, columns: 2, rows: 1))
  }
}

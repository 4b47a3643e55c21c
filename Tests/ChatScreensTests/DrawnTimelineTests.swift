import ChatDomain
import DraftEngine
import TerminalScreen
import Testing

@testable import ChatScreens

@Suite("Lines that move")
struct DrawnTimelineTests {
  private let rect = Rect(column: 4, row: 2, columns: 20, rows: 5)
  private let columns = MessageColumns(width: 20, MessageLayout(), showsSigns: false)

  private func block(_ id: MessageID, _ elements: [MessageElement]) throws -> MessageBlock {
    guard case .message(let row) = Scene.message(id, Scene.ana, "10:00", elements) else { throw NoMessage() }
    return MessageBlock(row, columns)
  }

  private struct NoMessage: Error {}

  private func line(
    _ index: Int, of block: MessageBlock, isSelected: Bool = false, isFound: Bool = false
  ) -> DrawnTimeline.Line {
    DrawnTimeline.Line(block: block, index: index, isSelected: isSelected, isFound: isFound)
  }

  @Test("A line is found where it stands, wherever it is looked for, until its row shows something else")
  func finding() throws {
    let block = try block("m1", [.plainText(text: "one")])
    var drawn = DrawnTimeline(in: rect)
    drawn.note(line(0, of: block), at: 3)
    for guess in [3, 0, -7, 99] { #expect(drawn.row(of: line(0, of: block), near: guess) == 3) }
    #expect(drawn.row(of: line(1, of: block), near: 3) == nil)
    #expect(drawn.row(of: line(0, of: block, isSelected: true), near: 3) == nil)
    #expect(drawn.row(of: line(0, of: block, isFound: true), near: 3) == nil)
    #expect(drawn.row(of: line(0, of: try self.block("m1", [.plainText(text: "one")])), near: 3) == nil)
    drawn.forget(3)
    #expect(drawn.row(of: line(0, of: block), near: 3) == nil)
  }

  @Test("Lines of a message with a link are not moved; a mention is no obstacle")
  func links() throws {
    let url = try block("m1", [.link(text: "there", target: .url(url: "https://there.example"))])
    let mention = try block("m2", [.link(text: "Ben", target: .user(userId: "ben"))])
    var drawn = DrawnTimeline(in: rect)
    drawn.note(line(0, of: url), at: 0)
    drawn.note(line(0, of: mention), at: 1)
    #expect(drawn.row(of: line(0, of: url), near: 0) == nil)
    #expect(drawn.row(of: line(0, of: mention), near: 1) == 1)
  }

  @Test("A line that moved is copied and not drawn, within its own columns")
  func moving() throws {
    let block = try block("m1", [.plainText(text: "one")])
    var canvas = Canvas(Size(columns: 30, rows: 8), Theme())
    // Nothing that is drawn says this: it can only be copied.
    canvas.put(StyledText("|copied|", .plain), at: 3, in: Rect(column: 0, row: 5, columns: 30, rows: 1))
    var drawn = DrawnTimeline(in: rect)
    drawn.note(line(0, of: block), at: 3)
    var former = MovableTimeline(drawn, in: canvas.grid)
    let row = Rect(column: 4, row: 2, columns: 20, rows: 1)
    let (isMoved, isMovedAsSelected) = (
      former.move(line(0, of: block), to: row, on: &canvas),
      former.move(line(0, of: block, isSelected: true), to: row, on: &canvas)
    )
    #expect(isMoved && !isMovedAsSelected)
    #expect(canvas.grid.row(2).map(\.text).joined().hasPrefix("    copied|"))
    let wider = Rect(column: 3, row: 2, columns: 21, rows: 1)
    let isMovedElsewhere = former.move(line(0, of: block), to: wider, on: &canvas)
    #expect(!isMovedElsewhere)
  }
}

import ChatDomain
import TerminalScreen

/// A picture among the lines of a message. How many rows it has is known before it is there, if somebody said how large
/// it is, and does not change any more then: nothing moves when it comes.
struct PictureRows: Hashable, Sendable {
  let count: Int
  private let picture: Picture?
  private let blocks: HalfBlocks?
  private let failure: String?

  private static let most = Size(columns: 40, rows: 12)

  /// - Parameter columns: those of the words.
  init(_ state: PictureState, columns: Int) {
    var room = Self.most
    room.columns = max(1, min(room.columns, columns))
    if let size = state.size { room = HalfBlocks.size(ofWidth: size.width, height: size.height, in: room) }
    blocks = state.picture.map { HalfBlocks($0, in: room) }
    picture = state.picture
    failure = state.failure
    count = state.size == nil ? blocks?.size.rows ?? 1 : room.rows
  }

  /// Draws one of its rows from the first column of a part.
  func draw(_ row: Int, in rect: Rect, on canvas: inout Canvas) {
    canvas.put(self.row(row, canvas.theme), in: rect)
    guard let picture, let size = blocks?.size, row < size.rows else { return }
    let whole = Rect(column: rect.column, row: rect.row - row, columns: size.columns, rows: size.rows)
    canvas.place(PlacedPicture(picture, in: whole, clip: rect, on: canvas.theme.text))
  }

  func row(_ row: Int, _ theme: Theme) -> StyledText {
    if let blocks { return blocks.row(row, on: theme.text) }
    guard row == 0 else { return StyledText() }
    return StyledText(failure.map { "no picture: \(FirstWords.line(of: $0))" } ?? "…", theme.quiet)
  }
}

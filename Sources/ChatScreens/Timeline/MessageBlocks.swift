import ChatDomain

/// Messages as wrapped for those who measure them and for the screen, so that a message is wrapped once, and not with every
/// frame that shows it.
public final class MessageBlocks {
  private struct Place: Hashable {
    let message: MessageID
    /// A thread shows its message beside the channel that has it too.
    let width: Int
  }

  private var kept: [Place: MessageBlock] = [:]

  /// More than nearly all screens show at a time, and as many again above them.
  private static let most = 256

  public init() {}

  /// The lines of a message: the same object as long as it looks the same.
  func block(of row: MessageRow, _ columns: MessageColumns) -> MessageBlock {
    let place = Place(message: row.message.id, width: columns.width)
    // An unchanged message shares its text with the stored one, so comparing them is quick.
    if let old = kept[place], old.columns == columns, old.row == row { return old }
    let block = MessageBlock(row, columns)
    if kept.count >= Self.most { kept.removeAll() }
    kept[place] = block
    return block
  }
}

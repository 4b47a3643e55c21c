import ChatDomain

/// Messages as wrapped for previous frames, so that a message is wrapped once, and not with every frame that shows it.
struct MessageBlocks: Sendable {
  private var kept: [MessageID: MessageBlock] = [:]

  /// More than nearly all screens show at a time.
  private static let most = 128

  /// The lines of a message.
  mutating func block(of row: MessageRow, _ columns: MessageColumns) -> MessageBlock {
    // An unchanged message shares its text with the stored one, so comparing them is quick.
    if let old = kept[row.message.id], old.columns == columns, old.row == row { return old }
    let block = MessageBlock(row, columns)
    if kept.count >= Self.most { kept.removeAll() }
    kept[row.message.id] = block
    return block
  }
}

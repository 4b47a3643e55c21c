import ChatDomain
import DraftEngine

/// Long messages as wrapped for the previous frame, so that a million letters are wrapped once and not with every key.
struct MessageBlocks: Sendable {
  private var kept: [MessageID: MessageBlock] = [:]

  private static let long = 2_000
  private static let most = 64

  /// The lines of a message.
  mutating func block(of row: MessageRow, _ columns: MessageColumns) -> MessageBlock {
    guard row.message.elements.contains(where: { $0.text.utf8.count > Self.long }) else {
      return MessageBlock(row, columns)
    }
    // An unchanged message shares its text with the stored one, so comparing them is quick.
    if let old = kept[row.message.id], old.columns == columns, old.row == row { return old }
    let block = MessageBlock(row, columns)
    if kept.count >= Self.most { kept.removeAll() }
    kept[row.message.id] = block
    return block
  }
}

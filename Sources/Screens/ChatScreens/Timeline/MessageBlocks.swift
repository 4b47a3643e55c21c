import ChatDomain

/// Wrapped messages, shared by measuring and drawing, so that a message is not wrapped again for each frame.
public final class MessageBlocks {
  private struct Key: Hashable {
    let message: MessageID
    /// A thread shows its message beside the channel that has it too.
    let width: Int
  }

  private var kept: [Key: MessageBlock] = [:]

  /// About twice what nearly all screens show: what is above is measured for paging.
  private static let most = 256

  public init() {}

  /// The lines of a message: the same object while it is kept and the message looks the same.
  func block(of row: Shared<MessageRow>, _ columns: MessageColumns) -> MessageBlock {
    let key = Key(message: row.wrappedValue.message.id, width: columns.width)
    // An unchanged message shares its text with the stored one, so comparing them is quick.
    if let old = kept[key], old.columns == columns, old.shared == row { return old }
    let block = MessageBlock(row, columns)
    if kept.count >= Self.most { kept.removeAll() }
    kept[key] = block
    return block
  }
}

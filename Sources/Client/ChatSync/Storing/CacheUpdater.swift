import ChatDomain

/// Removes edited and deleted text from the local cache, also in channels that are not open.
final class CacheUpdater {
  private let writer: StoreWriter
  private var subscription: Subscription?

  init(board: NoticeBoard, writer: StoreWriter) {
    self.writer = writer
    subscription = board.subscribe { [weak self] in self?.handle($0) }
  }

  private func handle(_ notice: ClientNotice) {
    // Written with the next changes, at the latest with the position in the event stream.
    switch notice {
    case .event(.messageUpdated(let message)) where message.editedAt != nil:
      writer.add([.updateMessage(message)])
    case .event(.messageDeleted(let event)):
      writer.add([.deleteMessage(event)])
    default: break
    }
  }
}

import ChatControllers
import ChatDomain
import Composer

/// Says that the service has received a message or an edit, if no key was pressed since it was sent. In line mode, the narrator
/// says so.
final class SentNotice {
  private let context: AppContext
  private let names: ConversationNames
  /// The latest message or edit, and the key count when it was sent.
  private var latest: (id: TransactionID, isEdit: Bool, keyCount: Int)?

  init(context: AppContext, names: ConversationNames) {
    self.context = context
    self.names = names
  }

  func handle(_ notice: ClientNotice) {
    guard case .outbox(let change) = notice, !context.isLineMode else { return }
    switch change.outcome {
    case .waiting(let entry): note(entry)
    case .withdrawn: if latest?.id == change.transactionId { latest = nil }
    case .done: finish(change)
    }
  }

  private func note(_ entry: OutboxEntry) {
    guard latest?.id != entry.transactionId else { return }
    switch entry.work {
    case .send: latest = (entry.transactionId, false, context.input.keyCount)
    case .edit: latest = (entry.transactionId, true, context.input.keyCount)
    case .delete, .pin, .unpin, .react: break
    }
  }

  private func finish(_ change: OutboxChange) {
    guard let latest, latest.id == change.transactionId else { return }
    self.latest = nil
    guard latest.keyCount == context.input.keyCount, context.notices.current == nil else { return }
    let channel = names.name(of: change.channelId)
    let place = change.parentId == nil ? channel : "the thread in \(channel)"
    context.say(latest.isEdit ? .editSent(to: place) : .sent(to: place))
  }
}

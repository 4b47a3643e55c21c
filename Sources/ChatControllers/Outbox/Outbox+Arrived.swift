import ChatDomain

/// Resolves messages whose holder may not have heard yet that they have arrived.
extension Outbox {
  /// The message under the id the service gave it, if it has arrived since the caller last looked.
  func resolved(_ message: Message) -> Message {
    guard message.timetoken == nil else { return message }
    return arrival(of: message.id) ?? message
  }

  /// The outgoing message with the resolved ids of the messages it replies to and quotes.
  func resolved(_ message: OutgoingMessage) -> OutgoingMessage {
    var message = message
    message.key = resolved(message.key)
    if let quoted = message.quoted, let arrived = arrival(of: quoted.id) {
      message.quoted = QuotedMessage(arrived)
    }
    return message
  }

  /// Completes the sending of a message that is at the service, wherever it was seen: the answer may have been lost,
  /// and a retry refused.
  func accept(_ message: Message) {
    guard message.author.id == service.currentUser.id, let id = message.transactionId,
      let entry = queue[id], entry.isSend, !entry.isAccepted, entry.attempts > 0
    else { return }
    var message = message
    message.localState = nil
    note(message.createdAt, in: entry.channelId)
    writer.add(accept(entry, message))
    Task {
      await writer.flush()
      work(in: message.channelId)
    }
  }

  /// The resolved place of a draft.
  func resolved(_ key: DraftKey) -> DraftKey {
    guard let parent = key.parentId, let arrived = arrival(of: parent) else { return key }
    return DraftKey(channelId: key.channelId, parentId: arrived.id)
  }

  /// Whether a message is in the outbox and, as far as known, not at the service.
  func isOnItsWay(_ id: MessageID) -> Bool {
    guard let entry = queue[TransactionID(id.rawValue)] else { return false }
    return entry.isSend && !entry.isAccepted
  }

  /// The arrived version of a message that had the id of its transaction.
  func arrival(of local: MessageID) -> Message? {
    guard case .success(let arrived?) = results.answer(to: TransactionID(local.rawValue))?.outcome else {
      return nil
    }
    return arrived
  }
}

import ChatDomain

/// A pending message quotes what is there when it is sent, and not what was there when it was written.
extension Outbox {
  func hearOfQuoted(_ event: ChatEvent) {
    switch event {
    case .messageUpdated(let message) where message.editedAt != nil:
      let quote = QuotedMessage(message)
      changeQuotes(of: message.id, in: message.channelId) { $0.updated(by: quote) }
    case .messageDeleted(let event):
      changeQuotes(of: event.messageId, in: event.channelId) { $0.deleted }
    default: break
    }
  }

  private func changeQuotes(
    of id: MessageID, in channel: ChannelID, _ change: (QuotedMessage) -> QuotedMessage
  ) {
    for var entry in queue.entries(naming: id, in: channel) where !entry.isAccepted {
      guard case .send(var new) = entry.work, let quoted = new.quoted, quoted.id == id else { continue }
      new.quoted = change(quoted)
      entry.work = .send(new)
      entry.message.quoted = new.quoted
      queue.put(entry)
      if queue.isKept(entry.transactionId) { writer.add([.saveOutbox(entry)]) }
    }
  }
}

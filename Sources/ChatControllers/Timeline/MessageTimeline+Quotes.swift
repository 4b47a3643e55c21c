import ChatDomain
import DraftEngine

nonisolated extension MessageTimeline {
  /// Updates a quote by what is known of the quoted message: it may have been edited or deleted in the meantime.
  func refreshQuote(in message: inout Message) {
    guard let quoted = message.quoted else { return }
    if let deletion = deletions[quoted.id], deletion.channelId == quoted.channelId {
      message.quoted = quoted.deleted
    } else if let now = base(of: quoted.id), now.editedAt != nil || now.isDeleted {
      message.quoted = quoted.updated(by: QuotedMessage(now))
    } else {
      message.quoted = earlyUpdates.upToDate(quoted)
    }
  }

  mutating func refreshQuotes(of message: Message) -> [TimelineChange] {
    let quote = QuotedMessage(message)
    return replaceQuotes(of: message.id) { $0.updated(by: quote) }
  }

  mutating func blankQuotes(of id: MessageID) -> [TimelineChange] {
    replaceQuotes(of: id) { $0.deleted }
  }

  private mutating func replaceQuotes(
    of id: MessageID, by new: (QuotedMessage) -> QuotedMessage
  ) -> [TimelineChange] {
    guard let quoting = quoters[id] else { return [] }
    return quoting.sorted().flatMap { quoter -> [TimelineChange] in
      guard let index = exactIndex(of: quoter), let old = messages[index].quoted, old.id == id else {
        return []
      }
      bases[quoter]?.quoted = new(old)
      guard new(old) != old else { return [] }
      messages[index].quoted = new(old)
      return [.updated(quoter)]
    }
  }
}

import ChatDomain
import DraftEngine

nonisolated extension MessageTimeline {
  /// Updates a quote if the quoted message was edited or deleted in the meantime.
  func refreshQuote(in message: inout Message) {
    guard let quoted = message.quoted else { return }
    if let deletion = deletions[quoted.id], deletion.channelId == quoted.channelId {
      message.quoted = quoted.withElements([])
    } else if let now = base(of: quoted.id), now.editedAt != nil || now.isDeleted {
      message.quoted = QuotedMessage(now)
    }
  }

  mutating func refreshQuotes(of message: Message) -> [TimelineChange] {
    replaceQuotes(of: message.id) { _ in QuotedMessage(message) }
  }

  mutating func blankQuotes(of id: MessageID) -> [TimelineChange] {
    replaceQuotes(of: id) { $0.withElements([]) }
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

nonisolated extension QuotedMessage {
  func withElements(_ elements: [MessageElement]) -> QuotedMessage {
    QuotedMessage(id: id, channelId: channelId, author: author, elements: elements)
  }
}

import ChatDomain

extension ServiceState {
  /// A slice of a search: the results within a bounded number of messages, and where to continue.
  struct SearchSlice: Sendable {
    var finds: [Message] = []
    /// Only older messages are still to be searched; nil at the end.
    var rest: UInt64?
  }

  /// The number of messages searched before other requests are let in.
  static var searchSliceLength: Int { 4096 }

  /// Continues a search from a token towards older messages, in one room or all of the user's rooms.
  func search(
    _ words: [FoldedText], in channel: ChannelID?, before token: UInt64, limit: Int, for user: UserID
  ) throws(ChatError) -> SearchSlice {
    let numbers: [Int]
    if let channel {
      numbers = [try room(channel, for: user)]
    } else {
      numbers = (desks[user]?.rooms).map(Array.init) ?? []
    }
    var (logs, owners): ([OrderedLog<MessageRecord>], [Int]) = ([], [])
    for room in numbers {
      for log in [rooms[room].log, rooms[room].replies] where !log.isEmpty {
        logs.append(log)
        owners.append(room)
      }
    }
    var merge = NewestFirst(logs, before: token)
    var slice = SearchSlice()
    for _ in 0..<Self.searchSliceLength {
      guard let (log, record) = merge.next() else { return slice }
      if record.countsAsUnread, holds(record, words) {
        slice.finds.append(message(record, in: owners[log], for: user))
      }
      slice.rest = record.token
      if slice.finds.count == limit { break }
    }
    if merge.isAtEnd { slice.rest = nil }
    return slice
  }

  private func holds(_ record: MessageRecord, _ words: [FoldedText]) -> Bool {
    let text = FoldedText(record.body.text)
    return words.allSatisfy(text.contains)
  }
}

extension SearchQuery {
  /// The words of the query; a result must contain all of them.
  var words: [FoldedText] { text.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) } }
}

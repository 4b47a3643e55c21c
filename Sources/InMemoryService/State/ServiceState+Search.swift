import ChatDomain

extension ServiceState {
  /// A part of a search: what was found in a bounded number of messages, and where to look on.
  struct SearchSlice: Sendable {
    var finds: [Message] = []
    /// Only what is older is still to be looked at; nil at the end.
    var rest: UInt64?
  }

  /// How many messages are looked at before others may ask something.
  static var searchSliceLength: Int { 4096 }

  /// Looks on from a token towards older messages, through one room or all of the person's.
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
  /// Each of these has to be there.
  var words: [FoldedText] { text.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) } }
}

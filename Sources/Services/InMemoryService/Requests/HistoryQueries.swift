import ChatDomain

/// Answers what a user asks about messages and threads.
struct HistoryQueries {
  let user: UserID

  init(of user: UserID) { self.user = user }

  /// An existing message, for a member; one of their own also by the id that it had while it was being sent.
  func message(_ id: MessageID, in channel: ChannelID, _ state: ServiceState) throws(ChatError) -> Message {
    let room = try state.room(channel, for: user)
    if let record = sentRecord(as: TransactionID(id.rawValue), in: room, state) {
      return state.message(record, in: room, for: user)
    }
    return state.message(try state.record(id, in: room), in: room, for: user)
  }

  private func sentRecord(
    as transaction: TransactionID, in room: Int, _ state: ServiceState
  ) -> MessageRecord? {
    guard case .message(room, let token) = state.transactions[transaction, of: user],
      let record = state.rooms[room].history.record(token), record.transactionId == transaction
    else { return nil }
    return record
  }

  func messages(_ query: MessageQuery, _ state: ServiceState) throws(ChatError) -> Page<Message> {
    let room = state.rooms[try state.room(query.channelId, for: user)]
    let limit = try ListCursor.pageSize(query.limit)
    let reader = state.reader
    guard let id = query.parentId else {
      let log = room.history.log
      let page = try LogPage(of: log, at: query.position, limit: limit) {
        room.history.reading.firstUnread(for: user, after: room.members[user]?.readUpTo ?? 0)
      }
      return page.map { reader.message($0, in: room, for: user) }.without(state.events.ignored[user])
    }
    guard let token = id.token, room.history.record(token) != nil else {
      throw .refused(.notFound("message \(id)"))
    }
    let thread = room.threads[token] ?? ThreadRecord()
    let page = try LogPage(of: thread.replies, at: query.position, limit: limit) {
      thread.firstUnread(for: user, since: room.members[user]?.baseline ?? 0)
    }
    return page.map { reader.message(at: $0, in: room, for: user) }.without(state.events.ignored[user])
  }

  func pinnedMessages(
    in channel: ChannelID, _ query: ListQuery, _ state: ServiceState
  ) throws(ChatError) -> Page<Message> {
    let room = state.rooms[try state.room(channel, for: user)]
    let limit = try ListCursor.pageSize(query.limit)
    let reader = state.reader
    var end = UInt64.max
    if let cursor = query.cursor { end = try ListCursor(cursor, of: .pins).token }
    var found: [Message] = []
    for place in room.history.pins.pins(before: end) {
      guard let message = reader.message(at: place.message, in: room, for: user), message.pin != nil,
        !state.events.ignored[user].contains(message.author.id)
      else { continue }
      if found.count == limit { return Page(found, next: ListCursor(.pins, place.token + 1).cursor) }
      found.append(message)
    }
    return Page(found)
  }

  func threads(_ query: ListQuery, _ state: ServiceState) throws(ChatError) -> Page<ThreadSummary> {
    let limit = try ListCursor.pageSize(query.limit)
    let reader = state.reader
    let order = state.threadLists[user]
    var rank = order.count
    if let cursor = query.cursor { rank = order.count(below: try ListCursor(cursor, of: .threads).token) }
    var found: [ThreadSummary] = []
    while rank > 0 {
      let place = order.element(at: rank - 1)
      let room = state.rooms[place.room]
      // Threads in channels the user has left stay in the list, in case the user comes back.
      if room.isMember(user), let summary = reader.summary(ofThreadUnder: place.parent, in: room, for: user),
        !state.events.ignored[user].contains(summary.parent.author.id)
      {
        if found.count == limit {
          return Page(found, next: ListCursor(.threads, place.token + 1).cursor)
        }
        found.append(summary)
      }
      rank -= 1
    }
    return Page(found)
  }

  // MARK: Searching

  /// A slice of a search: the results within a bounded number of messages, and where to continue.
  struct SearchSlice: Sendable {
    var finds: [Message] = []
    /// Only older messages are still to be searched; nil at the end.
    var rest: UInt64?
  }

  /// The number of messages searched before other requests are let in.
  private static let sliceLength = 4096

  /// Continues a search from a token towards older messages, in one room or all of the user's rooms.
  func search(
    _ words: [FoldedText], in channel: ChannelID?, before token: UInt64, limit: Int, _ state: ServiceState
  ) throws(ChatError) -> SearchSlice {
    var numbers = state.channelLists.rooms(of: user)
    if let channel { numbers = [try state.room(channel, for: user)] }
    var (logs, owners): ([OrderedLog<MessageRecord>], [Int]) = ([], [])
    for number in numbers {
      let history = state.rooms[number].history
      for log in [history.log, history.replies] where !log.isEmpty {
        logs.append(log)
        owners.append(number)
      }
    }
    let ignored = state.events.ignored[user]
    var merge = NewestFirst(logs, before: token)
    var slice = SearchSlice()
    for _ in 0..<Self.sliceLength {
      guard let (log, record) = merge.next() else { return slice }
      if record.countsAsUnread, record.contains(words), !ignored.contains(record.author) {
        slice.finds.append(state.message(record, in: owners[log], for: user))
      }
      slice.rest = record.token
      if slice.finds.count == limit { break }
    }
    if merge.isAtEnd { slice.rest = nil }
    return slice
  }
}

extension MessageRecord {
  fileprivate func contains(_ words: [FoldedText]) -> Bool {
    let text = FoldedText(body.text)
    return words.allSatisfy(text.contains)
  }
}

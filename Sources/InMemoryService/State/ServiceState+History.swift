import ChatDomain

extension ServiceState {
  func messages(_ query: MessageQuery, for user: UserID) throws(ChatError) -> Page<Message> {
    let room = try room(query.channelId, for: user)
    let limit = try ListCursor.pageSize(query.limit)
    guard let id = query.parentId else {
      return try page(of: rooms[room].log, at: query.position, limit: limit, for: user, in: room) {
        rooms[room].reading.firstUnread(for: user, after: rooms[room].members[user]?.readUpTo ?? 0)
      } message: {
        message($0, in: room, for: user)
      }
    }
    let parent = try record(id, in: room)
    let thread = rooms[room].threads[parent.token] ?? ThreadLedger()
    return try page(of: thread.replies, at: query.position, limit: limit, for: user, in: room) {
      thread.firstUnread(for: user, since: rooms[room].members[user]?.baseline ?? 0)
    } message: {
      message(at: $0, in: room, for: user)
    }
  }

  private func page<Element>(
    of log: OrderedLog<Element>, at position: MessageQuery.Position, limit: Int, for user: UserID,
    in room: Int, firstUnread: () -> UInt64?, message: (Element) -> Message?
  ) throws(ChatError) -> Page<Message> {
    let ranks = try ranks(of: log, at: position, limit: limit, firstUnread: firstUnread)
    let elements = log.elements(in: ranks)
    var page = Page(elements.compactMap(message))
    // An empty page still has a position.
    let start = ranks.lowerBound
    let end = start + elements.count
    if start > 0 {
      page.previous = ListCursor(.messages, log.element(at: start - 1).token + 1).cursor
    }
    if end < log.count { page.next = ListCursor(.messages, log.element(at: end).token - 1).cursor }
    return page
  }

  private func ranks<Element>(
    of log: OrderedLog<Element>, at position: MessageQuery.Position, limit: Int, firstUnread: () -> UInt64?
  ) throws(ChatError) -> Range<Int> {
    switch position {
    case .newest: return ListWindow.before(log.count, limit: limit)
    case .oldest: return ListWindow.from(0, limit: limit, of: log.count)
    case .before(let cursor):
      let token = try ListCursor(cursor, of: .messages).token
      return ListWindow.before(log.count(below: token), limit: limit)
    case .after(let cursor):
      let token = try ListCursor(cursor, of: .messages).token
      return ListWindow.from(log.count - log.count(above: token), limit: limit, of: log.count)
    case .around(let id):
      guard let token = id.token, log.contains(token) else { throw .refused(.notFound("message \(id)")) }
      return ListWindow.around(log.count(below: token), limit: limit, of: log.count)
    case .firstUnread:
      guard let token = firstUnread() else { return ListWindow.before(log.count, limit: limit) }
      return ListWindow.around(log.count(below: token), limit: limit, of: log.count)
    }
  }

  func pinnedMessages(
    in channel: ChannelID, _ query: ListQuery, for user: UserID
  ) throws(ChatError) -> Page<Message> {
    let room = try room(channel, for: user)
    let limit = try ListCursor.pageSize(query.limit)
    var end = UInt64.max
    if let cursor = query.cursor { end = try ListCursor(cursor, of: .pins).token }
    var found: [Message] = []
    for place in rooms[room].pins.pins(before: end) {
      guard let message = message(at: place.message, in: room, for: user), message.pin != nil else {
        continue
      }
      if found.count == limit { return Page(found, next: ListCursor(.pins, place.token + 1).cursor) }
      found.append(message)
    }
    return Page(found)
  }
}

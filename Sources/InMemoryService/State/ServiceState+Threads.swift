import ChatDomain

extension ServiceState {
  func threadInfo(under token: UInt64, in room: Int) -> ThreadInfo? {
    guard let thread = rooms[room].threads[token] else { return nil }
    return ThreadInfo(
      replyCount: thread.live.count, mostRepliedUsers: thread.mostReplied.map(knownUser),
      lastRepliedAt: thread.live.last.flatMap { rooms[room].record($0)?.createdAt },
      updatedAt: Timetoken(thread.updatedAt))
  }

  /// Changes a thread, and moves it to its new place in the lists of the users involved.
  ///
  /// - Parameter version: a token higher than all before.
  mutating func changeThread(
    under parent: UInt64, in room: Int, at version: UInt64, _ change: (inout ThreadLedger) -> Void
  ) {
    var thread: ThreadLedger
    if let known = rooms[room].threads.removeValue(forKey: parent) {
      thread = known
    } else {
      thread = ThreadLedger()
      if let record = rooms[room].record(parent) { thread.involve(record.involvedUsers) }
    }
    let former = (place: thread.place, users: thread.involved)
    change(&thread)
    thread.updatedAt = version
    thread.place = thread.live.last ?? 0
    if former.place != 0 {
      for user in former.users.keys where former.place != thread.place || thread.involved[user] == nil {
        desks[user]?.threads.remove(former.place)
      }
    }
    if thread.place != 0 {
      let place = ThreadPlace(token: thread.place, room: room, parent: parent)
      for user in thread.involved.keys { desks[user]?.threads.insert(place) }
    }
    rooms[room].threads[parent] = thread
  }

  mutating func tellThreadInfo(under parent: UInt64, in room: Int) {
    guard let info = threadInfo(under: parent, in: room) else { return }
    tellMembers(
      of: room,
      .threadInfoUpdated(
        ThreadInfoUpdateEvent(
          channelId: rooms[room].id, targetMessageId: MessageID(token: parent), threadInfo: info)))
  }

  func threads(_ query: ListQuery, for user: UserID) throws(ChatError) -> Page<ThreadSummary> {
    let limit = try ListCursor.pageSize(query.limit)
    guard let order = desks[user]?.threads else { return Page([]) }
    var rank = order.count
    if let cursor = query.cursor { rank = order.count(below: try ListCursor(cursor, of: .threads).token) }
    var found: [ThreadSummary] = []
    while rank > 0 {
      let place = order.element(at: rank - 1)
      // Threads in channels the user has left stay in the list, in case the user comes back.
      if rooms[place.room].isMember(user), let summary = threadSummary(of: place, for: user) {
        if found.count == limit {
          return Page(found, next: ListCursor(.threads, place.token + 1).cursor)
        }
        found.append(summary)
      }
      rank -= 1
    }
    return Page(found)
  }

  private func threadSummary(of place: ThreadPlace, for user: UserID) -> ThreadSummary? {
    guard let thread = rooms[place.room].threads[place.parent],
      let parent = message(at: place.parent, in: place.room, for: user)
    else { return nil }
    return ThreadSummary(
      parent: parent, lastReply: thread.live.last.flatMap { message(at: $0, in: place.room, for: user) },
      reading: readPosition(of: user, inThread: place.parent, in: place.room))
  }

  private func readPosition(
    of user: UserID, inThread parent: UInt64, in room: Int
  ) -> ThreadReadPosition {
    guard let thread = rooms[room].threads[parent] else { return ThreadReadPosition() }
    return ThreadReadPosition(
      lastRead: thread.readers[user].map { Timetoken($0) },
      unreadReplies: thread.unread(for: user, since: rooms[room].members[user]?.baseline ?? 0))
  }

  /// The read position only moves forward: a late or repeated request does not move it back.
  mutating func markThreadRead(
    _ id: MessageID, in channel: ChannelID, upTo timetoken: Timetoken, by user: UserID
  ) throws(ChatError) -> ThreadReadPosition {
    let room = try room(channel, for: user)
    let parent = try record(id, in: room).token
    let read = min(timetoken.rawValue, latestToken)
    guard let thread = rooms[room].threads[parent], read > thread.readers[user] ?? 0 else {
      return readPosition(of: user, inThread: parent, in: room)
    }
    rooms[room].threads[parent]?.readers[user] = read
    let reading = readPosition(of: user, inThread: parent, in: room)
    tell(
      user,
      .threadReadPositionChanged(ThreadReadEvent(channelId: channel, parentId: id, reading: reading)))
    return reading
  }
}

import ChatDomain
import MatrixCache
import MatrixWire

/// What somebody can ask of what is known.
extension Replica {
  // MARK: Channels

  func summary(of room: Room) throws(CacheFault) -> ChannelSummary {
    let last = try cache.latest(in: room.id)
    return ChannelSummary(
      channel: channel(room), memberCount: room.joinedCount,
      partner: try partner(in: room).map { user throws(CacheFault) in try maker.user(user, in: room) },
      lastMessage: try last.flatMap { row throws(CacheFault) in try maker.message(row, in: room) },
      reading: try readPosition(in: room), preferences: room.preferences)
  }

  /// When something happened last that people see.
  func lastActivity(in room: Room) throws(CacheFault) -> Timestamp {
    let createdAt = channel(room).createdAt
    guard let last = try cache.latest(in: room.id), let event = MatrixEvent(bytes: last.bytes, in: room.id)
    else {
      // The last message is further back; it is not later than what is here.
      guard room.live?.before != nil, let highest = room.highest else { return createdAt }
      return max(createdAt, highest.time)
    }
    return max(createdAt, maker.time.timestamp(event.sentAt))
  }

  // MARK: Messages

  /// A message that is shown, by its id or by the transaction that the user sent it with.
  func message(_ id: MessageID, in room: ChannelID) throws(CacheFault) -> CachedEvent? {
    let sent = try cache.event(sentAs: TransactionID(id.rawValue), by: me, in: room)
    for row in [sent, try cache.event(id, in: room)].compactMap(\.self)
    where row.isShown && [.message, .system].contains(row.kind) {
      return row
    }
    return nil
  }

  /// The last message of a channel up to a token, which may be one that no message has.
  func lastShown(in room: Room, upTo token: Timetoken) throws(CacheFault) -> CachedEvent? {
    let end = Timetoken(token.rawValue == .max ? .max : token.rawValue + 1)
    for slice in try cache.slices(of: room.id).reversed() {
      if let row = try cache.page(.slice(slice.id, in: room.id), .before(end), limit: 1).last { return row }
    }
    return nil
  }

  func lastReply(under root: MessageID, in room: Room, upTo token: Timetoken) throws(CacheFault)
    -> CachedEvent?
  {
    let end = Timetoken(token.rawValue == .max ? .max : token.rawValue + 1)
    return try cache.page(.thread(root, in: room.id), .before(end), limit: 1).last
  }

  /// The first message by others that was not read; nil if there is none here.
  func firstUnread(in room: Room) throws(CacheFault) -> CachedEvent? {
    guard let live = room.live else { return nil }
    return try first(in: .slice(live.id, in: room.id), after: room.reading.readUpTo)
  }

  func firstUnread(under root: MessageID, in room: Room) throws(CacheFault) -> CachedEvent? {
    let read = [try readUpTo(under: root, in: room), room.reading.baseline].compactMap(\.self).max()
    return try first(in: .thread(root, in: room.id), after: read)
  }

  private func first(in list: EventList, after token: Timetoken?) throws(CacheFault) -> CachedEvent? {
    var window = token.map { MatrixCache.Window.after($0) } ?? .oldest
    while true {
      let rows = try cache.page(list, window, limit: 50)
      if let found = rows.first(where: { $0.isCounted && $0.sender != me }) { return found }
      guard let last = rows.last else { return nil }
      window = .after(last.token)
    }
  }

  /// Whether all that was not read is here.
  func reachesUnread(in room: Room) throws(CacheFault) -> Bool {
    try reaches(back: room.reading.readUpTo, in: room)
  }

  /// A file that was uploaded here, or stands in a message of the room.
  func attachment(_ id: FileID, in room: Room) throws(CacheFault) -> FileAttachment? {
    for upload in try cache.uploads() {
      if upload.isDone, let file = upload.attachment, file.id == id { return file }
    }
    guard MediaAddress(id) != nil else { return nil }
    for row in try cache.messages(holding: id.rawValue, in: room.id) {
      if let file = try maker.message(row, in: room)?.files.first(where: { $0.id == id }) { return file }
    }
    return nil
  }

  // MARK: Pages of the server

  /// Adds a page before a slice.
  ///
  /// - Parameter slice: as it was when the page was asked for.
  /// - Returns: the slice that the page is now a part of; nil if it does not join that slice any more.
  func prepend(
    _ page: MessagesAnswer, to slice: CachedSlice, of room: Room
  ) throws(CacheFault) -> CachedSlice? {
    try cache.transaction { () throws(CacheFault) in
      // Meanwhile another page may have come, or the slice may have become a part of another.
      guard let now = try self.slice(slice.id, of: room), now.before == slice.before else { return nil }
      let history = history(of: self.room(room.id))
      try history.note(members: page.state)
      return try history.prepend(page.events, to: now, end: page.end)
    }
  }

  /// The same behind a slice that does not end now.
  func append(
    _ page: MessagesAnswer, to slice: CachedSlice, of room: Room
  ) throws(CacheFault) -> CachedSlice? {
    try cache.transaction { () throws(CacheFault) in
      guard let now = try self.slice(slice.id, of: room), now.after == slice.after, !now.isLive else {
        return nil
      }
      let history = history(of: self.room(room.id))
      try history.note(members: page.state)
      return try history.append(page.events, to: now, end: page.end)
    }
  }

  /// A slice as it is now; nil if it is gone.
  func slice(_ id: SliceID, of room: Room) throws(CacheFault) -> CachedSlice? {
    try cache.slices(of: room.id).first { $0.id == id }
  }

  /// The slice around a place in the timeline. Those of servers whose clocks differ may overlap, and then the one counts
  /// that has a message just there.
  func slice(at token: Timetoken, of room: Room) throws(CacheFault) -> CachedSlice? {
    var around: CachedSlice?
    for slice in try cache.slices(of: room.id) {
      guard let bounds = try cache.bounds(of: slice.id), bounds.lowest <= token, token <= bounds.highest
      else {
        continue
      }
      let before = MatrixCache.Window.after(Timetoken(token.rawValue == 0 ? 0 : token.rawValue - 1))
      if try cache.page(.slice(slice.id, in: room.id), before, limit: 1).first?.token == token {
        return slice
      }
      around = around ?? slice
    }
    return around
  }

  /// Keeps the beginning of a room.
  func begin(_ page: MessagesAnswer, of room: Room) throws(CacheFault) -> CachedSlice {
    try cache.transaction { () throws(CacheFault) in
      let history = history(of: room)
      try history.note(members: page.state)
      let slice = try cache.makeSlice(in: room.id, before: nil, after: page.start, isLive: false)
      return try history.append(page.events, to: slice, end: page.end)
    }
  }

  func add(_ answer: ContextAnswer, in room: Room) throws(CacheFault) -> CachedSlice {
    try cache.transaction { () throws(CacheFault) in try history(of: room).add(answer) }
  }

  /// The next slice towards now.
  func slice(after slice: CachedSlice, of room: Room) throws(CacheFault) -> CachedSlice? {
    let slices = try cache.slices(of: room.id)
    guard let index = slices.firstIndex(where: { $0.id == slice.id }) else { return nil }
    return slices[(index + 1)...].first
  }

  // MARK: Threads

  func keepReplies(
    _ events: [MatrixEvent], under root: MessageID, in room: Room, next: String?
  ) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      // They have an order among each other.
      try keep(events, in: room.id, isPast: false)
      guard var thread = try cache.thread(root, in: room.id) else { return }
      thread.before = next
      thread.isWhole = next == nil
      try cache.saveThread(thread)
    }
  }

  /// Keeps the roots of threads that the user takes part in, as the server says.
  func keepRoots(_ events: [MatrixEvent], in room: Room) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      for event in events {
        try keep([event], in: room.id)
        if let last = event.bundledThread?.last { try keep([last], in: room.id, isPast: false) }
        guard var thread = try cache.thread(event.id, in: room.id) else { continue }
        thread.isMine = true
        try cache.saveThread(thread)
      }
    }
  }

  func threads(_ request: ListRequest) throws(CacheFault) -> Page<ThreadSummary> {
    var found: [ThreadSummary] = []
    let limit = request.limit
    var last = request.cursor.map { (Timetoken($0.rank), MessageID($0.id)) }
    while true {
      let threads = try cache.threads(before: last, limit: limit + 1)
      for thread in threads {
        guard let latest = thread.latest else { continue }
        guard let room = rooms[thread.room], room.isJoined, let summary = try summary(of: thread, in: room)
        else {
          last = (latest, thread.root)
          continue
        }
        if found.count == limit, let last {
          return Page(found, next: ListCursor(.threads, rank: last.0.rawValue, id: last.1.rawValue).cursor)
        }
        last = (latest, thread.root)
        found.append(summary)
      }
      guard threads.count == limit + 1 else { return Page(found) }
    }
  }

  private func summary(of thread: CachedThread, in room: Room) throws(CacheFault) -> ThreadSummary? {
    guard let row = try message(thread.root, in: room.id), let parent = try maker.message(row, in: room),
      let info = parent.threadInfo, info.replyCount > 0
    else { return nil }
    var last: Message?
    if let latest = thread.latest {
      last = try lastReply(under: thread.root, in: room, upTo: latest).flatMap { row throws(CacheFault) in
        try maker.message(row, in: room)
      }
    }
    return ThreadSummary(
      parent: parent, lastReply: last, reading: try readPosition(under: thread.root, in: room))
  }

  // MARK: Search

  func search(
    _ text: String, in channel: ChannelID?, among rooms: Set<ChannelID>, after cursor: ListCursor?, limit: Int
  ) throws(CacheFault) -> (finds: [Message], next: ListCursor?) {
    var finds: [Message] = []
    var last = cursor.map { (Timetoken($0.rank), MessageID($0.id)) }
    while true {
      let rows = try cache.search(text, in: channel, before: last, limit: limit + 1)
      for row in rows {
        if finds.count == limit, let last {
          return (finds, ListCursor(.search, rank: last.0.rawValue, id: last.1.rawValue))
        }
        last = (row.token, row.id)
        guard rooms.contains(row.room), row.isCounted, let room = self.rooms[row.room],
          let message = try maker.message(row, in: room)
        else { continue }
        finds.append(message)
      }
      guard rows.count == limit + 1 else { return (finds, nil) }
    }
  }
}

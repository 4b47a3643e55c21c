import ChatDomain

/// The user's threads in all rooms.
struct ThreadList {
  let replica: Replica

  private var cache: MatrixCache { replica.cache }

  func page(_ request: ListRequest) throws(CacheFault) -> Page<ThreadSummary> {
    var found: [ThreadSummary] = []
    let limit = request.limit
    var last = request.cursor.map { (Timetoken($0.rank), MessageID($0.id)) }
    while true {
      let threads = try cache.threads.list(before: last, limit: limit + 1)
      for thread in threads {
        guard let latest = thread.latest else { continue }
        guard let room = replica.rooms[thread.room], room.isJoined,
          let summary = try summary(of: thread, in: room)
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
    guard let row = try replica.message(thread.root, in: room.id),
      let parent = try replica.builder.message(row, in: room), let info = parent.threadInfo,
      info.replyCount > 0
    else { return nil }
    let reading = replica.reading(of: room)
    var last: Message?
    if let latest = thread.latest, let row = try reading.lastReply(under: thread.root, upTo: latest) {
      last = try replica.builder.message(row, in: room)
    }
    return ThreadSummary(parent: parent, lastReply: last, reading: try reading.position(under: thread.root))
  }

  // MARK: Answers of the server

  func keepReplies(
    _ events: [MatrixEvent], under root: MessageID, in room: Room, next: String?
  ) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      // Replies are ordered by their own times.
      try replica.keep(events, in: room.id, isPast: false)
      guard var thread = try cache.threads.thread(root, in: room.id) else { return }
      thread.before = next
      thread.isComplete = next == nil
      try cache.threads.save(thread)
    }
  }

  /// Saves the roots of the user's threads from an answer.
  func keepRoots(_ events: [MatrixEvent], in room: Room) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      for event in events {
        try replica.keep([event], in: room.id)
        if let last = event.bundledThread?.last { try replica.keep([last], in: room.id, isPast: false) }
        guard var thread = try cache.threads.thread(event.id, in: room.id) else { continue }
        thread.isParticipating = true
        try cache.threads.save(thread)
      }
    }
  }
}

/// Updates a room's threads as replies come and go.
struct ThreadUpdates {
  let builder: MessageBuilder
  let room: Room

  private var cache: MatrixCache { builder.cache }
  private var me: UserID { builder.me }

  /// - Parameter reply: the new one; nil if one was deleted.
  func touch(_ root: MessageID, by reply: CachedEvent?, at token: Timetoken) throws(CacheFault) {
    let known = try cache.threads.thread(root, in: room.id)
    let newest = try cache.threads.repliers(of: root, in: room.id).map(\.latest).max()
    let told = known?.isComplete == true ? nil : known?.serverCount?.latest
    let isParticipating = try isInvolved(in: root)
    try cache.threads.save(
      CachedThread(
        room: room.id, root: root, latest: [newest, told].compactMap(\.self).max(),
        changed: max(known?.changed ?? token, token),
        isParticipating: known?.isParticipating == true || isParticipating,
        isComplete: known?.isComplete ?? false, before: known?.before,
        serverCount: known?.serverCount))
    if let reply, reply.sender == me { room.reading.move(to: token, under: root) }
  }

  /// Whether the user began the thread, replied in it or was mentioned in it.
  func isInvolved(in root: MessageID) throws(CacheFault) -> Bool {
    if let row = try cache.events.event(root, in: room.id), row.sender == me || row.mentionsMe { return true }
    if try cache.threads.repliers(of: root, in: room.id).contains(where: { $0.user == me }) { return true }
    return try cache.events.count(in: room.id, under: root, after: nil, notBy: me).mentions > 0
  }

  func recordInvolvement(in root: MessageID) throws(CacheFault) {
    guard var thread = try cache.threads.thread(root, in: room.id), !thread.isParticipating,
      try isInvolved(in: root)
    else {
      return
    }
    thread.isParticipating = true
    try cache.threads.save(thread)
  }

  /// Saves the server's summary of an unknown thread.
  func add(_ root: MessageID, count: Int, last: MatrixEvent?) throws(CacheFault) {
    guard try cache.threads.thread(root, in: room.id) == nil else { return }
    let latest = last.map { Timetoken(matrix: $0.id, sentAt: $0.sentAt, in: builder.time) }
    try cache.threads.save(
      CachedThread(
        room: room.id, root: root, latest: latest, changed: latest ?? Timetoken(0),
        isParticipating: try isInvolved(in: root), isComplete: false, before: nil,
        serverCount: CachedThread.ServerCount(count: count, latest: latest ?? Timetoken(0))))
  }

  // MARK: Replies

  /// Hides all replies of a hard-deleted root.
  func hideReplies(of root: MessageID) throws(CacheFault) -> [CachedEvent] {
    var hidden: [CachedEvent] = []
    while true {
      let replies = try cache.events.page(.thread(root, in: room.id), .oldest, limit: 100)
      guard !replies.isEmpty else {
        if !hidden.isEmpty { try touch(root, by: nil, at: Timetoken(0)) }
        return hidden
      }
      for reply in replies {
        var row = reply
        row.isShown = false
        row.isCounted = false
        row.mentionsMe = false
        try cache.events.save(row)
        try cache.words.setText(of: row.id, in: room.id, to: "")
        hidden.append(row)
      }
    }
  }

  /// Moves the replies of a root that turns out to be no message, or to be a reply itself, to the channel: in a thread they would
  /// not be found.
  func freeReplies(under root: MessageID, at token: Timetoken) throws(CacheFault) {
    var window = EventWindow.oldest
    var isFreed = false
    while true {
      let replies = try cache.events.page(.thread(root, in: room.id), window, limit: 100)
      guard let last = replies.last else { break }
      for var reply in replies where reply.isCounted {
        reply.parentId = nil
        reply.isInChannel = true
        try cache.events.save(reply)
        isFreed = true
      }
      window = .after(last.token)
    }
    if isFreed { try touch(root, by: nil, at: token) }
  }
}

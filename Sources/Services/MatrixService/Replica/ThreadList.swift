import ChatDomain

/// The threads that the user takes part in, of all rooms.
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
      // They have an order among each other.
      try replica.keep(events, in: room.id, isPast: false)
      guard var thread = try cache.threads.thread(root, in: room.id) else { return }
      thread.before = next
      thread.isComplete = next == nil
      try cache.threads.save(thread)
    }
  }

  /// Keeps the roots of threads that the user takes part in, as the server says.
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

import ChatDomain

/// The user's read positions in a room and its threads, and the unread counts.
struct RoomReading {
  let builder: MessageBuilder
  let room: Room
  /// The level that decides which messages the server counts.
  let notifications: NotificationLevel

  private var cache: MatrixCache { builder.cache }
  private var me: UserID { builder.me }

  // MARK: Marking

  /// Moves a read position; a late receipt does not move it back.
  func mark(_ event: MessageID, _ scope: ReceiptScope) throws(CacheFault) {
    guard let token = try cache.events.event(event, in: room.id)?.token else {
      return try mark(unknown: event, scope)
    }
    switch scope {
    case .main: room.reading.move(to: token)
    case .unthreaded:
      room.reading.move(to: token)
      for thread in try cache.threads.of(room.id) { room.reading.move(to: token, under: thread.root) }
    case .thread(let root): room.reading.move(to: token, under: root)
    }
  }

  /// Marks an uncached event, which precedes all cached ones. Its exact place is resolved when it is needed.
  private func mark(unknown event: MessageID, _ scope: ReceiptScope) throws(CacheFault) {
    guard let live = room.timeline.live, live.before != nil,
      let lowest = try cache.slices.bounds(of: live.id)?.lowest,
      lowest.rawValue > 0
    else { return }
    if case .thread(let root) = scope {
      if room.reading.threads[root] == nil { room.reading.unresolved[scope, default: []].insert(event) }
      return
    }
    let bound = Timetoken(lowest.rawValue - 1)
    guard room.reading.lastRead ?? bound <= bound else { return }
    room.reading.lastRead = bound
    room.reading.unresolved[.main, default: []].insert(event)
  }

  /// Resolves a read position, once its events are cached.
  func resolve(_ scope: ReceiptScope) throws(CacheFault) {
    guard let ids = room.reading.unresolved.removeValue(forKey: scope) else { return }
    var last: Timetoken?
    for id in ids {
      if let token = try cache.events.event(id, in: room.id)?.token { last = max(last ?? token, token) }
    }
    guard let last else { return }
    if case .thread(let root) = scope {
      room.reading.move(to: last, under: root)
    } else {
      room.reading.lastRead = last
    }
  }

  /// Applies a change, and returns the events for positions that moved.
  func changes(by marking: (RoomReading) throws(CacheFault) -> Void) throws(CacheFault) -> [ChatEvent] {
    let before = room.reading
    try marking(self)
    guard room.reading != before, room.isJoined else { return [] }
    var events: [ChatEvent] = []
    if room.reading.lastRead != before.lastRead {
      events.append(.readPositionChanged(channelId: room.id, userId: me, try position()))
    }
    for (root, token) in room.reading.threads.sorted(by: { $0.key < $1.key })
    where before.threads[root] != token {
      events.append(
        .threadReadPositionChanged(
          ThreadReadEvent(channelId: room.id, parentId: root, reading: try position(under: root))))
    }
    return events
  }

  // MARK: Positions

  func position() throws(CacheFault) -> ReadPosition {
    let read = room.reading.readUpTo
    var position = ReadPosition(
      lastRead: room.reading.lastRead, isMarkedUnread: room.wishes.isMarkedUnread)
    if let counted = room.reading.serverCounts, try countsAtServer() {
      (position.unreadCount, position.mentionCount) = (counted.notifications, counted.highlights)
      // The server counts only messages that notify, and cannot see mentions in encrypted messages. So the cached messages are the
      // minimum.
      if notifications != .all || room.isEncrypted {
        let here = try cache.events.count(in: room.id, under: nil, after: read, notBy: me)
        position.unreadCount = max(position.unreadCount, here.all)
        position.mentionCount = max(position.mentionCount, here.mentions)
      }
      return position
    }
    let count = try cache.events.count(in: room.id, under: nil, after: read, notBy: me)
    (position.unreadCount, position.mentionCount) = (count.all, count.mentions)
    return position
  }

  /// Whether the server's counts are used, because not all unread messages are cached.
  func countsAtServer() throws(CacheFault) -> Bool {
    guard room.reading.serverCounts != nil else { return false }
    guard room.reading.unresolved[.main] == nil else { return true }
    return try !reachesUnread()
  }

  func position(under root: MessageID) throws(CacheFault) -> ThreadReadPosition {
    let read = try readUpTo(under: root)
    let after = [read, room.reading.baseline].compactMap(\.self).max()
    let count = try cache.events.count(in: room.id, under: root, after: after, notBy: me)
    return ThreadReadPosition(lastRead: read, unreadReplies: count.all)
  }

  /// Whether all unread messages are cached.
  func reachesUnread() throws(CacheFault) -> Bool {
    guard let live = room.timeline.live else { return false }
    if live.before == nil { return true }
    guard let token = room.reading.readUpTo, let bounds = try cache.slices.bounds(of: live.id) else {
      return false
    }
    return bounds.lowest <= token
  }

  /// The last reply that the user read. Replying implies reading.
  private func readUpTo(under root: MessageID) throws(CacheFault) -> Timetoken? {
    let own = try cache.threads.repliers(of: root, in: room.id).first { $0.user == me }?.latest
    return [own, room.reading.threads[root]].compactMap(\.self).max()
  }

  // MARK: Messages

  /// The last shown message up to a token.
  func lastShown(upTo token: Timetoken) throws(CacheFault) -> CachedEvent? {
    for slice in try cache.slices.of(room.id).reversed() {
      let list = EventList.slice(slice.id, in: room.id)
      if let row = try cache.events.page(list, .before(token.next), limit: 1).last { return row }
    }
    return nil
  }

  func lastReply(under root: MessageID, upTo token: Timetoken) throws(CacheFault) -> CachedEvent? {
    try cache.events.page(.thread(root, in: room.id), .before(token.next), limit: 1).last
  }
}

extension Timetoken {
  /// The next token, up to the largest.
  fileprivate var next: Timetoken { Timetoken(rawValue == .max ? .max : rawValue + 1) }
}

extension ReceiptScope {
  /// The form in the cache.
  var cached: String {
    switch self {
    case .unthreaded: ""
    case .main: ThreadScope.main.text
    case .thread(let root): ThreadScope.thread(root).text
    }
  }

  init?(cached text: String) {
    switch text {
    case "": self = .unthreaded
    default:
      guard let scope = ThreadScope(text: text) else { return nil }
      self.init(scope)
    }
  }
}

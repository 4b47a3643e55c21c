import ChatDomain
import MatrixCache
import MatrixWire

/// How far the user read, and what that leaves unread.
extension Replica {
  /// Notes how far the user read; a late receipt does not move it back.
  func markRead(_ event: MessageID, _ scope: ReceiptScope, in room: Room) throws(CacheFault) {
    guard let token = try cache.event(event, in: room.id)?.token else {
      return try markRead(unknown: event, scope, in: room)
    }
    switch scope {
    case .main: room.reading.move(to: token)
    case .unthreaded:
      room.reading.move(to: token)
      for thread in try cache.threads(of: room.id) { room.reading.move(to: token, under: thread.root) }
    case .thread(let root): room.reading.move(to: token, under: root)
    }
  }

  /// An event that is not here stands before all that is. Where exactly is found out once somebody wants to know.
  private func markRead(
    unknown event: MessageID, _ scope: ReceiptScope, in room: Room
  ) throws(CacheFault) {
    guard let live = room.live, live.before != nil, let lowest = try cache.bounds(of: live.id)?.lowest,
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

  /// Puts a read position where it belongs, once the events are here up to which the user read.
  func resolveReading(of scope: ReceiptScope, in room: Room) throws(CacheFault) {
    guard let ids = room.reading.unresolved.removeValue(forKey: scope) else { return }
    var last: Timetoken?
    for id in ids {
      if let token = try cache.event(id, in: room.id)?.token { last = max(last ?? token, token) }
    }
    guard let last else { return }
    if case .thread(let root) = scope {
      room.reading.move(to: last, under: root)
    } else {
      room.reading.lastRead = last
    }
  }

  /// Tells of what a change of the read positions moved.
  func moveReading(
    in room: Room, _ move: () throws(CacheFault) -> Void
  ) throws(CacheFault) {
    let before = room.reading
    try move()
    guard room.reading != before, room.isJoined else { return }
    if room.reading.lastRead != before.lastRead {
      news.append(.readPositionChanged(channelId: room.id, userId: me, try readPosition(in: room)))
    }
    for (root, token) in room.reading.threads.sorted(by: { $0.key < $1.key })
    where before.threads[root] != token {
      news.append(
        .threadReadPositionChanged(
          ThreadReadEvent(
            channelId: room.id, parentId: root, reading: try readPosition(under: root, in: room))))
    }
  }

  func readPosition(in room: Room) throws(CacheFault) -> ReadPosition {
    let read = room.reading.readUpTo
    var position = ReadPosition(lastRead: room.reading.lastRead)
    let isAllHere = room.reading.unresolved[.main] == nil ? try reaches(back: read, in: room) : false
    if let told = room.unread, !isAllHere {
      (position.unreadCount, position.mentionCount) = (told.notifications, told.highlights)
      return position
    }
    let count = try cache.count(in: room.id, under: nil, after: read, notBy: me)
    (position.unreadCount, position.mentionCount) = (count.all, count.mentions)
    return position
  }

  /// Whether everything after a message is here.
  func reaches(back token: Timetoken?, in room: Room) throws(CacheFault) -> Bool {
    guard let live = room.live else { return false }
    if live.before == nil { return true }
    guard let token, let bounds = try cache.bounds(of: live.id) else { return false }
    return bounds.lowest <= token
  }

  func readPosition(under root: MessageID, in room: Room) throws(CacheFault) -> ThreadReadPosition {
    let read = try readUpTo(under: root, in: room)
    let after = [read, room.reading.baseline].compactMap(\.self).max()
    let count = try cache.count(in: room.id, under: root, after: after, notBy: me)
    return ThreadReadPosition(lastRead: read, unreadReplies: count.all)
  }

  /// The last reply that the user read: whoever replies has read what was there.
  func readUpTo(under root: MessageID, in room: Room) throws(CacheFault) -> Timetoken? {
    let own = try cache.repliers(of: root, in: room.id).first { $0.user == me }?.latest
    return [own, room.reading.threads[root]].compactMap(\.self).max()
  }
}

extension ReceiptScope {
  /// As the cache names it.
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

import ChatDomain
import MatrixCache
import MatrixWire

/// How far the user read, and what that leaves unread.
extension Replica {
  /// Notes how far the user read; a late receipt does not move it back.
  func read(
    _ event: MessageID, at time: Timestamp?, _ place: Receipt.Place, in room: Room
  ) throws(CacheFault) {
    let known = try cache.event(event, in: room.id)
    guard let token = known?.token ?? time.map({ Timetoken(UInt64(max(0, $0.microseconds / 1000)) << 20) })
    else { return }
    func move(_ read: inout Timetoken?) { read = max(read ?? token, token) }
    switch place {
    case .main: move(&room.reading.lastRead)
    case .everything:
      move(&room.reading.lastRead)
      for thread in try cache.threads(of: room.id) { move(&room.reading.threads[thread.root]) }
    case .thread(let root): move(&room.reading.threads[root])
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

  /// Moves the read position after the server took it.
  ///
  /// - Returns: whether it moved.
  func markRead(_ place: Receipt.Place, upTo event: CachedEvent, in room: Room) throws(CacheFault) {
    try read(event.id, at: nil, place, in: room)
  }

  func readPosition(in room: Room) throws(CacheFault) -> ReadPosition {
    let read = room.reading.readUpTo
    var position = ReadPosition(lastRead: room.reading.lastRead)
    if let told = room.unread, try !reaches(back: read, in: room) {
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
    let count = try cache.count(
      in: room.id, under: root, after: room.reading.readUpTo(in: root), notBy: me)
    return ThreadReadPosition(lastRead: room.reading.threads[root], unreadReplies: count.all)
  }
}

extension Receipt.Place {
  /// As the cache names it.
  var cached: String {
    switch self {
    case .everything: ""
    case .main: "main"
    case .thread(let root): root.rawValue
    }
  }

  init?(cached text: String) {
    switch text {
    case "": self = .everything
    case "main": self = .main
    default:
      guard let root = MessageID(matrix: text) else { return nil }
      self = .thread(root)
    }
  }
}

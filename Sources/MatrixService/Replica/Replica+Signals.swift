import ChatDomain
import MatrixCache
import MatrixWire

/// What is told of no message: account data, drafts, presence, typing, receipts.
extension Replica {
  func apply(_ data: AccountData) throws(CacheFault) {
    try cache.saveAccountData(data.bytes, type: data.type, in: data.room)
    adopt(data)
    if let room = data.room.flatMap({ rooms[$0] }), case .fullyRead(let id) = data.meaning {
      try moveReading(in: room) { () throws(CacheFault) in try markRead(id, .main, in: room) }
    }
  }

  func adopt(_ data: AccountData) {
    switch data.meaning {
    case .direct(let rooms):
      let former = direct
      direct = rooms
      for id in Set(former.rooms.values.joined()).symmetricDifference(rooms.rooms.values.joined()) {
        if let room = self.rooms[id], room.isJoined { news.append(.channelUpdated(channel(room))) }
      }
    case .preferences(let read):
      guard let id = data.room else { return }
      let room = room(id)
      guard read.preferences != room.preferences else { return }
      room.preferences = read.preferences
      news.append(.channelPreferencesChanged(channelId: id, read.preferences))
    case .drafts(let device, let slot):
      guard let id = data.room else { return }
      apply(slot: slot, of: device, in: room(id))
    case .fullyRead, .tags, .other: break
    }
  }

  /// Replaces the drafts of one device, and tells of those that are shown differently now.
  func apply(slot: DraftSlot, of device: DeviceID, in room: Room) {
    let scopes = Set(slot.entries.keys).union(room.slots[device].map { Array($0.entries.keys) } ?? [])
    let heads = DraftHeads(room.slots)
    if slot.claim == nil {
      room.claimsSeenAt[device] = nil
    } else if slot.claim != room.slots[device]?.claim {
      room.claimsSeenAt[device] = clock.now
    }
    room.slots[device] = slot
    let new = DraftHeads(room.slots)
    for scope in scopes.sorted(by: { $0.key(in: room.id) < $1.key(in: room.id) }) {
      guard let head = new[scope], head != heads[scope] else { continue }
      let key = scope.key(in: room.id)
      if let draft = head.draft(for: key) {
        news.append(.draftUpdated(DraftUpdatedEvent(draftMessage: draft)))
      } else if heads[scope]?.entry.isDeleted == false {
        news.append(
          .draftDeleted(
            DraftDeletedEvent(key: key, revision: head.entry.revision, deletedBy: head.device)))
      }
    }
  }

  /// What came of something that was done here, and not told by the server.
  func drainNews() -> [ChatEvent] {
    defer { news = [] }
    return news
  }

  func apply(_ person: PresenceNews) {
    let new = person.state.presence(now: clock.now)
    let former = presence.updateValue(new, forKey: person.user)
    guard person.user != me, former?.isOnline != new.isOnline else { return }
    news.append(.presenceChanged(userId: person.user, new))
  }

  func apply(_ ephemeral: Ephemeral, in room: Room) throws(CacheFault) {
    switch ephemeral {
    case .typing(let users):
      let now = Set(users).subtracting([me])
      for user in now.symmetricDifference(room.typing).sorted() {
        let isTyping = now.contains(user)
        news.append(
          .typing(
            TypingEvent(
              channelId: room.id, parentId: nil, user: try maker.user(user, in: room), isTyping: isTyping,
              expiresAt: isTyping ? clock.now + Self.typingLifetime : clock.now)))
      }
      room.typing = now
    case .receipts(let receipts):
      for receipt in receipts where receipt.user == me {
        try cache.saveReceipt(
          CachedReceipt(
            room: room.id, user: receipt.user, scope: receipt.scope.cached,
            isPrivate: receipt.kind == .readPrivately, event: receipt.event,
            at: maker.time.timestamp(receipt.at ?? 0)))
      }
      try moveReading(in: room) { () throws(CacheFault) in
        for receipt in receipts where receipt.user == me {
          try markRead(receipt.event, receipt.scope, in: room)
        }
      }
    }
  }

  /// How long somebody is typing who does not say it again.
  static let typingLifetime = Duration.seconds(30)
}

extension Presence {
  fileprivate var isOnline: Bool { self == .online }
}

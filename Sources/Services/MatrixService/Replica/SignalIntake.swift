import ChatDomain

/// Applies account data, drafts, typing notifications and receipts, and returns the visible changes.
struct SignalIntake {
  let replica: Replica

  private var cache: MatrixCache { replica.cache }

  // MARK: Account data

  /// Saves and applies account data.
  func apply(_ data: AccountData) throws(CacheFault) -> [ChatEvent] {
    try cache.accountData.save(data.bytes, type: data.type, in: data.room)
    let room = data.room.flatMap { replica.rooms[$0] }
    let wasMarked = room?.wishes.isMarkedUnread ?? false
    var news = adopt(data)
    if let room, room.isJoined, room.wishes.isMarkedUnread != wasMarked {
      let position = try replica.reading(of: room).position()
      news.append(.readPositionChanged(channelId: room.id, userId: replica.me, position))
    }
    if let room = data.room.flatMap({ replica.rooms[$0] }), case .fullyRead(let id) = data.meaning {
      news += try replica.reading(of: room).changes { reading throws(CacheFault) in
        try reading.mark(id, .main)
      }
    }
    return news
  }

  /// Applies saved account data, except the read marker, which needs events.
  @discardableResult
  func adopt(_ data: AccountData) -> [ChatEvent] {
    switch data.meaning {
    case .direct(let direct):
      let former = replica.direct
      replica.direct = direct
      let changed = Set(former.rooms.values.joined()).symmetricDifference(direct.rooms.values.joined())
      return changed.compactMap { id in
        replica.rooms[id].flatMap { $0.isJoined ? .channelUpdated(replica.channel($0)) : nil }
      }
    case .formerPreferences(let former):
      if let id = data.room { replica.room(id).wishes.former = former }
      return []
    case .tags(let tags):
      guard let id = data.room else { return [] }
      return apply(tags, to: replica.room(id))
    case .pushRules(let rules): return apply(rules)
    case .markedUnread(let isMarked, let isEarly):
      guard let id = data.room else { return [] }
      if isEarly {
        replica.room(id).wishes.earlyUnreadMark = isMarked
      } else {
        replica.room(id).wishes.unreadMark = isMarked
      }
      return []
    case .drafts(let device, let slot):
      guard let id = data.room else { return [] }
      return apply(slot, of: device, in: replica.room(id))
    case .ignored(let list):
      guard data.room == nil else { return [] }
      // Users cannot ignore themselves.
      replica.ignored.list = list.without(replica.me)
      return []
    case .inbox(let mark):
      replica.inboxMark = mark
      return []
    case .spaceOrder(let order, let isEarly):
      guard let id = data.room else { return [] }
      if isEarly {
        replica.room(id).wishes.earlySpaceOrder = order
      } else {
        replica.room(id).wishes.spaceOrder = order
      }
      return []
    case .fullyRead, .other: return []
    }
  }

  private func apply(_ tags: RoomTags, to room: Room) -> [ChatEvent] {
    let former = room.wishes.tags
    room.wishes.tags = tags
    var news: [ChatEvent] = []
    if former.isFavourite != tags.isFavourite { news.append(replica.preferencesChanged(of: room)) }
    if former.isServerNotice != tags.isServerNotice, room.isJoined {
      news.append(.channelUpdated(replica.channel(room)))
    }
    return news
  }

  /// Only rooms with a changed level get an event.
  private func apply(_ rules: PushRules) -> [ChatEvent] {
    let former = replica.pushRules
    replica.pushRules = rules
    let ids = rules.roomsDiffering(from: former) ?? Set(replica.rooms.keys)
    return ids.sorted().compactMap { id in
      guard let room = replica.rooms[id], room.isJoined,
        replica.notifications(in: room, by: former) != replica.notifications(in: room, by: rules)
      else { return nil }
      return replica.preferencesChanged(of: room)
    }
  }

  /// Replaces the drafts of one device, and returns the visible changes.
  func apply(_ slot: DraftSlot, of device: DeviceID, in room: Room) -> [ChatEvent] {
    let scopes = Set(slot.entries.keys).union(room.drafts.slots[device].map { Array($0.entries.keys) } ?? [])
    let heads = room.drafts.heads
    if slot.claim == nil {
      room.drafts.claimsSeenAt[device] = nil
    } else if slot.claim != room.drafts.slots[device]?.claim {
      room.drafts.claimsSeenAt[device] = replica.clock.now
    }
    room.drafts.slots[device] = slot
    let new = room.drafts.heads
    var news: [ChatEvent] = []
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
    return news
  }

  // MARK: Typing and receipts

  func apply(_ ephemeral: Ephemeral, in room: Room) throws(CacheFault) -> [ChatEvent] {
    switch ephemeral {
    case .typing(let users):
      try apply(
        typing: Set(users).subtracting(replica.ignored.list.users).subtracting([replica.me]), in: room)
    case .receipts(let receipts):
      try apply(receipts.filter { $0.user == replica.me }, in: room)
        + take(receipts.filter { $0.user != replica.me }, in: room)
    }
  }

  /// Per room and answer, this many receipts of others are kept outside threads, and as many in threads: the latest. A room may
  /// have one per member.
  private static let mostReceipts = 20
  /// The maximum number to publish per answer: a night may bring thousands.
  private static let mostToldReceipts = 500

  /// The maximum number of thread receipts per room, and how many new ones may come between two trims.
  private static let mostThreadReceipts = 1_000
  private static let threadReceiptsBetweenTrimming = 200

  /// Saves receipts of others, and publishes those whose events are cached.
  private func take(_ receipts: [Receipt], in room: Room) throws(CacheFault) -> [ChatEvent] {
    let told = receipts.filter { $0.kind == .read && !replica.ignored.contains($0.user) }
    var news: [ChatEvent] = []
    for receipt in latest(told.filter { !$0.isInThread }) + latest(told.filter(\.isInThread)) {
      try keep(receipt, in: room)
      // After an initial sync, clients request the receipts.
      guard replica.since != nil, replica.toldReceipts < Self.mostToldReceipts else { continue }
      replica.toldReceipts += 1
      guard let token = try cache.events.event(receipt.event, in: room.id)?.token else { continue }
      news += receipt.news(upTo: token, in: room.id)
    }
    room.newThreadReceipts += min(told.count { $0.isInThread }, Self.mostReceipts)
    if room.newThreadReceipts > Self.threadReceiptsBetweenTrimming {
      room.newThreadReceipts = 0
      try cache.receipts.trimThreads(
        of: room.id, keeping: Self.mostThreadReceipts, andThoseOf: replica.me)
    }
    return news
  }

  private func latest(_ receipts: [Receipt]) -> [Receipt] {
    guard receipts.count > Self.mostReceipts else { return receipts }
    return Array(receipts.sorted { $0.at ?? 0 > $1.at ?? 0 }.prefix(Self.mostReceipts))
  }

  private func keep(_ receipt: Receipt, in room: Room) throws(CacheFault) {
    try cache.receipts.save(
      CachedReceipt(
        room: room.id, user: receipt.user, scope: receipt.scope.cached,
        isPrivate: receipt.kind == .readPrivately, event: receipt.event,
        at: replica.builder.time.timestamp(receipt.at ?? 0)))
  }

  private func apply(typing users: Set<UserID>, in room: Room) throws(CacheFault) -> [ChatEvent] {
    let now = replica.clock.now
    var news: [ChatEvent] = []
    for user in users.symmetricDifference(room.typing).sorted() {
      let isTyping = users.contains(user)
      news.append(
        .typing(
          TypingEvent(
            channelId: room.id, parentId: nil, user: try replica.builder.user(user, in: room),
            isTyping: isTyping, expiresAt: isTyping ? now + Replica.typingLifetime : now)))
    }
    room.typing = users
    return news
  }

  private func apply(_ receipts: [Receipt], in room: Room) throws(CacheFault) -> [ChatEvent] {
    for receipt in receipts { try keep(receipt, in: room) }
    return try replica.reading(of: room).changes { reading throws(CacheFault) in
      for receipt in receipts { try reading.mark(receipt.event, receipt.scope) }
    }
  }
}

extension Receipt {
  fileprivate var isInThread: Bool { if case .thread = scope { true } else { false } }

  /// The events for a receipt of another user.
  fileprivate func news(upTo token: Timetoken, in room: ChannelID) -> [ChatEvent] {
    let channel = ChatEvent.readPositionChanged(
      channelId: room, userId: user, ReadPosition(lastRead: token))
    func threads(_ root: MessageID?) -> ChatEvent {
      .threadReceiptChanged(
        ThreadReceiptEvent(channelId: room, parentId: root, userId: user, lastRead: token))
    }
    return switch scope {
    case .main: [channel]
    case .unthreaded: [channel, threads(nil)]
    case .thread(let root): [threads(root)]
    }
  }
}

import ChatDomain

/// The device's replica of the account: rooms in memory, everything else in the cache.
///
/// Server answers change it; the only exception is a read position that is sent to no server. An answer to a sync is applied in one
/// transaction, or one per part; the last saves the token for the next sync. Other answers, such as pages, are applied separately.
/// Visible changes are returned as the contract's events.
final class Replica {
  /// The server's token for the last answer that was applied; nil before the first.
  private(set) var since: String?
  private(set) var rooms: [ChannelID: Room] = [:]
  /// Rooms with a pending invitation.
  private(set) var invitedRooms: Set<ChannelID> = []
  var direct = DirectRooms()
  /// The account's push rules.
  var pushRules = PushRules()
  /// Whether drafts of other devices are published.
  var keepsDrafts = true
  /// The number of receipts published for the current answer.
  var toldReceipts = 0
  /// The user's read mark of the inbox.
  var inboxMark = InboxMark()
  /// The published state of the inbox; nil until it is first requested.
  var toldInbox: InboxReader.Told?
  private var presence: [UserID: Presence] = [:]
  /// The published spaces.
  private var toldSpaces: [Space] = []
  let cache: MatrixCache
  let me: UserID
  let builder: MessageBuilder
  let clock: any ChatClock

  /// - Parameter keys: decrypts events; nil if this device cannot.
  init(
    _ cache: MatrixCache, of me: UserID, clock: any ChatClock, keys: AccountKeys? = nil
  ) throws(CacheFault) {
    self.cache = cache
    self.me = me
    self.clock = clock
    builder = MessageBuilder(cache: cache, me: me, clock: clock, keys: keys)
    try load()
  }

  // MARK: Loading

  /// Reloads everything that is held in memory.
  func load() throws(CacheFault) { try cache.reading { () throws(CacheFault) in try loadAll() } }

  private func loadAll() throws(CacheFault) {
    since = try cache.values.value(forKey: "since")
    (rooms, invitedRooms) = ([:], [])
    direct = DirectRooms()
    ignored.list = IgnoredUsers()
    pushRules = PushRules()
    inboxMark = InboxMark()
    for kept in try cache.rooms.all() {
      let room = Room(id: kept.id)
      RoomRecord.read(kept.record, into: room)
      rooms[kept.id] = room
      if room.invitation != nil { invitedRooms.insert(kept.id) }
    }
    for kept in try cache.accountData.all() {
      guard let data = AccountData(type: kept.state.type, bytes: kept.state.bytes, about: kept.room) else {
        continue
      }
      SignalIntake(replica: self).adopt(data)
    }
    for room in rooms.values {
      if room.invitation == nil {
        try load(room)
      } else {
        _ = room.members.defer(to: KeptMembers(cache: cache, room: room.id))
      }
    }
    toldSpaces = spaces
  }

  private func load(_ room: Room) throws(CacheFault) {
    let changes = room.pins.changes
    let updatedAt = room.updatedAt
    var states = try cache.states.state(of: room.id)
    // Members are read lazily if their counts were saved.
    if !room.members.defer(to: KeptMembers(cache: cache, room: room.id)) {
      states += try cache.states.members(of: room.id)
    }
    for kept in states {
      guard let event = MatrixEvent(bytes: kept.bytes, in: room.id), case .state(let state) = event.meaning
      else { continue }
      room.apply(state, from: event, at: builder.time.timestamp(event.sentAt))
      if case .pinned(let content) = state {
        replacePins(of: room, by: content, from: event, at: Timetoken(0))
      }
    }
    room.pins.changes = changes
    room.updatedAt = updatedAt
    room.timeline.live = try cache.slices.live(of: room.id)
    if let live = room.timeline.live { room.timeline.highest = try cache.slices.bounds(of: live.id)?.highest }
    // Records of earlier versions lack this position. Then everything cached is history.
    room.reading.followedFrom = room.reading.followedFrom ?? room.timeline.highest
    let reading = reading(of: room)
    for receipt in try cache.receipts.of(room.id, by: me) {
      if let scope = ReceiptScope(cached: receipt.scope) { try reading.mark(receipt.event, scope) }
    }
    if let marker = try cache.accountData.of(room.id).first(where: { $0.type == EventType.fullyRead }),
      case .fullyRead(let id)? = AccountData(type: marker.type, bytes: marker.bytes, about: room.id)?.meaning
    {
      try reading.mark(id, .main)
    }
  }

  func save(_ room: Room) throws(CacheFault) {
    try cache.rooms.save(CachedRoom(id: room.id, record: RoomRecord.bytes(of: room)))
  }

  /// Discards the sync token, so that the next sync returns the whole state.
  func clearSyncToken() throws(CacheFault) {
    try cache.values.set(nil, forKey: "since")
    since = nil
  }

  // MARK: Rooms

  /// The room, created if it is unknown.
  func room(_ id: ChannelID) -> Room {
    if let room = rooms[id] { return room }
    let room = Room(id: id)
    rooms[id] = room
    return room
  }

  /// Erases everything cached of a room that the user has left.
  func forget(_ id: ChannelID) throws(CacheFault) {
    guard let room = rooms[id], room.standing == .left else { return }
    try cache.rooms.remove(id)
    rooms[id] = nil
    invitedRooms.remove(id)
  }

  func history(of room: Room) -> RoomHistory { RoomHistory(builder: builder, room: room) }

  func reading(of room: Room) -> RoomReading {
    RoomReading(builder: builder, room: room, notifications: notifications(in: room, by: pushRules))
  }

  func notifications(in room: Room, by rules: PushRules) -> NotificationLevel {
    rules.level(in: room.id, people: room.members.joinedCount, isEncrypted: room.isEncrypted)
  }

  func preferences(of room: Room) -> ChannelPreferences {
    ChannelPreferences(
      isFavourite: room.wishes.tags.isFavourite, notifications: notifications(in: room, by: pushRules),
      revision: room.wishes.revision)
  }

  /// Records a change of preferences, and returns its event.
  func preferencesChanged(of room: Room) -> ChatEvent {
    room.wishes.noteChange(at: clock.now)
    return .channelPreferencesChanged(channelId: room.id, preferences(of: room))
  }

  func partner(in room: Room) -> UserID? {
    if let partner = direct.partner(in: room.id) { return partner }
    if let invitation = room.invitation { return invitation.isDirect ? invitation.by : nil }
    return room.invitedPartner(of: me)
  }

  func channel(_ room: Room) -> Channel {
    // A predecessor counts only if it names this room as its successor.
    let claimed = room.creation?.predecessor
    let predecessor = claimed.flatMap { rooms[$0]?.successor?.id == room.id ? $0 : nil }
    return room.channel(partner: partner(in: room), predecessor: predecessor, me: me)
  }

  func invitation(to room: Room) -> Invitation? {
    guard let invitation = room.invitation, !ignored.contains(invitation.by) else { return nil }
    var channel = channel(room)
    if channel.createdAt.microseconds == 0 {
      channel = Channel(
        id: room.id, name: channel.name, type: channel.type, topic: channel.topic, createdAt: invitation.at,
        isEncrypted: channel.isEncrypted)
    }
    return Invitation(
      channel: channel, invitedBy: User(id: invitation.by, name: invitation.byName), invitedAt: invitation.at,
      isSpace: invitation.isSpace || room.isSpace)
  }

  func summary(of room: Room) throws(CacheFault) -> ChannelSummary {
    let last = try cache.events.latest(in: room.id)
    return ChannelSummary(
      channel: channel(room), memberCount: room.members.joinedCount,
      partner: try partner(in: room).map { user throws(CacheFault) in try builder.user(user, in: room) },
      lastMessage: try last.flatMap { row throws(CacheFault) in try builder.message(row, in: room) },
      reading: try reading(of: room).position(), preferences: preferences(of: room))
  }

  /// The user's spaces, in their order.
  var spaces: [Space] {
    let all = rooms.values.filter { $0.isJoined && $0.isSpace }
    var orders: [ChannelID: String] = [:]
    for room in all { orders[room.id] = room.wishes.spaceOrder ?? room.wishes.earlySpaceOrder }
    return Space.ordered(all.map(\.space), by: orders)
  }

  /// The event for changed spaces. Nothing is computed if no space is affected.
  private func spaceNews(after part: AnswerPart, of answer: SyncAnswer) -> [ChatEvent] {
    let others = part.isFirst ? answer.left.map(\.id) : []
    let isAbout = (answer.joined[part.rooms].map(\.id) + others).contains { rooms[$0]?.isSpace == true }
    guard isAbout || since == nil && !toldSpaces.isEmpty else { return [] }
    let now = spaces
    defer { toldSpaces = now }
    return now == toldSpaces ? [] : [.spacesChanged(now)]
  }

  /// Applies the children of a space that were requested separately.
  func add(_ states: [MatrixEvent], to room: Room) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      for event in states where event.type == EventType.spaceChild { try apply(state: event, of: room) }
      room.wasAskedForChildren = true
      try save(room)
    }
    toldSpaces = spaces
  }

  /// The time of the last visible event, or the nearest time that is known.
  func lastActivity(in room: Room) throws(CacheFault) -> Timestamp {
    let createdAt = channel(room).createdAt
    guard let last = try cache.events.latest(in: room.id),
      let event = MatrixEvent(bytes: last.bytes, in: room.id)
    else {
      // The last message is older than the cached events.
      guard room.timeline.live?.before != nil, let highest = room.timeline.highest else { return createdAt }
      return max(createdAt, highest.time)
    }
    return max(createdAt, builder.time.timestamp(event.sentAt))
  }

  // MARK: Answers to a sync

  /// Applies an answer, or the next part of one.
  ///
  /// - Parameters:
  ///   - gaps: the gaps of rooms whose timeline does not follow the cached one.
  ///   - note: saves the number of events in the part's transaction.
  /// - Returns: nil if the previous parts are gone.
  func apply(
    _ part: AnswerPart, of answer: SyncAnswer, gaps: [ChannelID: TimelineGap],
    noting note: (_ count: Int) throws(CacheFault) -> Void
  ) throws(CacheFault) -> [ChatEvent]? {
    var news: [ChatEvent] = []
    do throws(CacheFault) {
      if !part.isFirst, try cache.values.value(forKey: "part") != part.mark(after: answer) { return nil }
      try cache.transaction { () throws(CacheFault) in
        if part.isFirst {
          toldReceipts = 0
          news += try applyOthers(of: answer)
        }
        for joined in answer.joined[part.rooms] {
          news += try change(joined.id) { intake throws(CacheFault) in
            try intake.apply(joined, gap: gaps[joined.id])
          }
        }
        news += spaceNews(after: part, of: answer)
        if part.isLast {
          news += answer.presence.compactMap { apply($0) }
          news += try InboxReader(replica: self).news()
          try cache.values.set(answer.nextBatch, forKey: "since")
        }
        if !part.isFirst || !part.isLast {
          try cache.values.set(part.isLast ? nil : part.mark(within: answer), forKey: "part")
        }
        if !keepsDrafts { news.removeAll(where: \.isAboutDraft) }
        try note(news.count)
      }
    } catch {
      // The rooms in memory may be ahead of the file.
      try load()
      throw error
    }
    if part.isLast { since = answer.nextBatch }
    return news
  }

  /// Applies everything but the joined rooms and presence.
  private func applyOthers(of answer: SyncAnswer) throws(CacheFault) -> [ChatEvent] {
    var news: [ChatEvent] = []
    if since == nil {
      // An initial sync leaves out rooms that the user has left meanwhile.
      let named = Set(
        answer.joined.map(\.id) + answer.invited.map(\.id) + answer.left.map(\.id) + answer.knocked.map(\.id))
      for id in rooms.keys.sorted() where !named.contains(id) {
        news += try change(id) { intake throws(CacheFault) in try intake.end() }
      }
    }
    let ignored = ignored.list.users
    for data in answer.accountData { news += try SignalIntake(replica: self).apply(data) }
    // Once at the end: only the final list counts.
    try ignoredPeopleDidChange(from: ignored)
    for invited in answer.invited {
      news += try change(invited.id) { intake throws(CacheFault) in try intake.apply(invited) }
    }
    for knocked in answer.knocked {
      news += try change(knocked.id) { intake throws(CacheFault) in try intake.apply(knocked) }
    }
    for left in answer.left where rooms[left.id] != nil {
      news += try change(left.id) { intake throws(CacheFault) in try intake.apply(left) }
    }
    return news
  }

  func change(
    _ id: ChannelID, _ body: (RoomIntake) throws(CacheFault) -> Void
  ) throws(CacheFault) -> [ChatEvent] {
    let intake = RoomIntake(room(id), of: self)
    try body(intake)
    if room(id).invitation != nil { invitedRooms.insert(id) } else { invitedRooms.remove(id) }
    return intake.news
  }

  private func apply(_ person: PresenceNews) -> ChatEvent? {
    let new = person.state.presence(now: clock.now)
    let former = presence.updateValue(new, forKey: person.user)
    guard person.user != me, former.map({ $0 == .online }) != (new == .online) else { return nil }
    return .presenceChanged(userId: person.user, new)
  }

  /// How long a typing notification lasts.
  static let typingLifetime = Duration.seconds(30)

  // MARK: States

  /// - Parameter token: its place in the timeline; nil for a state outside it.
  func apply(state event: MatrixEvent, of room: Room, at token: Timetoken? = nil) throws(CacheFault) {
    guard let key = event.stateKey, case .state(let state) = event.meaning else { return }
    let own = Timetoken(matrix: event.id, sentAt: event.sentAt, in: builder.time)
    room.apply(state, from: event, at: own.time)
    if case .pinned(let content) = state { replacePins(of: room, by: content, from: event, at: token ?? own) }
    if case .member(let user, let member) = state, member.standing == .joined {
      try cache.users.save(User(id: user, name: member.name))
    }
    try cache.states.save(event.bytes, type: event.type, key: key, in: room.id)
  }

  private func replacePins(
    of room: Room, by content: PinnedContent, from event: MatrixEvent, at token: Timetoken
  ) {
    room.pins.replace(
      by: content, from: event.sender, at: builder.time.timestamp(event.sentAt), token: token)
  }
}

extension Timetoken {
  /// The time in a token, in microseconds, so that events of the same millisecond differ.
  var time: Timestamp {
    let milliseconds = Int64(rawValue >> 20)
    return Timestamp(microseconds: milliseconds * 1000 + Int64((rawValue & 0xFFFFF) * 1000 >> 20))
  }
}

extension ChatEvent {
  /// Whether it is about a draft of another device.
  fileprivate var isAboutDraft: Bool {
    switch self {
    case .draftUpdated, .draftDeleted: true
    default: false
    }
  }
}

import ChatDomain
import MatrixCache
import MatrixWire

/// What this device knows of the account: its rooms in memory, everything else in the cache.
///
/// It changes only by what a server answered: to a sync, in one transaction for each answer or part of a long one, of which
/// the last has the token for the next sync; or to a request of this device, such as for a page or to save a draft. What
/// changes for somebody who looks is returned as the contract's events.
final class Replica {
  /// The server's token for the last answer that was taken in; nil before the first.
  private(set) var since: String?
  private(set) var rooms: [ChannelID: Room] = [:]
  var direct = DirectRooms()
  var presence: [UserID: Presence] = [:]
  let cache: MatrixCache
  let me: UserID
  let device: DeviceID
  let maker: MessageMaker
  let clock: any ChatClock
  /// What the answer that is being taken in has changed so far.
  var news: [ChatEvent] = []

  init(_ cache: MatrixCache, of me: UserID, on device: DeviceID, clock: any ChatClock) throws(CacheFault) {
    self.cache = cache
    self.me = me
    self.device = device
    self.clock = clock
    maker = MessageMaker(cache: cache, me: me, clock: clock)
    try load()
  }

  /// Reads everything anew that is held in memory.
  func load() throws(CacheFault) {
    since = try cache.mark("since")
    rooms = [:]
    direct = DirectRooms()
    for kept in try cache.rooms() {
      let room = Room(id: kept.id)
      RoomRecord.read(kept.record, into: room)
      rooms[kept.id] = room
    }
    for kept in try cache.accountData() {
      guard let data = AccountData(type: kept.state.type, bytes: kept.state.bytes, about: kept.room) else {
        continue
      }
      adopt(data)
    }
    for room in rooms.values where room.invitation == nil { try load(room) }
    news = []
  }

  private func load(_ room: Room) throws(CacheFault) {
    let changes = room.pins.changes
    let updatedAt = room.updatedAt
    for kept in try cache.state(of: room.id) + cache.members(of: room.id) {
      guard let event = MatrixEvent(bytes: kept.bytes, in: room.id), case .state(let state) = event.meaning
      else {
        continue
      }
      room.apply(state, from: event, at: maker.time.timestamp(event.sentAt))
      if case .pinned(let content) = state { pin(content, by: event, in: room) }
    }
    room.pins.changes = changes
    room.updatedAt = updatedAt
    room.live = try cache.slices(of: room.id).first(where: \.isLive)
    if let live = room.live { room.highest = try cache.bounds(of: live.id)?.highest }
    for receipt in try cache.receipts(of: room.id) where receipt.user == me {
      if let scope = ReceiptScope(cached: receipt.scope) {
        try markRead(receipt.event, scope, in: room)
      }
    }
    if let marker = try cache.accountData(in: room.id).first(where: { $0.type == EventType.fullyRead }),
      case .fullyRead(let id)? = AccountData(type: marker.type, bytes: marker.bytes, about: room.id)?.meaning
    {
      try markRead(id, .main, in: room)
    }
  }

  func partner(in room: Room) -> UserID? {
    if let partner = direct.partner(in: room.id) { return partner }
    if let invitation = room.invitation { return invitation.isDirect ? invitation.by : nil }
    return room.invitedPartner(of: me)
  }

  func channel(_ room: Room) -> Channel { room.channel(partner: partner(in: room), me: me) }

  func save(_ room: Room) throws(CacheFault) {
    try cache.save(CachedRoom(id: room.id, record: RoomRecord.bytes(of: room)))
  }

  /// The next answer says how everything is, and not what happened since.
  func clearSyncToken() throws(CacheFault) {
    try cache.setMark("since", nil)
    since = nil
  }

  // MARK: An answer

  /// Applies an answer, or the next part of one.
  ///
  /// - Parameters:
  ///   - gaps: for each room whose timeline does not follow on from what is here.
  ///   - note: keeps, together with the part, how many events there are.
  /// - Returns: nil if the parts before this one are not here any more.
  func apply(
    _ part: AnswerPart, of answer: SyncAnswer, gaps: [ChannelID: TimelineGap],
    noting note: (_ count: Int) throws(CacheFault) -> Void
  ) throws(CacheFault) -> [ChatEvent]? {
    news = []
    defer { news = [] }
    do throws(CacheFault) {
      if !part.isFirst, try cache.mark("part") != part.mark(after: answer) { return nil }
      try cache.transaction { () throws(CacheFault) in
        if part.isFirst { try begin(answer) }
        for joined in answer.joined[part.rooms] { try apply(joined, gap: gaps[joined.id]) }
        if part.isLast {
          for person in answer.presence { apply(person) }
          try cache.setMark("since", answer.nextBatch)
        }
        if !part.isFirst || !part.isLast {
          try cache.setMark("part", part.isLast ? nil : part.mark(within: answer))
        }
        try note(news.count)
      }
    } catch {
      // The rooms in memory may be ahead of what was kept.
      try load()
      throw error
    }
    if part.isLast { since = answer.nextBatch }
    return news
  }

  /// Applies what an answer says beside the rooms that the user is in.
  private func begin(_ answer: SyncAnswer) throws(CacheFault) {
    if since == nil { try endOthers(than: answer) }
    for data in answer.accountData { try apply(data) }
    for invited in answer.invited { try apply(invited) }
    for left in answer.left { try apply(left) }
  }

  private func apply(_ joined: JoinedRoom, gap: TimelineGap?) throws(CacheFault) {
    let room = room(joined.id)
    let wasJoined = room.isJoined
    if room.invitation != nil { news.append(.invitationEnded(channelId: room.id)) }
    let invitedAt = room.invitation?.at
    room.standing = .joined
    if let heroes = joined.summary.heroes { room.heroes = heroes }
    if let count = joined.summary.joinedCount { room.joinedCount = count }
    let before = wasJoined ? channel(room) : nil
    let pins = room.pins
    for event in joined.state { try apply(state: event, of: room) }
    let pinned = wasJoined ? room.pins.changed(since: pins) : []
    if !wasJoined, let invitedAt {
      // What was said since somebody was invited is meant for them too.
      room.reading.baseline = Timetoken(UInt64(max(0, invitedAt.microseconds / 1000)) << 20)
    }
    if let before, channel(room) != before { news.append(.channelUpdated(channel(room))) }
    if !wasJoined { tellArrival(in: room, with: joined.timeline) }
    try apply(joined.timeline, of: room, gap: gap, isNew: !wasJoined)
    try tell(pinned.map { .updated($0) }, in: room)
    if let unread = joined.unread { room.unread = unread }
    // What the user read, and what drafts quote, may have come just now.
    for data in joined.accountData { try apply(data) }
    for ephemeral in joined.ephemeral { try apply(ephemeral, in: room) }
    try save(room)
  }

  func apply(
    _ timeline: Timeline, of room: Room, gap: TimelineGap?, isNew: Bool
  ) throws(CacheFault) {
    var events = timeline.events
    var slice: CachedSlice
    if let live = room.live,
      try isNew ? timeline.meets(live, in: cache) : gap.isFilled ? true : timeline.follows(live, in: cache)
    {
      slice = live
      if case .filled(let missing)? = gap { events = missing + events }
    } else {
      if events.isEmpty, room.live != nil { return }
      if room.live != nil {
        try cache.forgetWholeness(ofThreadsIn: room.id)
        // The server tells of members only where they say something, also of those who went meanwhile.
        room.hasAllMembers = false
      }
      // Its tokens are behind those of what was here before, whatever clocks say.
      slice = try cache.makeSlice(in: room.id, before: timeline.previousBatch, after: nil, isLive: true)
    }
    room.live = slice
    // What was said before the user came is history and no news.
    let firstNews = isNew ? events.lastIndex { isOwnJoin($0) } ?? events.endIndex : events.startIndex
    if isNew {
      setBaseline(in: room, by: events, joinedAt: events.indices.contains(firstNews) ? firstNews : nil)
    }
    for (index, event) in events.enumerated() {
      let own = Timetoken(matrix: event.id, sentAt: event.sentAt, in: maker.time)
      let token = room.highest.map { max(own, Timetoken($0.rawValue + 1)) } ?? own
      let changes = try append(event, at: token, slice: slice.id, to: room, isNews: index >= firstNews)
      if index >= firstNews { try tell(changes, in: room) }
      if room.creation != nil, event.type == EventType.create, slice.before != nil {
        slice.before = nil
        try cache.save(slice)
        room.live = slice
      }
    }
  }

  private func append(
    _ event: MatrixEvent, at token: Timetoken, slice: SliceID, to room: Room, isNews: Bool
  ) throws(CacheFault) -> [TimelineIntake.Change] {
    let intake = TimelineIntake(maker: maker, room: room)
    let earlier = try intake.earlier(than: event.id)
    let known = earlier.event
    let isNew = known?.slice == nil
    if isNew { room.highest = token }
    // A state that comes twice may have been replaced since. The key is asked first: most events are messages, whose
    // content need not be read for this.
    guard known?.slice != slice, event.stateKey != nil, case .state(let state) = event.meaning else {
      return try intake.insert(event, after: earlier, at: token, slice: slice)
    }
    let before = channel(room)
    let pinsBefore = room.pins
    let wasDirect = room.invitedPartner(of: me) != nil
    try apply(state: event, of: room, at: token)
    if !wasDirect, room.invitedPartner(of: me) != nil { try hideNotices(in: room) }
    if isNews, isNew {
      // What the server told of members beside the timeline may be what they are after it.
      if case .member(let user, let member) = state {
        tell(user, member, former: event.previousStanding, in: room)
      }
      let channel = channel(room)
      if channel != before { news.append(.channelUpdated(channel)) }
    }
    var changes = try intake.insert(event, after: earlier, at: token, slice: slice)
    changes += room.pins.changed(since: pinsBefore).map { .updated($0) }
    return changes
  }

  /// In a conversation of two nobody is told who came. That it is one is said by the invitation, which is not the first
  /// event.
  private func hideNotices(in room: Room) throws(CacheFault) {
    guard let live = room.live else { return }
    for row in try cache.page(.slice(live.id, in: room.id), .oldest, limit: 100) where row.kind == .system {
      var hidden = row
      (hidden.isShown, hidden.isInChannel) = (false, false)
      try cache.save(hidden)
      news.removeAll { if case .messageCreated(let message) = $0 { message.id == row.id } else { false } }
    }
  }

  func isOwnJoin(_ event: MatrixEvent) -> Bool {
    guard case .state(.member(me, let member)) = event.meaning else { return false }
    return member.standing == .joined && event.previousStanding != .joined
  }

  /// What was said before somebody was invited, or came by themselves, is not unread for them.
  private func setBaseline(in room: Room, by events: [MatrixEvent], joinedAt join: Int?) {
    guard let join else { return }
    for event in events[...join].reversed() {
      guard case .state(.member(me, let member)) = event.meaning else { continue }
      if member.standing == .invited || event.id == events[join].id {
        room.reading.baseline = Timetoken(matrix: event.id, sentAt: event.sentAt, in: maker.time)
      }
      if member.standing == .invited { return }
    }
  }

  // MARK: States

  /// - Parameter token: its place in the timeline; nil for one that was told beside it.
  func apply(
    state event: MatrixEvent, of room: Room, at token: Timetoken? = nil
  ) throws(CacheFault) {
    guard let key = event.stateKey, case .state(let state) = event.meaning else { return }
    let own = Timetoken(matrix: event.id, sentAt: event.sentAt, in: maker.time)
    room.apply(state, from: event, at: own.time)
    if case .pinned(let content) = state { pin(content, by: event, in: room, at: token ?? own) }
    if case .member(let user, let member) = state, member.standing == .joined {
      try cache.saveUser(User(id: user, name: member.name))
    }
    try cache.saveState(event.bytes, type: event.type, key: key, in: room.id)
  }

  private func pin(
    _ content: PinnedContent, by event: MatrixEvent, in room: Room, at token: Timetoken = Timetoken(0)
  ) {
    _ = room.pins.replace(
      by: content, from: event.sender, at: maker.time.timestamp(event.sentAt), token: token)
  }

  private func tell(
    _ user: UserID, _ member: RoomMember, former: RoomMember.Standing?, in room: Room
  ) {
    switch (former, member.standing) {
    case (.joined, .joined): break
    case (_, .joined):
      news.append(
        .memberJoined(
          Membership(
            channelId: room.id, user: User(id: user, name: member.name),
            joinedAt: maker.time.timestamp(member.changedAt))))
    case (.joined, _): news.append(.memberLeft(channelId: room.id, userId: user))
    default: break
    }
  }

  // MARK: What was looked for

  /// The room, which may be one that nothing was known of.
  func room(_ id: ChannelID) -> Room {
    if let room = rooms[id] { return room }
    let room = Room(id: id)
    rooms[id] = room
    return room
  }

  func history(of room: Room) -> RoomHistory { RoomHistory(maker: maker, room: room) }

  /// Keeps events that were found alone.
  ///
  /// - Parameter isPast: whether they happened before the live slice, if they are not in it: then no clock of a server that
  ///   is fast makes them newer than it is.
  func keep(_ events: [MatrixEvent], in channel: ChannelID, isPast: Bool = true) throws(CacheFault) {
    guard let room = rooms[channel] else { return }
    try cache.transaction { () throws(CacheFault) in
      var latest: Timetoken?
      if isPast, let live = room.live, live.before != nil, let lowest = try cache.bounds(of: live.id)?.lowest
      {
        latest = Timetoken(lowest.rawValue - min(1, lowest.rawValue))
      }
      for event in events {
        let own = Timetoken(matrix: event.id, sentAt: event.sentAt, in: maker.time)
        let token = min(own, latest ?? own)
        _ = try TimelineIntake(maker: maker, room: room).insert(event, at: token, slice: nil)
      }
    }
  }

  // MARK: News

  /// Tells of what changed in a room.
  func tell(_ changes: [TimelineIntake.Change], in room: Room) throws(CacheFault) {
    for change in changes {
      switch change {
      case .created(let row, let content):
        guard let message = try maker.newMessage(row, content, in: room) else { continue }
        news.append(.messageCreated(message))
      case .updated(let id):
        guard let row = try cache.event(id, in: room.id), let message = try maker.message(row, in: room)
        else {
          continue
        }
        news.append(.messageUpdated(message))
      case .deleted(let event): news.append(.messageDeleted(event))
      case .thread(let root):
        guard let info = try maker.threadInfo(under: root, in: room) else { continue }
        news.append(
          .threadInfoUpdated(
            ThreadInfoUpdateEvent(channelId: room.id, targetMessageId: root, threadInfo: info)))
      case .mentioned(let event): news.append(.mentioned(event))
      }
    }
  }
}

extension TimelineGap? {
  fileprivate var isFilled: Bool { if case .filled? = self { true } else { false } }
}

extension Timetoken {
  /// The point in time that the token of an event says, in microseconds, so that two of the same millisecond differ.
  var time: Timestamp {
    let milliseconds = Int64(rawValue >> 20)
    return Timestamp(microseconds: milliseconds * 1000 + Int64((rawValue & 0xFFFFF) * 1000 >> 20))
  }
}

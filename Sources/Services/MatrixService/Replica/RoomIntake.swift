import ChatDomain

/// Applies the part of an answer about one room, and collects the visible changes.
final class RoomIntake {
  private let replica: Replica
  private let room: Room
  private(set) var news: [ChatEvent] = []

  private var cache: MatrixCache { replica.cache }
  private var builder: MessageBuilder { replica.builder }
  private var me: UserID { replica.me }

  init(_ room: Room, of replica: Replica) {
    self.room = room
    self.replica = replica
  }

  // MARK: Membership

  func apply(_ joined: JoinedRoom, gap: TimelineGap?) throws(CacheFault) {
    let wasJoined = room.isJoined
    let level = replica.notifications(in: room, by: replica.pushRules)
    if room.invitation != nil { news.append(.invitationEnded(channelId: room.id)) }
    if room.knock != nil { news.append(.knocksChanged(channelId: room.id)) }
    let (knocks, wereKnown) = (room.members.knockRevision, room.members.areKnocksKnown)
    let invitedAt = room.invitation?.at
    room.standing = .joined
    if let heroes = joined.summary.heroes { room.members.heroes = heroes }
    if let count = joined.summary.joinedCount { room.members.joinedCount = count }
    let before = wasJoined ? replica.channel(room) : nil
    let levels = wasJoined ? room.levels : nil
    defer { if wasJoined, room.levels != levels { news.append(.rolesChanged(channelId: room.id)) } }
    let pins = room.pins
    for event in joined.state { try replica.apply(state: event, of: room) }
    // The cache may have been lost, and the server may hide the encryption now.
    if !room.isEncrypted, replica.builder.keys?.hasSeenEncryption(of: room.id) == true {
      room.isEncrypted = true
    }
    let pinned = wasJoined ? room.pins.changed(since: pins) : []
    if !wasJoined, let invitedAt {
      // Messages since the invitation count as unread.
      room.reading.baseline = Timetoken(UInt64(max(0, invitedAt.microseconds / 1000)) << 20)
    }
    if let before, replica.channel(room) != before { news.append(.channelUpdated(replica.channel(room))) }
    if !wasJoined { addArrival(with: joined.timeline) }
    try apply(joined.timeline, gap: gap, isNew: !wasJoined)
    try add(pinned.map { .updated($0) })
    let counts = room.reading.serverCounts
    if let unread = joined.unread { room.reading.serverCounts = unread }
    // Receipts and drafts may refer to events of this answer.
    let signals = SignalIntake(replica: replica)
    for data in joined.accountData { news += try signals.apply(data) }
    for ephemeral in joined.ephemeral { news += try signals.apply(ephemeral, in: room) }
    if wasJoined { try addCounts(after: counts) }
    let mayBeOthers = room.members.knockRevision != knocks || room.members.areKnocksKnown != wereKnown
    if wasJoined, mayBeOthers, room.mayAdmit(me) { news.append(.knocksChanged(channelId: room.id)) }
    // The default level depends on the number of members and on encryption.
    if wasJoined, level != replica.notifications(in: room, by: replica.pushRules) {
      news.append(replica.preferencesChanged(of: room))
    }
    try replica.save(room)
  }

  /// Publishes the server's unread counts if they fell and are the ones shown. The counts may arrive after the receipt.
  private func addCounts(after former: UnreadCounts?) throws(CacheFault) {
    guard let former, let counts = room.reading.serverCounts,
      counts.notifications < former.notifications || counts.highlights < former.highlights
    else { return }
    let isTold = news.contains {
      if case .readPositionChanged(room.id, me, _) = $0 { true } else { false }
    }
    let reading = replica.reading(of: room)
    guard !isTold, try reading.countsAtServer() else { return }
    news.append(.readPositionChanged(channelId: room.id, userId: me, try reading.position()))
  }

  func apply(_ invited: InvitedRoom) throws(CacheFault) {
    guard let invitation = invited.state.invitation else { return }
    let former = room.invitation
    // The user may have been removed and invited again between two answers.
    if room.isJoined { addOwnLeaving() }
    if room.knock != nil { news.append(.knocksChanged(channelId: room.id)) }
    room.name = invited.state.name ?? invited.state.alias
    room.topic = invited.state.topic
    room.joinRule = invited.state.joinRule ?? .invited
    // Encryption never ends, even if an invitation leaves it out.
    room.isEncrypted = room.isEncrypted || invited.state.isEncrypted
    room.standing = .invited(
      PendingInvitation(
        by: invitation.by, byName: invitation.name, isDirect: invitation.isDirect,
        at: former?.at ?? replica.clock.now, isSpace: invited.state.isSpace))
    try replica.save(room)
    if former == nil, let new = replica.invitation(to: room) { news.append(.invited(new)) }
  }

  func apply(_ knocked: KnockedRoom) throws(CacheFault) {
    let former = room.knock
    if room.isJoined { addOwnLeaving() }
    if room.invitation != nil { news.append(.invitationEnded(channelId: room.id)) }
    room.name = knocked.state.name ?? knocked.state.alias
    room.topic = knocked.state.topic
    room.isEncrypted = room.isEncrypted || knocked.state.isEncrypted
    let knock = PendingKnock(reason: knocked.reason, at: former?.at ?? replica.clock.now)
    room.standing = .knocking(knock)
    try replica.save(room)
    if former != knock { news.append(.knocksChanged(channelId: room.id)) }
  }

  func apply(_ left: LeftRoom) throws(CacheFault) {
    if room.isJoined {
      // Events up to the departure are published. The user may not see later ones.
      try apply(left.timeline, gap: left.timeline.isLimited ? .cut : nil, isNew: false)
      if !news.contains(.memberLeft(channelId: room.id, userId: me)) { addOwnLeaving() }
    } else if room.invitation != nil {
      news.append(.invitationEnded(channelId: room.id))
    } else if room.knock != nil {
      news.append(.knocksChanged(channelId: room.id))
    }
    room.standing = .left
    try replica.save(room)
  }

  /// Ends a room that an initial sync leaves out: the user has left it.
  func end() throws(CacheFault) {
    switch room.standing {
    case .left: return
    case .joined: addOwnLeaving()
    case .invited: news.append(.invitationEnded(channelId: room.id))
    case .knocking: news.append(.knocksChanged(channelId: room.id))
    }
    room.standing = .left
    try replica.save(room)
  }

  private func addOwnLeaving() { news.append(.memberLeft(channelId: room.id, userId: me)) }

  /// Publishes the user's arrival if it is too far back to be in the answer.
  private func addArrival(with timeline: Timeline) {
    guard replica.since != nil, !timeline.events.contains(where: { isOwnJoin($0) }),
      let member = room.members[me], member.standing == .joined
    else { return }
    add(me, member, former: nil)
  }

  // MARK: The timeline

  private func apply(_ timeline: Timeline, gap: TimelineGap?, isNew: Bool) throws(CacheFault) {
    var events = timeline.events
    var slice: CachedSlice
    if let live = room.timeline.live,
      try isNew ? timeline.meets(live, in: cache) : gap.isFilled ? true : timeline.follows(live, in: cache)
    {
      slice = live
      if case .filled(let missing)? = gap { events = missing + events }
    } else {
      if events.isEmpty, room.timeline.live != nil { return }
      if room.timeline.live != nil {
        try cache.threads.markIncomplete(in: room.id)
        // The server sends only members who write, so departures may be missing.
        room.members.isComplete = false
        room.members.areKnocksKnown = false
      }
      // Its tokens follow those of the earlier slice, whatever the clocks say.
      slice = try cache.slices.make(in: room.id, before: timeline.previousBatch, after: nil, isLive: true)
    }
    room.timeline.live = slice
    // Messages before the user's arrival are history, not news.
    let firstNews = isNew ? events.lastIndex { isOwnJoin($0) } ?? events.endIndex : events.startIndex
    if isNew { setBaseline(by: events, joinedAt: events.indices.contains(firstNews) ? firstNews : nil) }
    for (index, event) in events.enumerated() {
      let own = Timetoken(matrix: event.id, sentAt: event.sentAt, in: builder.time)
      if room.reading.followedFrom == nil { room.reading.followedFrom = own }
      let token = room.timeline.highest.map { max(own, Timetoken($0.rawValue + 1)) } ?? own
      let changes = try append(event, at: token, slice: slice.id, isNews: index >= firstNews)
      if index >= firstNews { try add(changes) }
      if room.creation != nil, event.type == EventType.create, slice.before != nil {
        slice.before = nil
        try cache.slices.save(slice)
        room.timeline.live = slice
      }
    }
  }

  private func append(
    _ event: MatrixEvent, at token: Timetoken, slice: SliceID, isNews: Bool
  ) throws(CacheFault) -> [TimelineIntake.Change] {
    let intake = TimelineIntake(builder: builder, room: room)
    let earlier = try intake.earlier(than: event.id)
    let known = earlier.event
    let isNew = known?.slice == nil
    if isNew { room.timeline.highest = token }
    // A repeated state may have been replaced since. The key is checked first, because most events are messages,
    // whose content is not needed here.
    guard known?.slice != slice, event.stateKey != nil, case .state(let state) = event.meaning else {
      return try intake.insert(event, after: earlier, at: token, slice: slice)
    }
    let before = replica.channel(room)
    let pinsBefore = room.pins
    let wasDirect = room.invitedPartner(of: me) != nil
    try replica.apply(state: event, of: room, at: token)
    if !wasDirect, room.invitedPartner(of: me) != nil { try hideNotices() }
    if isNews, isNew {
      // Members that are sent outside the timeline may be newer than this event, so its own previous standing counts.
      if case .member(let user, let member) = state { add(user, member, former: event.previousStanding) }
      let channel = replica.channel(room)
      if channel != before { news.append(.channelUpdated(channel)) }
    }
    var changes = try intake.insert(event, after: earlier, at: token, slice: slice)
    changes += room.pins.changed(since: pinsBefore).map { .updated($0) }
    return changes
  }

  /// Direct channels show no membership notices. Only the invitation, which is not the first event, reveals that a
  /// channel is direct.
  private func hideNotices() throws(CacheFault) {
    guard let live = room.timeline.live else { return }
    for row in try cache.events.page(.slice(live.id, in: room.id), .oldest, limit: 100)
    where row.kind == .system {
      var hidden = row
      (hidden.isShown, hidden.isInChannel) = (false, false)
      try cache.events.save(hidden)
      news.removeAll { if case .messageCreated(let message) = $0 { message.id == row.id } else { false } }
    }
  }

  private func isOwnJoin(_ event: MatrixEvent) -> Bool {
    guard case .state(.member(me, let member)) = event.meaning else { return false }
    return member.standing == .joined && event.previousStanding != .joined
  }

  /// Messages before the invitation or arrival are not unread.
  private func setBaseline(by events: [MatrixEvent], joinedAt join: Int?) {
    guard let join else { return }
    for event in events[...join].reversed() {
      guard case .state(.member(me, let member)) = event.meaning else { continue }
      if member.standing == .invited || event.id == events[join].id {
        room.reading.baseline = Timetoken(matrix: event.id, sentAt: event.sentAt, in: builder.time)
      }
      if member.standing == .invited { return }
    }
  }

  // MARK: Encryption

  /// Reads events again that could not be decrypted before.
  func readAgain(_ events: [MessageID]) throws(CacheFault) {
    let intake = TimelineIntake(builder: builder, room: room)
    for event in events { try add(try intake.readAgain(event)) }
  }

  // MARK: News

  private func add(_ user: UserID, _ member: RoomMember, former: RoomMember.Standing?) {
    switch (former, member.standing) {
    case (.joined, .joined): break
    case (_, .joined):
      news.append(
        .memberJoined(
          Membership(
            channelId: room.id, user: User(id: user, name: member.name),
            joinedAt: builder.time.timestamp(member.changedAt), role: room.role(of: user))))
    case (.joined, _): news.append(.memberLeft(channelId: room.id, userId: user))
    default: break
    }
  }

  private func add(_ changes: [TimelineIntake.Change]) throws(CacheFault) {
    for change in changes {
      switch change {
      case .created(let row, let content):
        guard let message = try builder.message(row, content, in: room) else { continue }
        news.append(.messageCreated(message))
      case .updated(let id):
        guard let row = try cache.events.event(id, in: room.id),
          let message = try builder.message(row, in: room)
        else { continue }
        news.append(.messageUpdated(message))
      case .deleted(let event): news.append(.messageDeleted(event))
      case .thread(let root):
        guard let info = try builder.threadInfo(under: root, in: room) else { continue }
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

extension Timeline {
  /// Whether the timeline follows a slice without a gap: both share an event, or the server says so.
  func follows(_ slice: CachedSlice, in cache: MatrixCache) throws(CacheFault) -> Bool {
    guard isLimited else { return true }
    return try meets(slice, in: cache)
  }

  /// Whether the timeline has an event of a slice.
  fileprivate func meets(_ slice: CachedSlice, in cache: MatrixCache) throws(CacheFault) -> Bool {
    for event in events where try cache.events.event(event.id, in: slice.room)?.slice == slice.id {
      return true
    }
    return false
  }
}

public import ChatDomain
import DraftEngine
import MatrixCache
import MatrixWire

extension MatrixService {
  // MARK: Lists

  public func channel(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await refresh()
    if let room = try replica().rooms[id], room.isJoined {
      try await learnLatest(of: [room])
      try await settle(.main, in: id)
      return try summary(of: room)
    }
    guard ChannelID(matrix: id.rawValue) != nil else { throw .refused(.notFound("channel \(id)")) }
    let bytes: [UInt8]
    do throws(ChatError) {
      bytes = try await connection.answer(to: .summary(of: id), FailureContext(isMember: false)) ?? []
    } catch {
      if case .refused = error { throw .refused(.notAMember) }
      throw error
    }
    let listing: RoomListing
    do throws(AnswerError) { listing = try RoomSummaryAnswer(bytes, of: id).room } catch {
      throw .connection(.interrupted)
    }
    guard listing.joinRule == .everybody else { throw .refused(.notAMember) }
    return ChannelSummary(
      channel: listing.channel, memberCount: listing.memberCount, reading: ReadPosition())
  }

  public func channels(_ query: ListQuery) async throws(ChatError) -> Page<ChannelSummary> {
    let limit = try pageSize(query.limit)
    let cursor = try query.cursor.map { cursor throws(ChatError) in try ListPlace(cursor, of: .channels) }
    try await refresh()
    try await learnLatest(of: try replica().rooms.values.filter { $0.isJoined && $0.isChannel })
    let all = try known { replica throws(CacheFault) in
      var all: [(place: ListPlace, entry: ChannelID)] = []
      for room in replica.rooms.values where room.isJoined && room.isChannel {
        let rank = try replica.lastActivity(in: room).rank
        all.append((ListPlace(.channels, rank: rank, id: room.id.rawValue), room.id))
      }
      return all
    }
    let page = Page.page(of: all, after: cursor, limit: limit)
    try await settle(page.elements.map { UnsettledReading(room: $0, place: .main) })
    var summaries: [ChannelSummary] = []
    for id in page.elements { summaries.append(try summary(of: try room(id))) }
    return Page(summaries, next: page.next)
  }

  func summary(of room: Room) throws(ChatError) -> ChannelSummary {
    try known { replica throws(CacheFault) in try replica.summary(of: room) }
  }

  public func channels(matching text: String, limit: Int) async throws(ChatError) -> [Channel] {
    let limit = try pageSize(limit)
    try await refresh()
    let wanted = FoldedText(text)
    let replica = try replica()
    var found: [ChannelID: Channel] = [:]
    for room in replica.rooms.values where room.isJoined && room.isChannel {
      found[room.id] = replica.channel(room)
    }
    let bytes = try await connection.answer(to: .publicRooms(matching: text, limit: limit)) ?? []
    do throws(AnswerError) {
      for listing in try PublicRoomsAnswer(bytes).rooms where found[listing.id] == nil {
        found[listing.id] = listing.channel
      }
    } catch { throw .connection(.interrupted) }
    let ranked = found.values.compactMap { channel -> (rank: Int, channel: Channel)? in
      [channel.name, channel.id.rawValue].compactMap(\.self)
        .compactMap { FoldedText($0).fit(wanted)?.fit.rawValue }.min().map { ($0, channel) }
    }
    return ranked.sorted {
      ($0.rank, $0.channel.displayName, $0.channel.id) < ($1.rank, $1.channel.displayName, $1.channel.id)
    }
    .prefix(limit).map(\.channel)
  }

  // MARK: Invitations

  public func invitations(_ query: ListQuery) async throws(ChatError) -> Page<Invitation> {
    let limit = try pageSize(query.limit)
    let cursor = try query.cursor.map { cursor throws(ChatError) in try ListPlace(cursor, of: .invitations) }
    try await refresh()
    let replica = try replica()
    let all = replica.rooms.values.compactMap { room in
      replica.invitation(to: room).map {
        (place: ListPlace(.invitations, rank: $0.invitedAt.rank, id: room.id.rawValue), entry: $0)
      }
    }
    return Page.page(of: all, after: cursor, limit: limit)
  }

  public func declineInvitation(to id: ChannelID) async throws(ChatError) {
    try await refresh()
    guard let room = try replica().rooms[id], room.invitation != nil else { return }
    _ = try await connection.answer(to: .leave(id), FailureContext(subject: "channel \(id)"))
    try await refresh { room.invitation == nil }
  }

  // MARK: Coming and going

  public func createChannel(_ new: NewChannel) async throws(ChatError) -> ChannelSummary {
    guard !new.id.rawValue.isEmpty else { throw .refused(.invalid("an empty channel id")) }
    if let name = new.name, name.isBlank { throw .refused(.invalid("an empty channel name")) }
    var seen: Set<UserID> = [currentUser.id]
    var wanted = new
    wanted.members = new.members.filter { seen.insert($0).inserted }
    if new.type == .direct {
      guard wanted.members.count == 1, let partner = wanted.members.first else {
        throw .refused(.invalid("a direct channel of \(wanted.members.count + 1) people"))
      }
      try await refresh()
      guard try directRoom(with: partner) == nil else { throw .refused(.alreadyExists("direct channel")) }
    }
    // The server takes people that do not exist.
    for member in wanted.members { _ = try await user(member) }
    return try await create(wanted)
  }

  private func create(_ new: NewChannel) async throws(ChatError) -> ChannelSummary {
    let bytes = try await connection.answer(to: .createRoom(new)) ?? []
    let id: ChannelID
    do throws(AnswerError) { id = try RoomAnswer(bytes).id } catch { throw .connection(.interrupted) }
    if new.type == .direct, let partner = new.members.first { try await noteDirect(id, with: partner) }
    let room = try await arrival(in: id)
    // Who it was made with need not have come.
    if new.type == .direct, let partner = new.members.first, room.members[partner] == nil {
      try await completeMembers(of: room)
    }
    return try summary(of: room)
  }

  public func directChannel(with user: UserID) async throws(ChatError) -> ChannelSummary {
    guard user != currentUser.id else { throw .refused(.invalid("a direct channel with oneself")) }
    _ = try await self.user(user)
    try await refresh()
    let replica = try replica()
    // Who asks for it from the other side means the same channel.
    let invited = replica.rooms.values.first { $0.invitation?.isDirect == true && $0.invitation?.by == user }
    if let invited {
      return try await join(invited.id)
    }
    guard let room = try directRoom(with: user) else {
      return try await create(NewChannel(id: "direct", type: .direct, members: [user]))
    }
    if ![.joined, .invited].contains(room.members[user]?.standing ?? .left) {
      try await invite(user, to: room)
    }
    if replica.direct.partner(in: room.id) == nil { try await noteDirect(room.id, with: user) }
    return try summary(of: room)
  }

  /// Both may have made one at the same time; the older one counts, for both of them.
  private func directRoom(with user: UserID) throws(ChatError) -> Room? {
    let replica = try replica()
    return replica.rooms.values.filter { $0.isJoined && replica.partner(in: $0) == user }
      .min { ($0.creation?.createdAt ?? 0, $0.id) < ($1.creation?.createdAt ?? 0, $1.id) }
  }

  /// The list is written as a whole, so one at a time, and over what other devices wrote last.
  private func noteDirect(_ id: ChannelID, with user: UserID) async throws(ChatError) {
    await listingDirect.enter()
    defer { listingDirect.leave() }
    try await refresh()
    var direct = try replica().direct
    guard direct.partner(in: id) != user else { return }
    direct.add(id, with: user)
    _ = try await connection.answer(
      to: .setAccountData(EventType.direct, direct.bytes, of: currentUser.id))
    try replica().setDirect(direct)
  }

  public func join(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await refresh()
    if let room = try replica().rooms[id], room.isJoined { return try summary(of: room) }
    guard ChannelID(matrix: id.rawValue) != nil else { throw .refused(.notFound("channel \(id)")) }
    let invitation = try replica().rooms[id]?.invitation
    let server = id.rawValue.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init)
    _ = try await connection.answer(
      to: .join(id, via: server.map { [$0] } ?? []), FailureContext(subject: "channel \(id)"))
    let room = try await arrival(in: id)
    if let invitation, invitation.isDirect { try await noteDirect(id, with: invitation.by) }
    return try summary(of: room)
  }

  /// The room that was entered, once the server told of it.
  private func arrival(in id: ChannelID) async throws(ChatError) -> Room {
    for _ in 0..<5 {
      try await refresh()
      if let room = try replica().rooms[id], room.isJoined { return room }
    }
    throw .connection(.timedOut)
  }

  public func leave(_ id: ChannelID) async throws(ChatError) {
    try await refresh()
    guard let room = try replica().rooms[id] else { throw .refused(.notFound("channel \(id)")) }
    guard room.isJoined else { return }
    guard try replica().partner(in: room) == nil else { throw .refused(.notAllowed) }
    _ = try await connection.answer(to: .leave(id), FailureContext(subject: "channel \(id)"))
    try await refresh { !room.isJoined }
  }

  /// Asks until something is so, a few times.
  func refresh(until isSo: () -> Bool) async throws(ChatError) {
    for _ in 0..<5 {
      try await refresh()
      if isSo() { return }
    }
  }

  public func update(_ id: ChannelID, _ change: ChannelChange) async throws(ChatError) -> Channel {
    try await refresh()
    let room = try room(id)
    let replica = try replica()
    guard replica.partner(in: room) == nil else { throw .refused(.notAllowed) }
    if let name = change.name, name.isBlank { throw .refused(.invalid("an empty channel name")) }
    if let name = change.name, name != room.name {
      _ = try await connection.answer(to: .setName(name, of: id))
    }
    if let topic = change.topic, topic != room.topic {
      _ = try await connection.answer(to: .setTopic(topic, of: id))
    }
    try await refresh {
      (change.name == nil || room.name == change.name) && (change.topic == nil || room.topic == change.topic)
    }
    return replica.channel(room)
  }

  public func add(_ users: [UserID], to id: ChannelID) async throws(ChatError) {
    try await refresh()
    let room = try room(id)
    guard try replica().partner(in: room) == nil else { throw .refused(.notAllowed) }
    for user in users { _ = try await self.user(user) }
    for user in users where ![.joined, .invited].contains(room.members[user]?.standing ?? .left) {
      try await invite(user, to: room)
    }
    try await refresh()
  }

  private func invite(_ user: UserID, to room: Room) async throws(ChatError) {
    do throws(ChatError) {
      _ = try await connection.answer(to: .invite(user, to: room.id))
    } catch {
      // Who is in it already, or invited, stays so; the server refuses to say it again.
      try await completeMembers(of: room)
      guard error == .refused(.notAllowed),
        [.joined, .invited].contains(room.members[user]?.standing ?? .left)
      else { throw error }
    }
  }

  // MARK: What a person wants of a channel

  public func update(
    _ id: ChannelID, _ change: ChannelPreferencesChange
  ) async throws(ChatError) -> ChannelPreferences {
    try await refresh()
    let room = try room(id)
    var new = room.preferences
    new.isFavourite = change.isFavourite ?? new.isFavourite
    new.isMuted = change.isMuted ?? new.isMuted
    guard new != room.preferences else { return new }
    new.revision += 1
    _ = try await connection.answer(
      to: .setAccountData(
        InkwellKey.preferences, RoomPreferences(new).bytes, of: currentUser.id, in: id))
    try await refresh { room.preferences.revision >= new.revision }
    return new
  }

  public func setTyping(_ isTyping: Bool, in key: DraftKey) async throws(ChatError) {
    try await ready()
    let room = try room(key.channelId)
    // In a public room nobody is told, and in a thread nobody would know where.
    guard key.parentId == nil, room.joinRule != .everybody else { return try await refresh() }
    _ = try await connection.answer(
      to: .setTyping(isTyping, of: currentUser.id, in: room.id, lasting: Replica.typingLifetime))
    if isTyping { typingIn.insert(room.id) } else { typingIn.remove(room.id) }
  }

  func endTyping(in id: ChannelID) async {
    do throws(ChatError) { try await setTyping(false, in: DraftKey(channelId: id)) } catch {
      // Others are shown it for half a minute more.
    }
  }
}

extension RoomListing {
  var channel: Channel {
    Channel(
      id: id, name: name ?? alias, type: joinRule == .everybody ? .public : .group, topic: topic,
      createdAt: Timestamp(microseconds: 0))
  }
}

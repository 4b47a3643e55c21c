import ChatDomain
import DraftEngine

extension ServiceState {
  mutating func createChannel(_ new: NewChannel, by user: UserID) throws(ChatError) -> ChannelSummary {
    var new = new
    if !can(.choosesIds) { new.id = ChannelID("!\(makeToken())") }
    let room = try addRoom(new, by: user, at: now, invites: !can(.addsMembers))
    let others = rooms[room].members.keys.filter { $0 != user }
    for member in others.sorted() { tell(member, .channelUpdated(rooms[room].channel)) }
    for place in rooms[room].memberOrder.elements(in: 0..<rooms[room].memberOrder.count) {
      tellMembers(of: room, .memberJoined(membership(of: place.user, in: room)))
    }
    return summary(of: room, for: user)
  }

  /// Creates a channel without sending events, except to those who are invited.
  ///
  /// - Parameter invites: whether its members are invited; its maker is in it at once.
  mutating func addRoom(
    _ new: NewChannel, by user: UserID, at time: Timestamp, invites: Bool = false
  ) throws(ChatError) -> Int {
    guard !new.id.rawValue.isEmpty else { throw .refused(.invalid("an empty channel id")) }
    if let name = new.name, name.isBlank { throw .refused(.invalid("an empty channel name")) }
    guard roomNumbers[new.id] == nil else { throw .refused(.alreadyExists("channel \(new.id)")) }
    var seen: Set<UserID> = []
    let members = ([user] + new.members).filter { seen.insert($0).inserted }
    for member in members { _ = try self.user(member) }
    let pair = members.count == 2 ? DirectPair(members[0], members[1]) : nil
    if new.type == .direct {
      guard let pair else { throw .refused(.invalid("a direct channel of \(members.count) people")) }
      guard directRooms[pair] == nil else { throw .refused(.alreadyExists("direct channel")) }
      directRooms[pair] = rooms.count
    }
    let channel = Channel(id: new.id, name: new.name, type: new.type, topic: new.topic, createdAt: time)
    roomNumbers[new.id] = rooms.count
    rooms.append(ChannelRoom(channel: channel, createdToken: makeToken(at: time)))
    roomNames.insert(channel.id, id: channel.id.rawValue, name: channel.name)
    let room = rooms.count - 1
    if new.type == .direct { rooms[room].pair = pair }
    for member in members {
      if invites, member != user {
        invite(member, into: room, by: user)
      } else {
        _ = take(member, into: room, at: time, baseline: 0)
      }
    }
    return room
  }

  mutating func directChannel(with other: UserID, by user: UserID) throws(ChatError) -> ChannelSummary {
    _ = try self.user(other)
    guard other != user else { throw .refused(.invalid("a direct channel with oneself")) }
    let pair = DirectPair(user, other)
    if let room = directRooms[pair] {
      // Only where people are invited one of the two can be missing.
      if !rooms[room].isMember(user) { welcome(user, into: room) }
      invite(other, into: room, by: user)
      return summary(of: room, for: user)
    }
    var id = ChannelID("direct:\(pair.first):\(pair.second)")
    // The id can be taken by a channel that was created with that name.
    while roomNumbers[id] != nil { id = ChannelID("\(id)'") }
    return try createChannel(NewChannel(id: id, type: .direct, members: [other]), by: user)
  }

  mutating func join(_ id: ChannelID, by user: UserID) throws(ChatError) -> ChannelSummary {
    let room = try room(id)
    if rooms[room].isMember(user) { return summary(of: room, for: user) }
    guard rooms[room].channel.type == .public || rooms[room].invited[user] != nil else {
      throw .refused(.notAllowed)
    }
    welcome(user, into: room)
    return summary(of: room, for: user)
  }

  /// Leaving a channel again has no effect: the answer to the first request may have been lost.
  mutating func leave(_ id: ChannelID, by user: UserID) throws(ChatError) {
    let room = try room(id)
    guard rooms[room].isMember(user) else { return }
    guard rooms[room].channel.type != .direct else { throw .refused(.notAllowed) }
    tellMembers(of: room, .memberLeft(channelId: id, userId: user))
    takeOut(user, of: room)
    announce("\(knownUser(user).displayName) left", by: user, in: room)
  }

  mutating func update(
    _ id: ChannelID, _ change: ChannelChange, by user: UserID
  ) throws(ChatError) -> Channel {
    let room = try room(id, for: user)
    guard rooms[room].channel.type != .direct else { throw .refused(.notAllowed) }
    if let name = change.name, name.isBlank { throw .refused(.invalid("an empty channel name")) }
    var channel = rooms[room].channel
    channel.name = change.name ?? channel.name
    channel.topic = change.topic ?? channel.topic
    guard channel != rooms[room].channel else { return channel }
    let former = rooms[room].channel.name
    let isRenamed = channel.name != former
    // Two changes at the same moment are told apart: whoever hears of them in the wrong order keeps the later one.
    channel.updatedAt = max(now, channel.updatedAt + .microseconds(1))
    rooms[room].channel = channel
    if isRenamed {
      roomNames.remove(id, id: id.rawValue, name: former)
      roomNames.insert(id, id: id.rawValue, name: channel.name)
    }
    tellMembers(of: room, .channelUpdated(channel))
    if isRenamed {
      announce(
        "\(knownUser(user).displayName) named the channel “\(channel.displayName)”", by: user, in: room)
    }
    return channel
  }

  mutating func add(_ users: [UserID], to id: ChannelID, by user: UserID) throws(ChatError) {
    let room = try room(id, for: user)
    guard rooms[room].channel.type != .direct else { throw .refused(.notAllowed) }
    for user in users { _ = try self.user(user) }
    for newcomer in users where !rooms[room].isMember(newcomer) {
      if can(.addsMembers) { welcome(newcomer, into: room) } else { invite(newcomer, into: room, by: user) }
    }
  }

  private mutating func welcome(_ user: UserID, into room: Int) {
    // What was said since somebody was invited is meant for them too.
    let baseline = endInvitation(of: user, to: room)?.token ?? latestToken
    let membership = take(user, into: room, at: now, baseline: baseline)
    tellMembers(of: room, .memberJoined(membership))
    announce("\(membership.user.displayName) joined", by: user, in: room)
  }

  func membership(of user: UserID, in room: Int) -> Membership {
    Membership(
      channelId: rooms[room].id, user: knownUser(user),
      joinedAt: rooms[room].members[user]?.joinedAt ?? rooms[room].channel.createdAt)
  }
}

import ChatDomain
import DraftEngine

/// A user's changes to channels.
struct ChannelRequests {
  let user: UserID

  // MARK: Making

  func create(_ new: NewChannel, _ state: inout ServiceState) throws(ChatError) -> ChannelSummary {
    var new = new
    if !state.can(.choosesIds) { new.id = ChannelID("!\(state.makeToken())") }
    let room = try makeRoom(new, at: state.now, inviting: !state.can(.addsMembers), &state)
    let members = state.rooms[room].members
    state.events.send(.channelUpdated(state.rooms[room].channel), to: members, except: user)
    for member in members.inOrder {
      state.events.send(.memberJoined(state.membership(of: member.user, in: room)), to: members)
    }
    return state.summary(of: room, for: user)
  }

  /// Creates a channel without sending events, except to invited users.
  ///
  /// - Parameter inviting: whether its members are invited; the creator joins at once.
  func makeRoom(
    _ new: NewChannel, at time: Timestamp, inviting: Bool = false, _ state: inout ServiceState
  ) throws(ChatError) -> Int {
    guard !new.id.rawValue.isEmpty else { throw .refused(.invalid("an empty channel id")) }
    guard !new.id.isOnDevice else { throw .refused(.invalid("the id of a conversation yet to be made")) }
    if let name = new.name, name.isBlank { throw .refused(.invalid("an empty channel name")) }
    guard state.number(of: new.id) == nil else { throw .refused(.alreadyExists("channel \(new.id)")) }
    var seen: Set<UserID> = []
    let members = ([user] + new.members).filter { seen.insert($0).inserted }
    for member in members { _ = try state.users.user(member) }
    let pair = new.type == .direct ? try pair(members, state) : nil
    if new.isEncrypted { try state.require([.encrypts]) }
    let channel = Channel(
      id: new.id, name: new.name, type: new.type, topic: new.topic, createdAt: time,
      isEncrypted: new.isEncrypted)
    let room = state.addRoom(channel, pair: pair, at: time)
    if pair == nil { state.rooms[room].rules = ChannelRules(owner: user) }
    for member in members {
      if inviting, member != user {
        invite(member, to: room, &state)
      } else {
        _ = state.addMember(member, to: room, at: time, baseline: 0)
      }
    }
    return room
  }

  private func pair(_ members: [UserID], _ state: ServiceState) throws(ChatError) -> DirectPair {
    guard members.count == 2 else {
      throw .refused(.invalid("a direct channel of \(members.count) people"))
    }
    let pair = DirectPair(members[0], members[1])
    guard state.directRoom(of: pair) == nil else { throw .refused(.alreadyExists("direct channel")) }
    return pair
  }

  func direct(with other: UserID, _ state: inout ServiceState) throws(ChatError) -> ChannelSummary {
    _ = try state.users.user(other)
    guard other != user else { throw .refused(.invalid("a conversation with yourself")) }
    let pair = DirectPair(user, other)
    if let room = state.directRoom(of: pair) {
      // One of the two can be missing if people have to be invited.
      if !state.rooms[room].isMember(user) { admit(user, to: room, &state) }
      invite(other, to: room, &state)
      return state.summary(of: room, for: user)
    }
    var id = ChannelID("direct:\(pair.first):\(pair.second)")
    // The id can be taken by a channel that was created with that name.
    while state.number(of: id) != nil { id = ChannelID("\(id)'") }
    return try create(
      NewChannel(id: id, type: .direct, members: [other], isEncrypted: state.can(.encrypts)), &state)
  }

  // MARK: Coming and going

  func join(_ id: ChannelID, _ state: inout ServiceState) throws(ChatError) -> ChannelSummary {
    let room = try state.room(id)
    if state.rooms[room].isMember(user) { return state.summary(of: room, for: user) }
    if state.spaces[id] != nil { return try enter(id, room, &state) }
    guard state.rooms[room].channel.type == .public || state.invitations[user, to: room] != nil else {
      throw .refused(.notAllowed)
    }
    admit(user, to: room, &state)
    return state.summary(of: room, for: user)
  }

  /// Brings the user into a space that they were invited to.
  private func enter(_ space: ChannelID, _ room: Int, _ state: inout ServiceState) throws(ChatError)
    -> ChannelSummary
  {
    guard state.spaces.isMember(user, of: space) || endInvitation(of: user, to: room, &state) != nil else {
      throw .refused(.notAllowed)
    }
    state.spaces.add(user, to: space)
    state.events.send(.spacesChanged(state.spaces.spaces(of: user)), to: user)
    return state.summary(of: room, for: user)
  }

  /// Leaving a channel again has no effect: the answer to the first request may have been lost.
  func leave(_ id: ChannelID, _ state: inout ServiceState) throws(ChatError) {
    let room = try state.room(id)
    guard state.rooms[room].isMember(user) else { return }
    guard state.rooms[room].channel.type != .direct else { throw .refused(.notAllowed) }
    state.events.send(.memberLeft(channelId: id, userId: user), to: state.rooms[room].members)
    state.removeMember(user, of: room)
    state.channelLists.setLeft(room, at: state.makeToken(), by: user)
    state.announce("\(state.users.known(user).displayName) left", by: user, in: room)
  }

  func add(_ users: [UserID], to id: ChannelID, _ state: inout ServiceState) throws(ChatError) {
    let room = try state.room(id, for: user)
    guard state.rooms[room].channel.type != .direct else { throw .refused(.notAllowed) }
    try state.check(.invite, by: user, in: room)
    for user in users { _ = try state.users.user(user) }
    for newcomer in users where !state.rooms[room].isMember(newcomer) {
      if state.can(.addsMembers) {
        admit(newcomer, to: room, &state)
      } else {
        invite(newcomer, to: room, &state)
      }
    }
  }

  private func admit(_ newcomer: UserID, to room: Int, _ state: inout ServiceState) {
    // Messages since the invitation are unread for the new member.
    let baseline = endInvitation(of: newcomer, to: room, &state)?.token ?? state.latestToken
    let membership = state.addMember(newcomer, to: room, at: state.now, baseline: baseline)
    state.endKnock(of: newcomer, on: room)
    state.events.send(.memberJoined(membership), to: state.rooms[room].members)
    state.announce("\(membership.user.displayName) joined", by: newcomer, in: room)
  }

  // MARK: Invitations

  /// Declining again has no effect: the answer to the first request may have been lost.
  func declineInvitation(to id: ChannelID, _ state: inout ServiceState) {
    if let room = state.number(of: id) { endInvitation(of: user, to: room, &state) }
  }

  /// Invites a user to a space.
  func invite(_ guest: UserID, toSpace space: ChannelID, _ state: inout ServiceState) {
    guard !state.spaces.isMember(guest, of: space), let room = state.number(of: space) else { return }
    invite(guest, to: room, &state)
  }

  /// Invites a user who is not yet in the room or invited.
  private func invite(_ guest: UserID, to room: Int, _ state: inout ServiceState) {
    guard !state.rooms[room].isMember(guest), state.invitations[guest, to: room] == nil else { return }
    let pending = Invitations.Pending(by: user, at: state.now, token: state.makeToken())
    state.invitations.add(pending, for: guest, to: room)
    state.inboxes.touch(guest)
    state.endKnock(of: guest, on: room)
    if let invitation = state.invitation(of: guest, to: room) {
      state.events.send(.invited(invitation), to: guest)
    }
  }

  /// - Returns: the invitation, if there was one.
  @discardableResult
  private func endInvitation(
    of guest: UserID, to room: Int, _ state: inout ServiceState
  ) -> Invitations.Pending? {
    guard let ended = state.invitations.remove(for: guest, to: room) else { return nil }
    state.inboxes.touch(guest)
    state.events.send(.invitationEnded(channelId: state.rooms[room].id), to: guest)
    return ended
  }

  // MARK: Changing

  func update(
    _ id: ChannelID, _ change: ChannelChange, _ state: inout ServiceState
  ) throws(ChatError) -> Channel {
    let room = try state.room(id, for: user)
    let former = state.rooms[room].channel
    guard former.type != .direct else { throw .refused(.notAllowed) }
    if change.name != nil { try state.check(.rename, by: user, in: room) }
    if change.topic != nil { try state.check(.setTopic, by: user, in: room) }
    if let name = change.name, name.isBlank { throw .refused(.invalid("an empty channel name")) }
    var channel = former
    channel.name = change.name ?? channel.name
    channel.topic = change.topic ?? channel.topic
    guard channel != former else { return channel }
    let changed = channel
    state.changeChannel(of: room) { $0 = changed }
    channel = state.rooms[room].channel
    if channel.name != former.name {
      let author = state.users.known(user).displayName
      state.announce("\(author) named the channel “\(channel.displayName)”", by: user, in: room)
    }
    return channel
  }

  /// Repeating a change has no effect: the answer to the first request may have been lost.
  func update(
    _ id: ChannelID, _ change: ChannelPreferencesChange, _ state: inout ServiceState
  ) throws(ChatError) -> ChannelPreferences {
    let room = try state.room(id, for: user)
    let former = state.channelLists.preferences(of: user, in: room)
    var preferences = former
    preferences.isFavourite = change.isFavourite ?? former.isFavourite
    preferences.notifications = change.notifications ?? former.notifications
    guard preferences != former else { return former }
    preferences.revision += 1
    state.channelLists.setPreferences(preferences, of: user, in: room)
    state.events.send(.channelPreferencesChanged(channelId: id, preferences), to: user)
    return preferences
  }
}

public import ChatDomain
public import DraftEngine

/// Channels that people can ask to join.
extension InMemoryChatService {
  /// Lets people ask to join a channel.
  public func letKnock(on id: ChannelID) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(id)
      state.rooms[room].rules.takesKnocks = true
    }
  }
}

/// Encrypted channels. The service has no keys, so it can only pass messages on.
extension InMemoryChatService {
  /// Encrypts a channel. Nothing can be sent to it from here afterwards.
  public func encrypt(_ channel: ChannelID) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(channel)
      state.rooms[room].channel.isEncrypted = true
      state.rooms[room].channel.updatedAt =
        max(state.now, state.rooms[room].channel.updatedAt + .microseconds(1))
      state.events.send(.channelUpdated(state.rooms[room].channel), to: state.rooms[room].members)
    }
    announcements.setSendingRefusal(.encryptedChannel, in: channel)
  }

  /// Adds a message to an encrypted channel, as another client that has keys would.
  @discardableResult
  public func sayUnreadably(by author: UserID, in channel: ChannelID) throws(ChatError) -> MessageID {
    try perform { state throws(ChatError) in
      let room = try state.room(channel, for: author)
      let record = MessageRecord(
        token: state.makeToken(), createdAt: state.now, author: author, elements: [],
        traits: [.shownInChannel, .unreadable, .encrypted])
      state.store(record, in: room)
      state.events.sendCreated(record, in: room, to: state.rooms[room].members)
      return record.id
    }
  }

  /// Makes a message readable, as if its key had arrived. The message itself does not change, so its version stays.
  public func reveal(
    _ id: MessageID, in channel: ChannelID, _ elements: [MessageElement]
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(channel)
      let record = try state.record(id, in: room)
      guard record.isUnreadable else { return }
      state.rooms[room].history.modify(record.token) {
        $0.traits.remove(.unreadable)
        $0.body = MessageBody(elements)
      }
      let readable = try state.record(id, in: room)
      let message = state.message(readable, in: room, for: record.author)
      state.events.send(about: message, to: state.rooms[room].members) { .messageUpdated($0) }
    }
  }
}

/// Loads data before any user connects. No events are sent, and it is fast: a million messages take seconds.
extension InMemoryChatService {
  /// Adds or updates a user.
  public func add(_ user: User) { withState { $0.add(user) } }

  /// Makes a user appear online without a device, or ends that.
  public func setAlwaysOnline(_ isOnline: Bool, _ user: UserID) {
    withState { state in state.changePresence(of: user) { $0.isAlwaysOnline = isOnline } }
  }

  /// Creates channels as of a time; the creator is a member of each.
  public func load(
    _ channels: [NewChannel], createdBy user: UserID, at time: Timestamp
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      for channel in channels {
        _ = try ChannelRequests(of: user).makeRoom(channel, at: time, &state)
      }
    }
  }

  /// Adds a message to a channel's history.
  ///
  /// Messages must come in the order of their times. One that is older than the last accepted message is placed after
  /// it all the same, and keeps its date.
  @discardableResult
  public func load(_ message: HistoricMessage, into channel: ChannelID) throws(ChatError) -> MessageID {
    try perform { state throws(ChatError) in
      MessageID(token: try message.load(into: try state.room(channel), &state))
    }
  }

  /// Adds many messages to a channel's history, each created when its turn comes.
  public func load(
    count: Int, into channel: ChannelID, _ message: @Sendable (Int) -> HistoricMessage
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(channel)
      for number in 0..<count { _ = try message(number).load(into: room, &state) }
    }
  }
}

/// Channels in which the service itself writes.
extension InMemoryChatService {
  /// Makes a channel one of the service's notices: its members may only read there.
  public func makeServiceNotices(_ channel: ChannelID) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(channel)
      state.rooms[room].channel.isServiceNotice = true
      state.rooms[room].channel.updatedAt =
        max(state.now, state.rooms[room].channel.updatedAt + .microseconds(1))
      state.events.send(.channelUpdated(state.rooms[room].channel), to: state.rooms[room].members)
    }
    announcements.setSendingRefusal(.readOnlyChannel, in: channel)
  }
}

/// Roles in channels. The creator of a channel owns it; all others are members until they get a role here.
extension InMemoryChatService {
  /// Makes somebody something else to a channel; its members are told.
  public func setRole(_ role: MemberRole, of user: UserID, in channel: ChannelID) throws(ChatError) {
    try changeRules(of: channel) { $0.set(role, of: user) }
  }

  /// Leaves something in a channel to a role and those above it.
  public func require(
    _ role: MemberRole, for act: ChannelAct, in channel: ChannelID
  ) throws(ChatError) {
    try changeRules(of: channel) { $0.require(role, for: act) }
  }

  private func changeRules(
    of channel: ChannelID, _ change: @Sendable (inout ChannelRules) -> Void
  ) throws(ChatError) {
    let rules = try perform { state throws(ChatError) in
      let room = try state.room(channel)
      change(&state.rooms[room].rules)
      state.events.send(.rolesChanged(channelId: channel), to: state.rooms[room].members)
      return state.rooms[room].rules
    }
    announcements.set(rules, of: channel)
  }
}

/// Groups of channels.
extension InMemoryChatService {
  /// Makes a space, or gives it another name, other channels and other members.
  public func setSpace(_ space: Space, members: Set<UserID>) {
    withState { state in
      state.keepRoom(of: space)
      for user in state.spaces.set(space, members: members) {
        state.events.send(.spacesChanged(state.spaces.spaces(of: user)), to: user)
      }
    }
  }

  /// Puts a space before others for a person: those with an order stand in front, in the order of these texts.
  public func setSpaceOrder(_ order: String?, of space: ChannelID, for user: UserID) {
    withState { state in
      let former = state.spaces.spaces(of: user)
      state.spaces.setOrder(order, of: space, for: user)
      let spaces = state.spaces.spaces(of: user)
      if spaces != former { state.events.send(.spacesChanged(spaces), to: user) }
    }
  }

  /// Invites a user to a space; accepting makes them a member.
  public func invite(_ guest: UserID, toSpace id: ChannelID, by author: UserID) throws(ChatError) {
    try perform { state throws(ChatError) in
      guard state.spaces[id] != nil else { throw .refused(.notFound("space \(id)")) }
      ChannelRequests(of: author).invite(guest, toSpace: id, &state)
    }
  }

  /// Takes a space away; its channels stay.
  public func removeSpace(_ id: ChannelID) {
    withState { state in
      for user in state.spaces.remove(id) {
        state.events.send(.spacesChanged(state.spaces.spaces(of: user)), to: user)
      }
    }
  }
}

/// Channels that are replaced by others.
extension InMemoryChatService {
  /// Lets a channel go on in another one: nothing can be said in it any more, and all its members are told.
  ///
  /// - Parameters:
  ///   - id: the channel that ends.
  ///   - successor: the one that takes its place.
  ///   - author: the member who wants it so.
  public func replace(
    _ id: ChannelID, by successor: ChannelID, author: UserID
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      let old = try state.room(id, for: author)
      let new = try state.room(successor)
      guard old != new else { throw .refused(.invalid("a channel as its own successor")) }
      state.rooms[old].channel.successor = successor
      state.rooms[new].channel.predecessor = id
      for room in [old, new] {
        let updatedAt = state.rooms[room].channel.updatedAt
        state.rooms[room].channel.updatedAt = max(state.now, updatedAt + .microseconds(1))
        state.events.send(.channelUpdated(state.rooms[room].channel), to: state.rooms[room].members)
      }
      let name = state.users.known(author).displayName
      state.announce("\(name) replaced the channel by another one", by: author, in: old)
    }
    announcements.setSendingRefusal(.channelReplaced(by: successor), in: id)
  }
}

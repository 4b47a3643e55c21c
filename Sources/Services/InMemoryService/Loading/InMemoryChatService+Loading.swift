public import ChatDomain

/// Sets up users, channels and their history before users connect. Loading sends no events.
extension InMemoryChatService {
  /// Adds or updates a user.
  public func add(_ user: User) { perform { $0.add(user) } }

  /// Makes a user appear online without a device, or ends that.
  public func setAlwaysOnline(_ isOnline: Bool, _ user: UserID) {
    perform { state in state.changePresence(of: user) { $0.isAlwaysOnline = isOnline } }
  }

  /// Creates channels as of a time; the creator is a member of each.
  public func load(
    _ channels: [NewChannel], createdBy user: UserID, at time: Timestamp
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      for channel in channels {
        _ = try ChannelRequests(user: user).makeRoom(channel, at: time, &state)
      }
    }
  }

  /// Makes a user a member of the channels that an earlier run had. Those that the service does not have are created without
  /// messages: a direct channel with its other user, every other one with this user alone.
  public func restore(_ channels: [ChannelSummary], of user: UserID) {
    perform { state in
      for summary in channels where summary.channel.id != .nowhere {
        let channel = summary.channel
        if let room = state.number(of: channel.id) {
          guard !state.rooms[room].isMember(user) else { continue }
          _ = state.addMember(user, to: room, at: state.now, baseline: state.latestToken)
          continue
        }
        let others = summary.partner.map { [$0.id] } ?? []
        do throws(ChatError) {
          _ = try ChannelRequests(user: user).makeRoom(
            NewChannel(
              id: channel.id, name: channel.name, type: channel.type, topic: channel.topic, members: others),
            at: channel.createdAt, &state)
        } catch {
          // A direct channel whose other user is unknown here. It is not listed, as before.
        }
      }
    }
  }

  /// Adds a message to a channel's history.
  ///
  /// Messages should come in the order of their times: one that is older than the last message is placed after it, but keeps its
  /// date.
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

/// Changes channels as their administrators or the service would: roles, successors, spaces.
extension InMemoryChatService {
  /// Lets people ask to join a channel.
  public func letKnock(on id: ChannelID) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(id)
      state.rooms[room].rules.takesKnocks = true
    }
  }

  /// Gives a user a role in a channel. Its creator owns it; all others are members until they get a role here.
  public func setRole(_ role: MemberRole, of user: UserID, in channel: ChannelID) throws(ChatError) {
    try changeRules(of: channel) { $0.set(role, of: user) }
  }

  /// Requires a role for an act in a channel.
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

  /// Makes a channel a service notice, in which members can only read.
  public func makeServiceNotices(_ channel: ChannelID) throws(ChatError) {
    try changeChannel(channel) { $0.isServiceNotice = true }
    announcements.setSendingRefusal(.readOnlyChannel, in: channel)
  }

  func changeChannel(
    _ id: ChannelID, _ change: @Sendable (inout Channel) -> Void
  ) throws(ChatError) {
    try perform { state throws(ChatError) in state.changeChannel(of: try state.room(id), change) }
  }

  /// Replaces a channel by another one. Nothing can be sent to the replaced channel any more.
  ///
  /// - Parameters:
  ///   - id: the channel that ends.
  ///   - successor: the channel that takes its place.
  ///   - author: the member who replaces it.
  public func replace(
    _ id: ChannelID, by successor: ChannelID, author: UserID
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      let old = try state.room(id, for: author)
      let new = try state.room(successor)
      guard old != new else { throw .refused(.invalid("a channel as its own successor")) }
      state.changeChannel(of: old) { $0.successor = successor }
      state.changeChannel(of: new) { $0.predecessor = id }
      let name = state.users.known(author).displayName
      state.announce("\(name) replaced the channel by another one", by: author, in: old)
    }
    announcements.setSendingRefusal(.channelReplaced(by: successor), in: id)
  }

  // MARK: Spaces

  /// Creates a space, or changes its name, channels and members.
  public func setSpace(_ space: Space, members: Set<UserID>) {
    perform { state in
      state.keepRoom(of: space)
      for user in state.spaces.set(space, members: members) {
        state.events.send(.spacesChanged(state.spaces.spaces(of: user)), to: user)
      }
    }
  }

  /// Sets the text that orders a space in a user's list. Spaces with such a text come first, sorted by it; nil removes it.
  public func setSpaceOrder(_ order: String?, of space: ChannelID, for user: UserID) {
    perform { state in
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
      ChannelRequests(user: author).invite(guest, toSpace: id, &state)
    }
  }

  /// Removes a space; its channels stay.
  public func removeSpace(_ id: ChannelID) {
    perform { state in
      for user in state.spaces.remove(id) {
        state.events.send(.spacesChanged(state.spaces.spaces(of: user)), to: user)
      }
    }
  }
}

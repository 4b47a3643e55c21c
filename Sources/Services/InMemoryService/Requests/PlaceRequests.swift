import ChatDomain

/// Requests about channels that the user is not in.
struct PlaceRequests {
  let user: UserID

  /// The prefix of an address of this service, before the id.
  static let scheme = "chat:"

  /// The text as the address of a channel; nil if it is none. An id without the prefix is ordinary text.
  static func address(in text: String) -> ChannelAddress? {
    guard text.hasPrefix(scheme), text.utf8.count > scheme.utf8.count, !text.contains(where: \.isWhitespace)
    else { return nil }
    return ChannelAddress(name: text)
  }

  func join(_ address: ChannelAddress, _ state: inout ServiceState) throws(ChatError) -> ChannelSummary {
    let room = try Self.room(behind: address, state)
    let id = state.rooms[room].id
    do throws(ChatError) { return try ChannelRequests(user: user).join(id, &state) } catch {
      guard error == .refused(.notAllowed) else { throw error }
      throw .refused(.notAdmitted(state.rooms[room].rules.takesKnocks ? .knocking : .invitation))
    }
  }

  static func room(behind address: ChannelAddress, _ state: ServiceState) throws(ChatError) -> Int {
    guard Self.address(in: address.name) != nil else { throw .refused(.notFound("channel \(address.name)")) }
    return try state.room(ChannelID(String(address.name.dropFirst(scheme.count))))
  }

  func directory(_ query: DirectoryQuery, _ state: ServiceState) throws(ChatError) -> Page<ListedChannel> {
    if let space = query.space {
      return try page(of: try rooms(in: space, matching: query.text, state), query, state)
    }
    if let server = query.server { throw .refused(.notFound("server \(server)")) }
    let wanted = FoldedText(query.text)
    let found = state.rooms.indices.filter { room in
      let channel = state.rooms[room].channel
      guard channel.type == .public || state.rooms[room].rules.takesKnocks else { return false }
      return query.text.isEmpty || channel.matches(wanted)
    }
    let sorted = found.sorted { left, right in
      (state.rooms[right].members.count, state.rooms[left].id)
        < (state.rooms[left].members.count, state.rooms[right].id)
    }
    return try page(of: sorted, query, state)
  }

  /// The channels and spaces in a space of the user's, in its order.
  private func rooms(in space: ChannelID, matching text: String, _ state: ServiceState) throws(ChatError)
    -> [Int]
  {
    guard let known = state.spaces[space], state.spaces.isMember(user, of: space) else {
      throw .refused(.notFound("space \(space)"))
    }
    let wanted = FoldedText(text)
    return known.children.compactMap { state.number(of: $0) }.filter {
      text.isEmpty || state.rooms[$0].channel.matches(wanted)
    }
  }

  private func page(
    of sorted: [Int], _ query: DirectoryQuery, _ state: ServiceState
  ) throws(ChatError) -> Page<ListedChannel> {
    // Cursors are indices: between two pages a channel may move when people join or leave, and clients show each channel once.
    let page = try ListQuery(limit: query.limit, cursor: query.cursor).page(ofCounted: sorted, .directory)
    return Page(page.elements.map { listed(state.rooms[$0], state) }, next: page.next)
  }

  private func listed(_ room: ChannelRoom, _ state: ServiceState) -> ListedChannel {
    let isSpace = state.spaces[room.id] != nil
    return ListedChannel(
      id: room.id, address: ChannelAddress(name: Self.scheme + room.id.rawValue), name: room.channel.name,
      topic: room.channel.topic, memberCount: room.members.count,
      admission: room.channel.type == .public ? .everybody : room.rules.takesKnocks ? .knocking : .invitation,
      isMember: isSpace ? state.spaces.isMember(user, of: room.id) : room.isMember(user), isSpace: isSpace,
      isEncrypted: room.channel.isEncrypted)
  }

  // MARK: Left channels

  func leftChannels(_ query: ListQuery, _ state: ServiceState) throws(ChatError) -> Page<Channel> {
    let page = try query.page(of: state.channelLists.leftRooms(of: user), .left)
    return Page(page.elements.map { state.rooms[$0.room].channel }, next: page.next)
  }

  /// Forgetting again has no effect: the answer to the first request may have been lost.
  func forget(_ id: ChannelID, _ state: inout ServiceState) throws(ChatError) {
    guard let room = state.number(of: id) else { return }
    guard !state.rooms[room].isMember(user) else { throw .refused(.notAllowed) }
    guard state.channelLists.forgetLeft(room, of: user) else { return }
    state.channelLists.setPreferences(ChannelPreferences(), of: user, in: room)
  }
}

extension Channel {
  /// Whether its name, id or topic contains a text.
  fileprivate func matches(_ text: FoldedText) -> Bool {
    [name, id.rawValue, topic].contains { $0.map { FoldedText($0).contains(text) } ?? false }
  }
}

/// Carries out requests to join channels, and the answers of members who may invite.
struct KnockRequests {
  let user: UserID

  func knock(
    on address: ChannelAddress, reason: String, _ state: inout ServiceState
  ) throws(ChatError) -> Knock {
    let room = try PlaceRequests.room(behind: address, state)
    guard !state.rooms[room].isMember(user), state.invitations[user, to: room] == nil else {
      throw .refused(.notAllowed)
    }
    let reason = KnockRules.reason(reason)
    let former = state.knocks[user, on: room]
    if let former, reason == nil || reason == former.reason { return knock(former, state) }
    guard state.rooms[room].rules.takesKnocks else {
      let isPublic = state.rooms[room].channel.type == .public
      throw .refused(.notAdmitted(isPublic ? .everybody : .invitation))
    }
    let pending = KnockList.Pending(
      user: user, room: room, reason: reason, at: former?.at ?? state.now, token: state.makeToken())
    state.knocks.add(pending)
    state.sendKnockChange(of: user, on: room)
    return knock(pending, state)
  }

  private func knock(_ pending: KnockList.Pending, _ state: ServiceState) -> Knock {
    Knock(channel: state.rooms[pending.room].channel, reason: pending.reason, knockedAt: pending.at)
  }

  func knocks(_ state: ServiceState) -> [Knock] { state.knocks.knocks(of: user).map { knock($0, state) } }

  func takeBack(_ id: ChannelID, _ state: inout ServiceState) {
    if let room = state.number(of: id) { state.endKnock(of: user, on: room) }
  }

  /// The most visitors in a list.
  private static let mostVisitors = 200

  func visitors(_ state: ServiceState) -> [Visitor] {
    let ignored = state.events.ignored(by: user)
    let rooms = state.channelLists.rooms(of: user).filter {
      state.rooms[$0].rules.refusal(of: .invite, by: user) == nil
    }
    return state.knocks.knocks(on: rooms).filter { !ignored.contains($0.user) }.prefix(Self.mostVisitors)
      .map {
        Visitor(
          user: state.users.known($0.user), channel: state.rooms[$0.room].channel, reason: $0.reason,
          knockedAt: $0.at)
      }
  }

  func admit(_ visitor: UserID, to id: ChannelID, _ state: inout ServiceState) throws(ChatError) {
    let room = try state.room(id, for: user)
    try state.check(.invite, by: user, in: room)
    guard state.knocks[visitor, on: room] != nil else { throw .refused(.notFound("visitor \(visitor)")) }
    try ChannelRequests(user: user).add([visitor], to: id, &state)
  }

  func turnAway(_ visitor: UserID, from id: ChannelID, _ state: inout ServiceState) throws(ChatError) {
    let room = try state.room(id, for: user)
    try state.check(.invite, by: user, in: room)
    state.endKnock(of: visitor, on: room)
  }
}

import ChatDomain

/// Carries out what a user asks about channels that they are not in.
struct PlaceRequests {
  let user: UserID

  init(of user: UserID) { self.user = user }

  /// What stands in front of the id in an address of this service.
  static let scheme = "chat:"

  /// The address of a channel in a text; ids alone are words like any others.
  static func address(in text: String) -> ChannelAddress? {
    guard text.hasPrefix(scheme), text.utf8.count > scheme.utf8.count, !text.contains(where: \.isWhitespace)
    else { return nil }
    return ChannelAddress(name: text)
  }

  func join(_ address: ChannelAddress, _ state: inout ServiceState) throws(ChatError) -> ChannelSummary {
    let room = try Self.room(behind: address, state)
    let id = state.rooms[room].id
    do throws(ChatError) { return try ChannelRequests(of: user).join(id, &state) } catch {
      guard error == .refused(.notAllowed) else { throw error }
      throw .refused(.notAdmitted(state.rooms[room].rules.takesKnocks ? .knocking : .invitation))
    }
  }

  static func room(behind address: ChannelAddress, _ state: ServiceState) throws(ChatError) -> Int {
    guard Self.address(in: address.name) != nil else { throw .refused(.notFound("channel \(address.name)")) }
    return try state.room(ChannelID(String(address.name.dropFirst(scheme.count))))
  }

  func directory(_ query: DirectoryQuery, _ state: ServiceState) throws(ChatError) -> Page<ListedChannel> {
    let limit = try ListCursor.pageSize(query.limit)
    if let space = query.space {
      try state.require([.groupsChannels])
      return try page(of: try rooms(in: space, matching: query.text, state), query.cursor, limit, state)
    }
    try state.require([.listsChannels])
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
    return try page(of: sorted, query.cursor, limit, state)
  }

  /// The channels and spaces in a space of the user's, in its order.
  private func rooms(in space: ChannelID, matching text: String, _ state: ServiceState) throws(ChatError)
    -> [Int]
  {
    guard let known = state.spaces[space], state.spaces.isMember(user, of: space) else {
      throw .refused(.notFound("space \(space)"))
    }
    let wanted = FoldedText(text)
    return known.children.compactMap { state.directory[$0] }.filter {
      text.isEmpty || state.rooms[$0].channel.matches(wanted)
    }
  }

  private func page(
    of sorted: [Int], _ cursor: Cursor?, _ limit: Int, _ state: ServiceState
  ) throws(ChatError) -> Page<ListedChannel> {
    // By the place: who comes or goes between two pages may move a channel, and a list that shows each once takes that.
    let start = try cursor.map { cursor throws(ChatError) in
      try ListCursor(cursor, of: .directory).token
    }
    let first = Int(clamping: start ?? 0)
    let page = sorted.dropFirst(first).prefix(limit)
    let end = first + page.count
    return Page(
      page.map { listed(state.rooms[$0], state) },
      next: end < sorted.count && !page.isEmpty ? ListCursor(.directory, UInt64(end)).cursor : nil)
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

  // MARK: What was left

  func leftChannels(_ query: ListQuery, _ state: ServiceState) throws(ChatError) -> Page<Channel> {
    let limit = try ListCursor.pageSize(query.limit)
    let order = state.leftRooms.list(of: user)
    var rank = order.count
    if let cursor = query.cursor { rank = order.count(below: try ListCursor(cursor, of: .left).token) }
    let places = order.elements(in: ListWindow.before(rank, limit: limit))
    let next = places.count < rank ? places.first.map { ListCursor(.left, $0.token).cursor } : nil
    return Page(places.reversed().map { state.rooms[$0.room].channel }, next: next)
  }

  /// Forgetting again has no effect: the answer to the first request may have been lost.
  func forget(_ id: ChannelID, _ state: inout ServiceState) throws(ChatError) {
    guard let room = state.directory[id] else { return }
    guard !state.rooms[room].isMember(user) else { throw .refused(.notAllowed) }
    guard state.leftRooms.remove(room, of: user) else { return }
    state.channelLists.setPreferences(ChannelPreferences(), of: user, in: room)
  }
}

extension Channel {
  /// Whether a text is found in what it calls itself, in its id or in what it is about.
  fileprivate func matches(_ text: FoldedText) -> Bool {
    [name, id.rawValue, topic].contains { $0.map { FoldedText($0).contains(text) } ?? false }
  }
}

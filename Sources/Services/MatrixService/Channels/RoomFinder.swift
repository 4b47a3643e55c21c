import ChatDomain

/// Finds rooms that the user is not in: by address, in a directory, or among those they left.
struct RoomFinder: AccountPart {
  let account: AccountContext
  let sync: SyncLoop
  let actions: RoomActions

  // MARK: Coming in

  func join(_ address: ChannelAddress) async throws(ChatError) -> ChannelSummary {
    let (id, servers): (ChannelID, [String])
    do throws(ChatError) { (id, servers) = try await room(behind: address) } catch {
      // Offline, an address can still name a joined room with this alias.
      guard error.isWithoutService,
        let known = try store.replica().rooms.values.first(where: { $0.isJoined && $0.alias == address.name })
      else { throw error }
      return try store.summary(of: known)
    }
    do throws(ChatError) { return try await actions.join(id, via: servers) } catch {
      guard error == .refused(.notAllowed), let admission = try await admission(to: id, via: servers) else {
        throw error
      }
      throw .refused(.notAdmitted(admission))
    }
  }

  /// Resolves an address to a room id and to servers that can help to join. The server resolves aliases.
  func room(behind address: ChannelAddress) async throws(ChatError) -> (id: ChannelID, servers: [String]) {
    if let id = ChannelID(matrix: address.name) { return (id, address.servers) }
    guard RoomAddress.isAlias(address.name) else {
      throw .refused(.notFound("channel \(address.name)"))
    }
    let answer = try await connection.read(
      .room(behind: address.name), FailureContext(subject: "channel \(address.name)")
    ) { bytes throws(AnswerError) in try AliasAnswer(bytes) }
    // Servers in a link were chosen by a member, so they come first.
    let servers = address.servers + answer.servers.filter { !address.servers.contains($0) }
    return (answer.room, Array(servers.prefix(RoomAddress.mostServers)))
  }

  /// Who may join a room that refused the user; nil if the user is banned, or if everybody may join.
  func admission(to id: ChannelID, via servers: [String]) async throws(ChatError) -> ChannelAdmission? {
    if try store.anyRoom(id)?.members[me]?.standing == .banned { return nil }
    do throws(ChatError) {
      let listing = try await connection.read(.summary(of: id, via: servers)) {
        bytes throws(AnswerError) in try RoomSummaryAnswer(bytes, of: id).room
      }
      guard listing.standing != .banned else { return nil }
      return listing.joinRule == .everybody ? nil : listing.joinRule.admission
    } catch {
      // The server reveals nothing about invite-only rooms to non-members.
      if case .refused = error { return .invitation }
      throw error
    }
  }

  // MARK: The directory

  func directory(_ query: DirectoryQuery) async throws(ChatError) -> Page<ListedChannel> {
    let limit = try ListRequest.pageSize(query.limit)
    if let space = query.space { return try await channels(in: space, query, limit: limit) }
    if let server = query.server, !RoomAddress.isServer(server) {
      throw .refused(.notFound("server \(server)"))
    }
    let own = RoomAddress.server(of: me.rawValue)
    let server = query.server == own ? nil : query.server
    let answer = try await connection.read(
      .directory(matching: query.text, of: server, from: query.cursor?.rawValue, limit: limit),
      FailureContext(query.cursor == nil ? .other : .page, subject: "server \(server ?? "")")
    ) { bytes throws(AnswerError) in try DirectoryAnswer(bytes) }
    let rooms = try store.replica().rooms
    let listed = answer.rooms.filter { !$0.hasType }.map { listing in
      listing.listed(
        at: listing.address(via: [server ?? own].compactMap(\.self)),
        isMember: rooms[listing.id]?.isJoined ?? false)
    }
    return Page(listed, next: answer.next.map { Cursor($0) })
  }

  /// The rooms and spaces in a joined space. The server has no search for them, so the text is matched here.
  private func channels(
    in space: ChannelID, _ query: DirectoryQuery, limit: Int
  ) async throws(ChatError) -> Page<ListedChannel> {
    try await sync.syncNow()
    guard
      let children = try store.anyRoom(space).map({ $0.isJoined && $0.isSpace ? $0.children : nil }) ?? nil
    else { throw .refused(.notFound("space \(space)")) }
    let answer = try await connection.read(
      .hierarchy(of: space, from: query.cursor?.rawValue, limit: limit),
      FailureContext(query.cursor == nil ? .other : .page, subject: "space \(space)"), orThrow: .unreadable
    ) { bytes throws(AnswerError) in try DirectoryAnswer(bytes, list: "rooms") }
    let rooms = try store.replica().rooms
    let wanted = FoldedText(query.text)
    let own = RoomAddress.server(of: me.rawValue)
    let listed = answer.rooms.filter { listing in
      guard listing.id != space, children[listing.id] != nil, listing.isSpace || !listing.hasType else {
        return false
      }
      return query.text.isEmpty
        || [listing.name, listing.alias, listing.topic].contains {
          $0.map { FoldedText($0).contains(wanted) } ?? false
        }
    }.map { listing in
      let named = children[listing.id]?.servers ?? []
      // Restricted rooms usually admit the members of the space that shows them.
      return listing.listed(
        at: listing.address(via: named.isEmpty ? [own].compactMap(\.self) : named),
        isMember: rooms[listing.id]?.isJoined ?? false,
        admission: listing.joinRule == .restricted ? .everybody : nil)
    }
    return Page(listed, next: answer.next.map { Cursor($0) })
  }

  // MARK: Left rooms

  func leftChannels(_ query: ListQuery) async throws(ChatError) -> Page<Channel> {
    let request = try ListRequest(query, of: .left)
    try await sync.syncNow()
    let replica = try store.replica()
    let all = replica.rooms.values.filter { $0.standing == .left && $0.creation != nil && $0.isChannel }
      .map { room in
        let leftAt = room.members[me].map { replica.builder.time.timestamp($0.changedAt) }
        return (
          position: ListCursor(.left, rank: leftAt?.rank ?? 0, id: room.id.rawValue),
          entry: replica.channel(room)
        )
      }
    return request.page(of: all)
  }

  func forget(_ id: ChannelID) async throws(ChatError) {
    guard ChannelID(matrix: id.rawValue) != nil else { return }
    try await sync.syncNow()
    if let room = try store.anyRoom(id) {
      guard !room.isJoined, room.invitation == nil, room.knock == nil else { throw .refused(.notAllowed) }
    }
    do throws(ChatError) {
      _ = try await connection.answer(to: .forget(id), FailureContext(subject: "channel \(id)"))
    } catch {
      // The server has forgotten the room already.
      guard case .refused(.notFound) = error else { throw error }
    }
    try store.withReplica { replica throws(CacheFault) in try replica.forget(id) }
    // It is not recorded which downloads belong to the room. The server has them all.
    spool.removeDownloads()
  }
}

extension RoomListing {
  /// - Parameter servers: the servers that list it, which can help to join.
  fileprivate func address(via servers: [String]) -> ChannelAddress {
    guard let alias, RoomAddress.isAlias(alias) else {
      return ChannelAddress(name: id.rawValue, servers: servers)
    }
    return ChannelAddress(name: alias, servers: servers)
  }

  /// - Parameter admission: overrides the room's join rule.
  fileprivate func listed(
    at address: ChannelAddress, isMember: Bool, admission: ChannelAdmission? = nil
  ) -> ListedChannel {
    ListedChannel(
      id: id, address: address, name: name, topic: topic, memberCount: memberCount,
      admission: admission ?? joinRule.admission, isMember: isMember, isSpace: isSpace,
      isEncrypted: isEncrypted)
  }
}

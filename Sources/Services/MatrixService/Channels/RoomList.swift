import ChatDomain

/// Lists of channels and invitations, and channel search.
struct RoomList: AccountPart {
  let account: AccountContext
  let sync: SyncLoop
  let markers: ReadMarkers

  /// How many rooms may be searched for their last message, and how many at once.
  private static let mostSought = 50
  private static let soughtAtOnce = 8

  // MARK: Channels

  func channel(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await sync.syncNow()
    if let room = try store.anyRoom(id), room.isJoined {
      try await fetchLatest(of: [room])
      try await markers.resolve(.main, in: id)
      return try store.summary(of: room)
    }
    guard ChannelID(matrix: id.rawValue) != nil else { throw .refused(.notFound("channel \(id)")) }
    let listing: RoomListing
    do throws(ChatError) {
      listing = try await connection.read(.summary(of: id), FailureContext(isMember: false)) {
        bytes throws(AnswerError) in try RoomSummaryAnswer(bytes, of: id).room
      }
    } catch {
      if case .refused = error { throw .refused(.notAMember) }
      throw error
    }
    guard listing.joinRule == .everybody else { throw .refused(.notAMember) }
    return ChannelSummary(
      channel: listing.channel, memberCount: listing.memberCount, reading: ReadPosition())
  }

  func channels(_ query: ListQuery) async throws(ChatError) -> Page<ChannelSummary> {
    let request = try ListRequest(query, of: .channels)
    try await sync.syncNow()
    try await fetchLatest(of: try store.replica().rooms.values.filter { $0.isJoined && $0.isChannel })
    let all = try store.withReplica { replica throws(CacheFault) in
      try replica.cache.reading { () throws(CacheFault) in
        var all: [(position: ListCursor, entry: ChannelID)] = []
        for room in replica.rooms.values where room.isJoined && room.isChannel {
          let rank = try replica.lastActivity(in: room).rank
          all.append((ListCursor(.channels, rank: rank, id: room.id.rawValue), room.id))
        }
        return all
      }
    }
    let page = request.page(of: all)
    try await markers.resolve(page.elements.map { ReadMarkers.Unresolved(room: $0, scope: .main) })
    var summaries: [ChannelSummary] = []
    for id in page.elements { summaries.append(try store.summary(of: try store.room(id))) }
    return Page(summaries, next: page.next)
  }

  func channels(matching text: String, limit: Int) async throws(ChatError) -> [Channel] {
    let limit = try ListRequest.pageSize(limit)
    try await sync.syncNow()
    let replica = try store.replica()
    var found: [ChannelID: Channel] = [:]
    for room in replica.rooms.values where room.isJoined && room.isChannel {
      found[room.id] = replica.channel(room)
    }
    let listings = try await connection.read(.directory(matching: text, of: nil, from: nil, limit: limit)) {
      bytes throws(AnswerError) in try DirectoryAnswer(bytes).rooms
    }
    for listing in listings where found[listing.id] == nil { found[listing.id] = listing.channel }
    return NameIndex(Array(found.values)).best(matching: text, limit: limit)
  }

  func invitations(_ query: ListQuery) async throws(ChatError) -> Page<Invitation> {
    let request = try ListRequest(query, of: .invitations)
    try await sync.syncNow()
    let replica = try store.replica()
    let all = replica.rooms.values.compactMap { room in
      replica.invitation(to: room).map {
        (position: ListCursor(.invitations, rank: $0.invitedAt.rank, id: room.id.rawValue), entry: $0)
      }
    }
    return request.page(of: all)
  }

  // MARK: Latest messages

  /// Fetches the last message of rooms whose cached events show none, such as after a pin or a reaction. The most
  /// recently active rooms come first.
  ///
  /// Each room is searched once. The list is shown without messages that cannot be fetched.
  private func fetchLatest(of rooms: [Room]) async throws(ChatError) {
    let sought = try store.withReplica { replica throws(CacheFault) in
      try replica.cache.reading { () throws(CacheFault) in
        var sought: [Room] = []
        for room in rooms where !room.timeline.isLatestSought {
          if try replica.lacksLatest(in: room) { sought.append(room) }
        }
        return sought
      }
    }
    let wanted = sought.sorted { $0.timeline.highest ?? Timetoken(0) > $1.timeline.highest ?? Timetoken(0) }
      .prefix(Self.mostSought)
    guard !wanted.isEmpty, let service = account.service else { return }
    for room in wanted { room.timeline.isLatestSought = true }
    let ids = wanted.map(\.id)
    await withTaskGroup(of: Void.self) { group in
      for (index, id) in ids.enumerated() {
        if index >= Self.soughtAtOnce { await group.next() }
        group.addTask { await service.fetchLatest(in: id) }
      }
    }
  }

  func fetchLatest(in id: ChannelID) async {
    do throws(ChatError) {
      let room = try store.room(id)
      for _ in 0..<2 {
        guard try store.withReplica({ replica throws(CacheFault) in try replica.lacksLatest(in: room) }),
          try await fetcher.extendLive(of: room)
        else { return }
      }
    } catch {
      // The next list tries again.
      if error.isWithoutService { allowFetchingLatest(in: id) }
    }
  }

  private func allowFetchingLatest(in id: ChannelID) {
    do throws(ChatError) { try store.room(id).timeline.isLatestSought = false } catch {
      // The user has left the room meanwhile.
    }
  }
}

extension Replica {
  /// Whether the live slice shows no message. Events outside it, such as the root of a thread, may be much older.
  fileprivate func lacksLatest(in room: Room) throws(CacheFault) -> Bool {
    guard let live = room.timeline.live, live.before != nil else { return false }
    return try cache.events.page(.slice(live.id, in: room.id), .newest, limit: 1).isEmpty
  }
}

extension RoomListing {
  fileprivate var channel: Channel {
    Channel(
      id: id, name: name ?? alias, type: joinRule == .everybody ? .public : .group, topic: topic,
      createdAt: Timestamp(microseconds: 0), isEncrypted: isEncrypted)
  }
}

/// The user's spaces.
final class SpaceList: SyncedPart {
  /// The spaces whose rooms were requested in this run.
  private var asked: Set<ChannelID> = []

  /// The user's spaces; offline, the cached ones.
  func spaces() async throws(ChatError) -> [Space] {
    do throws(ChatError) {
      try await sync.syncNow()
      try await fetchChildren()
    } catch {
      guard error.isWithoutService, try store.replica().since != nil else { throw error }
    }
    return try store.replica().spaces
  }

  /// Rooms cached by a version without spaces lack their children, and servers do not send them again.
  private func fetchChildren() async throws(ChatError) {
    for room in try store.replica().rooms.values.filter({
      $0.isJoined && $0.isSpace && $0.children.isEmpty && !$0.wasAskedForChildren
    })
    where asked.insert(room.id).inserted {
      do throws(ChatError) {
        let states = try await connection.read(.state(of: room.id)) {
          bytes throws(AnswerError) in try StateAnswer(bytes, in: room.id).events
        }
        try store.withReplica { replica throws(CacheFault) in try replica.add(states, to: room) }
      } catch {
        guard error.isAboutOneRequest else {
          asked.remove(room.id)
          throw error
        }
      }
    }
  }
}

import ChatDomain

/// Knocks on rooms, and answers the knocks of others.
struct KnockDesk: AccountPart {
  let account: AccountContext
  let sync: SyncLoop
  let finder: RoomFinder
  let actions: RoomActions
  /// The maximum number of rooms to query for one list. The others wait for the next list.
  private static let mostAsked = 20

  // MARK: Knocking

  func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock {
    let reason = KnockRules.reason(reason)
    let (id, servers) = try await finder.room(behind: address)
    try await sync.syncNow()
    if let room = try store.anyRoom(id) {
      guard !room.isJoined, room.invitation == nil else { throw .refused(.notAllowed) }
      if let knock = try store.replica().knock(on: room), reason == nil || reason == knock.reason {
        return knock
      }
    }
    let former = try store.anyRoom(id)?.knock
    do throws(ChatError) {
      _ = try await connection.answer(
        to: .knock(on: id, reason: reason, via: servers),
        FailureContext(subject: "channel \(id)"))
    } catch {
      guard error == .refused(.notAllowed),
        let admission = try await finder.admission(to: id, via: servers), admission != .knocking
      else { throw error }
      throw .refused(.notAdmitted(admission))
    }
    for _ in 0..<SyncLoop.answersToWaitFor {
      try await sync.syncNow()
      let replica = try store.replica()
      if let room = replica.rooms[id], room.knock != former, let knock = replica.knock(on: room) {
        return knock
      }
    }
    throw .connection(.timedOut)
  }

  func knocks() async throws(ChatError) -> [Knock] {
    do throws(ChatError) { try await sync.syncUnlessLive() } catch {
      // Offline, the cached knocks are returned.
      guard error.isWithoutService, try store.replica().since != nil else { throw error }
    }
    return try store.replica().knocks
  }

  func takeBackKnock(on id: ChannelID) async throws(ChatError) {
    try await sync.syncNow()
    guard let room = try store.anyRoom(id), room.knock != nil else { return }
    _ = try await connection.answer(to: .leave(id), FailureContext(subject: "channel \(id)"))
    try await sync.syncNow { room.knock == nil }
  }

  // MARK: Visitors

  func visitors() async throws(ChatError) -> [Visitor] {
    try await sync.syncUnlessLive()
    let replica = try store.replica()
    let unknown = replica.rooms.values.filter {
      $0.joinRule == .knocking && !$0.members.areKnocksKnown && $0.isChannel && $0.mayAdmit(me)
    }
    for room in unknown.sorted(by: { $0.id < $1.id }).prefix(Self.mostAsked) { try await ask(about: room) }
    return try store.withReplica { replica throws(CacheFault) in try replica.visitors() }
  }

  private func ask(about room: Room) async throws(ChatError) {
    guard !room.members.areKnocksKnown else { return }
    // From now on syncs report knocks, unless there is a gap between two syncs.
    room.members.areKnocksKnown = true
    do throws(ChatError) {
      let before = room.members.all
      let events = try await connection.read(.knocks(on: room.id)) {
        bytes throws(AnswerError) in try MembersAnswer(bytes, in: room.id).events
      }
      // Changes that a sync reports meanwhile are newer than this answer.
      try await sync.syncNow()
      try store.withReplica { replica throws(CacheFault) in
        try replica.setKnocks(events, on: room, unlessChangedSince: before)
      }
    } catch {
      // What the server refuses, it would refuse again.
      if case .refused = error { return }
      room.members.areKnocksKnown = false
      if !error.isAboutOneRequest { throw error }
    }
  }

  func admit(_ user: UserID, to id: ChannelID) async throws(ChatError) {
    try await sync.syncNow()
    let room = try store.room(id)
    try store.check(.invite, in: room)
    guard room.members[user]?.standing == .knocking else {
      throw .refused(.notFound("visitor \(user)"))
    }
    try await actions.invite(user, to: room)
    try await sync.syncNow { room.members[user]?.standing != .knocking }
  }

  func turnAway(_ user: UserID, from id: ChannelID) async throws(ChatError) {
    try await sync.syncNow()
    let room = try store.room(id)
    try store.check(.invite, in: room)
    guard room.members[user]?.standing == .knocking else { return }
    _ = try await connection.answer(to: .kick(user, from: id), FailureContext(subject: "visitor \(user)"))
    try await sync.syncNow { room.members[user]?.standing != .knocking }
  }
}

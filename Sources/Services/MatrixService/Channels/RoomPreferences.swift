import ChatDomain

/// What the user wants of rooms, where all of their clients keep it: tags, the rules for what calls for them, and marks.
final class RoomPreferences: AccountPart {
  let account: AccountContext
  let sync: SyncLoop
  /// One change at a time: each may need several requests, and goes by what the one before left.
  private let lock = AsyncLock()
  /// The rooms whose former preferences the server does not want to have in their new place.
  private var refused: Set<ChannelID> = []

  init(_ account: AccountContext, _ sync: SyncLoop) {
    self.account = account
    self.sync = sync
  }

  func update(
    _ id: ChannelID, _ change: ChannelPreferencesChange
  ) async throws(ChatError) -> ChannelPreferences {
    await lock.lock()
    defer { lock.unlock() }
    try await sync.syncNow()
    let room = try store.room(id)
    let replica = try store.replica()
    try await set(change, of: room, in: replica)
    try await sync.syncNow { replica.preferences(of: room).fits(change) }
    return replica.preferences(of: room)
  }

  private func set(
    _ change: ChannelPreferencesChange, of room: Room, in replica: Replica
  ) async throws(ChatError) {
    if let isFavourite = change.isFavourite, isFavourite != room.wishes.tags.isFavourite {
      let request: MatrixRequest =
        isFavourite
        ? .setFavourite(room.id, of: me, order: replica.orderBehindFavourites)
        : .removeFavourite(room.id, of: me)
      _ = try await connection.answer(to: request)
    }
    if let level = change.notifications, level != replica.preferences(of: room).notifications {
      try await setLevel(level, in: room, replica)
    }
  }

  // MARK: What calls for the user

  /// Writes the rules as other clients do. What is set comes before what is removed, and the order is such that nothing
  /// else goes in between.
  private func setLevel(
    _ level: NotificationLevel, in room: Room, _ replica: Replica
  ) async throws(ChatError) {
    let former = replica.pushRules.rooms[room.id] ?? RoomPushRules()
    // Where nothing calls for the user at all, no rule of a room changes that.
    guard !replica.pushRules.isSilent else { throw .refused(.invalid("a room's level while all is silent")) }
    switch level {
    case .nothing:
      try await setRule(
        .override, in: room.id, notifying: false, instead: former.overrides.first(of: room.id))
      try await removeOwn(former, of: room.id)
    case .mentions:
      try await setRule(.room, in: room.id, notifying: false, instead: former.own)
      try await removeOverrides(former)
    case .all:
      let usual = replica.pushRules.usualLevel(
        people: room.members.joinedCount, isEncrypted: room.isEncrypted)
      if usual == .all {
        try await removeOwn(former, of: room.id)
      } else {
        try await setRule(.room, in: room.id, notifying: true, instead: former.own)
      }
      try await removeOverrides(former)
    }
  }

  private func setRule(
    _ kind: MatrixRequest.PushRuleKind, in room: ChannelID, notifying: Bool,
    instead former: RoomPushRules.Rule?
  ) async throws(ChatError) {
    _ = try await connection.answer(to: .setPushRule(kind, for: room, notifying: notifying))
    // A rule that was disabled stays so when it is written anew.
    if former?.isEnabled == false {
      _ = try await connection.answer(to: .enablePushRule(kind, room.rawValue))
    }
  }

  private func removeOwn(_ rules: RoomPushRules, of room: ChannelID) async throws(ChatError) {
    if rules.own != nil { try await remove(.room, room.rawValue) }
  }

  private func removeOverrides(_ rules: RoomPushRules) async throws(ChatError) {
    for rule in rules.overrides { try await remove(.override, rule.id) }
  }

  /// It is no error if another device was faster.
  private func remove(_ kind: MatrixRequest.PushRuleKind, _ id: String) async throws(ChatError) {
    do throws(ChatError) {
      _ = try await connection.answer(to: .removePushRule(kind, id))
    } catch {
      guard case .refused(.notFound) = error else { throw error }
    }
  }

  // MARK: Marks

  func setMarkedUnread(_ isMarked: Bool, _ id: ChannelID) async throws(ChatError) -> ReadPosition {
    try await sync.syncNow()
    let room = try store.room(id)
    if room.wishes.isMarkedUnread != isMarked {
      _ = try await connection.answer(to: .setMarkedUnread(isMarked, id, of: me))
      try await sync.syncNow { room.wishes.isMarkedUnread == isMarked }
    }
    return try store.withReplica { replica throws(CacheFault) in try replica.reading(of: room).position() }
  }

  // MARK: What earlier versions kept

  /// Moves what this program once kept in a type of its own to where all clients look for it. It is kept until that is
  /// done, so whatever ends this begins it again.
  func takeOverFormer() async throws(ChatError) {
    for room in try store.replica().rooms.values.filter({ $0.isJoined && $0.wishes.former != nil }) {
      guard !refused.contains(room.id), let former = room.wishes.former else { continue }
      await lock.lock()
      defer { lock.unlock() }
      do throws(ChatError) {
        let wanted = ChannelPreferencesChange(
          isFavourite: former.isFavourite ? true : nil, notifications: former.isMuted ? .nothing : nil)
        try await set(wanted, of: room, in: try store.replica())
        _ = try await connection.answer(
          to: .setAccountData(InkwellKey.preferences, FormerPreferences.none, of: me, in: room.id))
        room.wishes.former = nil
      } catch {
        guard case .refused = error else { throw error }
        refused.insert(room.id)
      }
    }
  }
}

extension [RoomPushRules.Rule] {
  /// The one that this program replaces when it sets one.
  fileprivate func first(of room: ChannelID) -> RoomPushRules.Rule? { first { $0.id == room.rawValue } }
}

extension Replica {
  /// Where a room stands that becomes a favourite.
  fileprivate var orderBehindFavourites: Double {
    let last = rooms.values.lazy.filter(\.isJoined).compactMap(\.wishes.tags.favouriteOrder).max() ?? 0
    return (last + 1) / 2
  }
}

extension ChannelPreferences {
  fileprivate func fits(_ change: ChannelPreferencesChange) -> Bool {
    (change.isFavourite ?? isFavourite) == isFavourite
      && (change.notifications ?? notifications) == notifications
  }
}

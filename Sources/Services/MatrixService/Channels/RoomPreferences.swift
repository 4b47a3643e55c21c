import ChatDomain

/// The user's preferences for rooms, shared by all clients: tags, push rules and unread marks.
final class RoomPreferences: SyncedPart {
  /// Changes are serialized: each may take several requests that depend on the state before it.
  private let lock = AsyncLock()
  /// Rooms whose former preferences the server refused to take in their new place.
  private var refused: Set<ChannelID> = []

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

  // MARK: Push rules

  /// Writes rules as other clients do. New rules are set before old ones are removed, so no third level applies in
  /// between.
  private func setLevel(
    _ level: NotificationLevel, in room: Room, _ replica: Replica
  ) async throws(ChatError) {
    let former = replica.pushRules.rooms[room.id] ?? RoomPushRules()
    // With the master rule on, no rule of a room has an effect.
    guard !replica.pushRules.isSilent else {
      throw .refused(.invalid("a level for one channel while all notifications are off"))
    }
    switch level {
    case .nothing:
      try await setRule(
        .override, in: room.id, notifying: false,
        instead: former.overrides.first { $0.id == room.id.rawValue })
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
    // Replacing a disabled rule leaves it disabled.
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

  /// Removes a rule, which another device may have removed already.
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

  // MARK: Former preferences

  /// Moves preferences of earlier versions to where all clients look for them. The old value stays until that is
  /// done, so an interruption starts over.
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

extension Replica {
  /// The order of a new favourite: behind the others.
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

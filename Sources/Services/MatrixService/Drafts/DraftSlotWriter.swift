import ChatDomain
import HTTPTransport

/// Saves drafts, on all of a person's devices. The server only keeps the last value of each device's slot, so a device that
/// wants to save says so first and looks whether another one said so too: each writes before it reads, and no two can win.
final class DraftSlotWriter: AccountPart {
  let account: AccountContext
  let sync: SyncLoop
  private let drafts: DraftList
  private let device: DeviceID
  /// For each room: a slow one does not hold up the drafts of others.
  private var locks: [ChannelID: AsyncLock] = [:]

  /// How often a save is tried while others save too.
  private static let mostAttempts = 8
  /// A claim that stood so long belongs to a device that is gone.
  private static let claimLifetime = Duration.seconds(10)
  /// Whoever needs longer from the claim to the draft may have been taken for gone, and starts again.
  private static let longestClaim = Duration.seconds(5)
  /// How long the draft may be on its way: no longer than until the claim ends.
  private static let writingTime = Patience(total: .seconds(4))

  init(_ account: AccountContext, _ sync: SyncLoop, _ drafts: DraftList, device: DeviceID) {
    self.account = account
    self.sync = sync
    self.drafts = drafts
    self.device = device
  }

  func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates
  ) async throws(ChatError) -> DraftMessage {
    guard !content.isEmpty else { throw .refused(.emptyMessage) }
    // A device whose clock is fast must not keep its drafts in front of all others for that long.
    let now = clock.now
    let createdAt = min(dates.createdAt, now)
    let dates = DraftDates(
      createdAt: createdAt, updatedAt: max(createdAt, min(dates.updatedAt, now)))
    let saved = try await change(key, over: revision) { head in
      if let head, !head.entry.isDeleted, head.entry.content == content { return .none }
      return .save(
        DraftSlot.Entry(revision: revision + 1, base: revision, content: content, dates: dates))
    }
    guard let saved else { throw .connection(.interrupted) }
    return saved
  }

  func deleteDraft(for key: DraftKey, over revision: DraftRevision) async throws(ChatError) {
    _ = try await change(key, over: revision) { head in
      guard let head, !head.entry.isDeleted else { return .none }
      return .save(
        DraftSlot.Entry(
          revision: revision + 1, base: revision, content: DraftContent(), dates: head.entry.dates,
          isDeleted: true))
    }
  }

  private enum Change {
    case none
    case save(DraftSlot.Entry)
  }

  /// - Parameter change: what to do, given the draft that counts now.
  /// - Returns: the draft that counts afterwards.
  private func change(
    _ key: DraftKey, over revision: DraftRevision, _ change: (DraftHeads.Head?) -> Change
  ) async throws(ChatError) -> DraftMessage? {
    let lock = locks[key.channelId] ?? AsyncLock()
    locks[key.channelId] = lock
    await lock.lock()
    defer { lock.unlock() }
    let scope = ThreadScope(key)
    for attempt in 0..<Self.mostAttempts {
      try await sync.syncNow()
      let room = try store.room(key.channelId)
      let head = room.drafts.heads[scope]
      guard case .save(var entry) = change(head) else {
        return try await drafts.presented(head, key, in: room)
      }
      // What was saved before it was encrypted, or had an end, can still be deleted.
      if !entry.isDeleted, let refusal = room.sendingRefusal(of: me) { throw .refused(refusal) }
      let last = head?.entry.revision ?? 0
      guard last == revision else {
        throw .draftConflict(current: try await drafts.presented(head, key, in: room), revision: last)
      }
      entry.revision = max(entry.revision, try unanswered(key) + 1)
      if !isClaimed(scope, from: last + 1, in: room) {
        var slot = room.drafts.slots[device] ?? DraftSlot()
        slot.entries[scope] = entry
        // What does not fit need not be claimed.
        _ = try fitting(slot, in: room, keeping: scope)
        slot = room.drafts.slots[device] ?? DraftSlot()
        slot.claim = DraftSlot.Claim(scope: scope, revision: entry.revision)
        let claimedAt = clock.now
        try await write(slot, in: room)
        try await sync.syncNow()
        // Meanwhile it may have been left, or encrypted, or read anew.
        let room = try store.room(key.channelId)
        let isFree =
          (!room.isEncrypted || entry.isDeleted)
          && (.zero..<Self.longestClaim).contains(clock.now - claimedAt)
          && !isClaimed(scope, from: last + 1, in: room) && room.drafts.heads[scope] == head
        slot = room.drafts.slots[device] ?? slot
        slot.claim = nil
        guard isFree else {
          try await write(slot, in: room)
          await backOff(attempt)
          continue
        }
        slot.entries[scope] = entry
        try setUnanswered(entry.revision, key)
        try await write(
          fitting(slot, in: room, keeping: scope), in: room, within: Self.writingTime,
          isReadable: !entry.isDeleted)
        try setUnanswered(nil, key)
        return try await confirmed(entry, for: key)
      }
      await backOff(attempt)
    }
    throw .connection(.busy(retryAfter: nil))
  }

  /// The revision that was sent last and not answered: it may come to the server later yet, and other devices would take what
  /// is saved now under the same number for what they know. 0: there is none.
  private func unanswered(_ key: DraftKey) throws(ChatError) -> DraftRevision {
    try store.withReplica { replica throws(CacheFault) in
      try replica.cache.values.value(forKey: Self.markName(key)).flatMap { DraftRevision($0) } ?? 0
    }
  }

  private func setUnanswered(_ revision: DraftRevision?, _ key: DraftKey) throws(ChatError) {
    try store.withReplica { replica throws(CacheFault) in
      try replica.cache.values.set(revision.map { "\($0)" }, forKey: Self.markName(key))
    }
  }

  private static func markName(_ key: DraftKey) -> String {
    "draft \(key.channelId) \(key.parentId?.rawValue ?? "")"
  }

  private func isClaimed(
    _ scope: ThreadScope, from revision: DraftRevision, in room: Room
  ) -> Bool {
    let now = clock.now
    return room.drafts.heads.claimants(of: scope, from: revision, but: device).contains {
      // A clock that was put back says nothing of how old it is.
      (.zero..<Self.claimLifetime).contains(now - (room.drafts.claimsSeenAt[$0.key] ?? now))
    }
  }

  /// Two that meet again and again would each time step back.
  private func backOff(_ attempt: Int) async {
    let time = Duration.milliseconds(Int.random(in: 5...20) << min(attempt, 5))
    do { try await clock.sleep(for: time) } catch {
      // Cancelled: the next request says so.
    }
  }

  /// The draft that was written. It may have been on its way for so long that another device took its claim for one that
  /// was left, and saved as well: then both have to be put together.
  private func confirmed(
    _ entry: DraftSlot.Entry, for key: DraftKey
  ) async throws(ChatError) -> DraftMessage? {
    do throws(ChatError) { try await sync.syncNow() } catch .connection(.offline) {
      // Going offline now undoes nothing.
      throw .connection(.interrupted)
    }
    let room = try store.room(key.channelId)
    let (heads, scope) = (room.drafts.heads, ThreadScope(key))
    guard let rival = heads.latest(in: scope, but: device), rival.savedAs >= entry.revision else {
      return try await drafts.presented(heads[scope], key, in: room)
    }
    throw .draftConflict(
      current: try await drafts.presented(rival, key, in: room), revision: heads[scope]?.entry.revision ?? 0)
  }

  /// - Parameter isReadable: whether it has words that nobody may read in an encrypted room.
  private func write(
    _ slot: DraftSlot, in room: Room, within patience: Patience? = nil, isReadable: Bool = false
  ) async throws(ChatError) {
    _ = try await connection.answer(
      to: .save(slot, of: me, device: device, in: room.id), patience: patience
    ) { [id = room.id] in isReadable ? announcements.sendingRefusal(in: id) : nil }
    let news = try store.withReplica { replica throws(CacheFault) in
      try replica.cache.accountData.save(slot.bytes, type: InkwellKey.draft(of: device), in: room.id)
      return SignalIntake(replica: replica).apply(slot, of: device, in: room)
    }
    try store.record(news)
  }

  /// A slot without what other devices have saved over, which need not be kept twice.
  private func fitting(
    _ slot: DraftSlot, in room: Room, keeping scope: ThreadScope
  ) throws(ChatError) -> DraftSlot {
    var slot = slot
    let heads = room.drafts.heads
    for (other, entry) in slot.entries where other != scope {
      guard let head = heads[other], head.device != device, head.savedAs > entry.revision else {
        continue
      }
      slot.entries[other] = nil
    }
    // A deletion is kept for devices that still have the draft. Where none has, it need not be known for ever.
    let others = room.drafts.slots.filter { $0.key != device }.values
    let deleted = slot.entries.filter { other, entry in
      other != scope && entry.isDeleted && !others.contains { $0.entries[other] != nil }
    }
    for (other, _) in deleted.sorted(by: { $0.value.dates.updatedAt < $1.value.dates.updatedAt }) {
      guard slot.bytes.count > DraftSlot.byteLimit else { break }
      slot.entries[other] = nil
    }
    let bytes = slot.bytes.count
    guard bytes <= DraftSlot.byteLimit else {
      throw .refused(.messageTooLong(bytes: bytes, limit: DraftSlot.byteLimit))
    }
    return slot
  }
}

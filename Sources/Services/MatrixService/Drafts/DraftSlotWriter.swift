import ChatDomain
import HTTPTransport

/// Saves drafts for all of the user's devices. The server keeps only the last value of each device's slot. So a
/// device first writes a claim, then looks for claims of others: each writes before it reads, so no two can win.
final class DraftSlotWriter: SyncedPart {
  private let drafts: DraftList
  private let device: DeviceID
  /// Per room, so that a slow room does not delay drafts of others.
  private var locks: [ChannelID: AsyncLock] = [:]

  /// The maximum number of attempts while other devices save too.
  private static let mostAttempts = 8
  /// A claim this old is ignored: its device is probably gone.
  private static let claimLifetime = Duration.seconds(10)
  /// A save that takes longer starts again: its claim may have been taken for abandoned.
  private static let longestClaim = Duration.seconds(5)
  /// The limit for writing the draft, which must end before the claim does.
  private static let writingTime = Patience(total: .seconds(4))

  init(_ account: AccountContext, _ sync: SyncLoop, _ drafts: DraftList, device: DeviceID) {
    self.drafts = drafts
    self.device = device
    super.init(account, sync)
  }

  func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates
  ) async throws(ChatError) -> DraftMessage {
    guard !content.isEmpty else { throw .refused(.emptyMessage) }
    // A fast clock must not keep drafts at the top for long.
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

  /// - Parameter change: computes the change from the current draft.
  /// - Returns: the current draft afterwards.
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
      if !entry.isDeleted, try keys.requiresEncryption(in: room.id) { throw .refused(.encryptedChannel) }
      // Old drafts in a room that is now encrypted or replaced can still be deleted.
      if !entry.isDeleted, let refusal = room.sendingRefusal(of: me, withoutKeys: .encryptedChannel) {
        throw .refused(refusal)
      }
      let last = head?.entry.revision ?? 0
      guard last == revision else {
        throw .draftConflict(current: try await drafts.presented(head, key, in: room), revision: last)
      }
      entry.revision = max(entry.revision, try unanswered(key) + 1)
      if !isClaimed(scope, from: last + 1, in: room) {
        var slot = room.drafts.slots[device] ?? DraftSlot()
        slot.entries[scope] = entry
        // Checks the size before claiming.
        _ = try fitting(slot, in: room, keeping: scope)
        slot = room.drafts.slots[device] ?? DraftSlot()
        slot.claim = DraftSlot.Claim(scope: scope, revision: entry.revision)
        let claimedAt = clock.now
        try await write(slot, in: room)
        try await sync.syncNow()
        // The user may have left the room meanwhile, or it may have been encrypted or reloaded.
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

  /// The last revision whose save got no answer; 0 if there is none. The save may still reach the server, and other devices would
  /// mistake a new draft with the same number for it.
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

  private func isClaimed(_ scope: ThreadScope, from revision: DraftRevision, in room: Room) -> Bool {
    let now = clock.now
    return room.drafts.heads.claimants(of: scope, from: revision, but: device).contains {
      // After a clock was set back, the age is unknown.
      (.zero..<Self.claimLifetime).contains(now - (room.drafts.claimsSeenAt[$0.key] ?? now))
    }
  }

  /// Waits for a random time, so that two devices do not collide again and again.
  private func backOff(_ attempt: Int) async {
    let time = Duration.milliseconds(Int.random(in: 5...20) << min(attempt, 5))
    do { try await clock.sleep(for: time) } catch {
      // Cancelled: the next request throws.
    }
  }

  /// The draft as written. If writing took so long that another device took the claim for abandoned and saved too,
  /// both have to be merged.
  private func confirmed(
    _ entry: DraftSlot.Entry, for key: DraftKey
  ) async throws(ChatError) -> DraftMessage? {
    do throws(ChatError) { try await sync.syncNow() } catch .connection(.offline) {
      // The draft was written, although the connection ended.
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

  /// - Parameter isReadable: whether the slot gets a text, which must not go to an encrypted room.
  private func write(
    _ slot: DraftSlot, in room: Room, within patience: Patience? = nil, isReadable: Bool = false
  ) async throws(ChatError) {
    _ = try await connection.answer(
      to: .save(slot, of: me, device: device, in: room.id), patience: patience
    ) { [id = room.id] in
      guard isReadable else { return nil }
      let isEncrypted = announcements.isEncrypted(id) || keys.forbidsClearText(in: id)
      return isEncrypted ? .encryptedChannel : announcements.sendingRefusal(in: id)
    }
    let news = try store.withReplica { replica throws(CacheFault) in
      try replica.cache.accountData.save(slot.bytes, type: InkwellKey.draft(of: device), in: room.id)
      return SignalIntake(replica: replica).apply(slot, of: device, in: room)
    }
    try store.record(news)
  }

  /// The slot without entries that other devices have superseded and, if it is too large, without old deletions.
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
    // A deletion is kept while another device has the draft.
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

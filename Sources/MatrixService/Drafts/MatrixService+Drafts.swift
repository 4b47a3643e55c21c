public import ChatDomain
import HTTPTransport
import MatrixCache
import MatrixWire

/// Drafts on all of a person's devices. The server only keeps the last value of each device's slot, so a device that wants
/// to save says so first and looks whether another one said so too: each writes before it reads, and no two can win.
extension MatrixService {
  /// How often a save is tried while others save too.
  private static let mostAttempts = 8
  /// A claim that stood so long belongs to a device that is gone.
  private static let claimLifetime = Duration.seconds(10)
  /// Whoever needs longer from the claim to the draft may have been taken for gone, and starts again.
  private static let longestClaim = Duration.seconds(5)
  /// How long the draft may be on its way: no longer than until the claim ends.
  private static let writingTime = Patience(total: .seconds(4))

  public func saveDraft(
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

  public func deleteDraft(for key: DraftKey, over revision: DraftRevision) async throws(ChatError) {
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
    let turnstile = drafting[key.channelId] ?? Turnstile()
    drafting[key.channelId] = turnstile
    await turnstile.enter()
    defer { turnstile.leave() }
    let place = DraftSlot.Place(key)
    for attempt in 0..<Self.mostAttempts {
      try await refresh()
      let room = try room(key.channelId)
      let head = DraftHeads(room.slots)[place]
      guard case .save(var entry) = change(head) else { return try await present(head, key, in: room) }
      // What was saved before it was encrypted can still be deleted.
      if room.isEncrypted, !entry.isDeleted { throw .refused(.encryptedChannel) }
      let last = head?.entry.revision ?? 0
      guard last == revision else {
        throw .draftConflict(current: try await present(head, key, in: room), revision: last)
      }
      entry.revision = max(entry.revision, try unanswered(key) + 1)
      if !isClaimed(place, from: last + 1, in: room) {
        var slot = room.slots[deviceId] ?? DraftSlot()
        slot.entries[place] = entry
        // What does not fit need not be claimed.
        _ = try fitting(slot, in: room, keeping: place)
        slot = room.slots[deviceId] ?? DraftSlot()
        slot.claim = DraftSlot.Claim(place: place, revision: entry.revision)
        let claimedAt = clock.now
        try await write(slot, in: room)
        try await refresh()
        // Meanwhile it may have been left, or encrypted, or read anew.
        let room = try self.room(key.channelId)
        let isFree =
          (!room.isEncrypted || entry.isDeleted)
          && (.zero..<Self.longestClaim).contains(clock.now - claimedAt)
          && !isClaimed(place, from: last + 1, in: room) && DraftHeads(room.slots)[place] == head
        slot = room.slots[deviceId] ?? slot
        slot.claim = nil
        guard isFree else {
          try await write(slot, in: room)
          await pause(attempt)
          continue
        }
        slot.entries[place] = entry
        try note(entry.revision, unanswered: key)
        try await write(
          fitting(slot, in: room, keeping: place), in: room, within: Self.writingTime,
          isReadable: !entry.isDeleted)
        try note(nil, unanswered: key)
        return try await confirmed(entry, for: key)
      }
      await pause(attempt)
    }
    throw .connection(.busy(retryAfter: nil))
  }

  /// The revision that was sent last and not answered: it may come to the server later yet, and other devices would take what
  /// is saved now under the same number for what they know. 0: there is none.
  private func unanswered(_ key: DraftKey) throws(ChatError) -> DraftRevision {
    try known { replica throws(CacheFault) in
      try replica.cache.mark(Self.mark(key)).flatMap { DraftRevision($0) } ?? 0
    }
  }

  private func note(_ revision: DraftRevision?, unanswered key: DraftKey) throws(ChatError) {
    try known { replica throws(CacheFault) in
      try replica.cache.setMark(Self.mark(key), revision.map { "\($0)" })
    }
  }

  private static func mark(_ key: DraftKey) -> String {
    "draft \(key.channelId) \(key.parentId?.rawValue ?? "")"
  }

  private func isClaimed(
    _ place: DraftSlot.Place, from revision: DraftRevision, in room: Room
  ) -> Bool {
    let now = clock.now
    return DraftHeads(room.slots).claimants(of: place, from: revision, but: deviceId).contains {
      // A clock that was put back says nothing of how old it is.
      (.zero..<Self.claimLifetime).contains(now - (room.claimsSeenAt[$0.key] ?? now))
    }
  }

  /// Two that meet again and again would each time step back.
  private func pause(_ attempt: Int) async {
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
    try await refresh()
    let room = try room(key.channelId)
    let (heads, place) = (DraftHeads(room.slots), DraftSlot.Place(key))
    guard let rival = heads.latest(at: place, but: deviceId), rival.savedAs >= entry.revision else {
      return try await present(heads[place], key, in: room)
    }
    throw .draftConflict(
      current: try await present(rival, key, in: room), revision: heads[place]?.entry.revision ?? 0)
  }

  /// - Parameter isReadable: whether it has words that nobody may read in an encrypted room.
  private func write(
    _ slot: DraftSlot, in room: Room, within patience: Patience? = nil, isReadable: Bool = false
  ) async throws(ChatError) {
    _ = try await connection.answer(
      to: .save(slot, of: currentUser.id, device: deviceId, in: room.id), patience: patience
    ) { [id = room.id] in isReadable ? sendingRefusal(in: id) : nil }
    let news = try known { replica throws(CacheFault) in
      try replica.cache.saveAccountData(slot.bytes, type: InkwellKey.draft(of: self.deviceId), in: room.id)
      replica.take(slot, of: self.deviceId, in: room)
      return replica.takeNews()
    }
    try tell(news)
  }

  /// A slot without what other devices have saved over, which need not be kept twice.
  private func fitting(
    _ slot: DraftSlot, in room: Room, keeping place: DraftSlot.Place
  ) throws(ChatError) -> DraftSlot {
    var slot = slot
    let heads = DraftHeads(room.slots)
    for (other, entry) in slot.entries where other != place {
      guard let head = heads[other], head.device != deviceId, head.savedAs > entry.revision else {
        continue
      }
      slot.entries[other] = nil
    }
    // A deletion is kept for devices that still have the draft. Where none has, it need not be known for ever.
    let others = room.slots.filter { $0.key != deviceId }.values
    let deleted = slot.entries.filter { other, entry in
      other != place && entry.isDeleted && !others.contains { $0.entries[other] != nil }
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

  /// A draft with its quote as it is now; nil if there is none.
  private func present(
    _ head: DraftHeads.Head?, _ key: DraftKey, in room: Room
  ) async throws(ChatError) -> DraftMessage? {
    guard var draft = head?.draft(for: key) else { return nil }
    if let quoted = draft.content.quoted {
      try await learn([quoted.id], in: room)
      draft.content.quoted = try known { replica throws(CacheFault) in
        try replica.maker.present(quoted, in: room)
      }
    }
    return draft
  }

  public func draft(for key: DraftKey) async throws(ChatError) -> DraftMessage? {
    try await refresh()
    guard let room = try replica().rooms[key.channelId] else { return nil }
    return try await present(DraftHeads(room.slots)[DraftSlot.Place(key)], key, in: room)
  }

  public func drafts(_ query: DraftListQuery) async throws(ChatError) -> Page<DraftMessage> {
    let size = query.pagination.pageSize
    guard size > 0, query.pagination.offset >= 0 else {
      throw .refused(.invalid("a page of \(size) from \(query.pagination.offset)"))
    }
    let last = try query.pagination.cursor.map { cursor throws(ChatError) in try DraftPlace(cursor).last }
    try await refresh()
    var drafts: [DraftMessage] = []
    for room in try replica().rooms.values {
      let heads = DraftHeads(room.slots)
      for place in heads.places {
        if let draft = try await present(heads[place], place.key(in: room.id), in: room) {
          drafts.append(draft)
        }
      }
    }
    drafts.sort(by: query.sorting.areInOrder)
    let rest =
      last.map { last in Array(drafts.drop { !query.sorting.areInOrder(last, $0) }) }
      ?? Array(drafts.dropFirst(query.pagination.offset))
    let next = rest.count > size ? DraftPlace(last: rest[size - 1]).cursor : nil
    return Page(Array(rest.prefix(size)), next: next)
  }
}

/// Where a list of drafts continues: behind a draft that may be another by now.
struct DraftPlace {
  let last: DraftMessage

  init(last: DraftMessage) { self.last = last }

  init(_ cursor: Cursor) throws(ChatError) {
    // No id of a room has a blank in it.
    let parts = cursor.rawValue.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "d", let created = Int64(parts[1]), let updated = Int64(parts[2])
    else {
      throw .refused(.invalidCursor)
    }
    let key = DraftKey(
      channelId: ChannelID(String(parts[3])), parentId: parts[4].isEmpty ? nil : MessageID(String(parts[4])))
    last = DraftMessage(
      key: key, content: DraftContent(), revision: 0, createdAt: Timestamp(microseconds: created),
      updatedAt: Timestamp(microseconds: updated), savedBy: "")
  }

  var cursor: Cursor {
    Cursor(
      "d \(last.createdAt.microseconds) \(last.updatedAt.microseconds) \(last.channelId) \(last.threadId?.rawValue ?? "")"
    )
  }
}

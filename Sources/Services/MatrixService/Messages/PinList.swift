import ChatDomain

/// The pinned messages of a room, which all members share.
struct PinList: AccountPart {
  let account: AccountContext
  let sync: SyncLoop
  /// The list is written as a whole, so changes are serialized.
  private let lock = AsyncLock()

  /// The maximum number of pinned messages to fetch.
  private static let mostFetched = 200

  func messages(in channel: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Message> {
    let request = try ListRequest(query, of: .pins)
    try await sync.syncNow()
    let room = try store.room(channel)
    // Pinned messages may be missing or deleted.
    try await fetcher.fetchMissing(room.pins.content.entries.suffix(Self.mostFetched).map(\.id), in: room)
    var found: [(position: ListCursor, entry: Message)] = []
    for entry in try store.room(channel).pins.content.entries {
      let row = try store.withReplica { replica throws(CacheFault) in
        try replica.message(entry.id, in: channel)
      }
      guard let row, let message = try store.message(of: row, in: room), !message.isDeleted,
        let pin = message.pin,
        pin.holds(at: clock.now)
      else { continue }
      found.append((ListCursor(.pins, rank: pin.at.rank, id: message.id.rawValue), message))
    }
    return request.page(of: found)
  }

  func pin(_ id: MessageID, in channel: ChannelID, _ pinning: Pinning) async throws(ChatError) -> Message {
    if let refusal = Announcements.all.refusal(ofNeeding: pinning.needs) { throw .refused(refusal) }
    return try await change(id, in: channel) { pins, message throws(ChatError) in
      guard !message.isDeleted else { throw .refused(.messageDeleted) }
      if let pin = message.pin, pin.by == self.me { return nil }
      var content = pins
      content.pin(message.id, Pin(by: self.me, at: clock.now))
      return content
    }
  }

  func unpin(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await change(id, in: channel) { pins, message in
      guard pins[message.id] != nil else { return nil }
      var content = pins
      content.unpin(message.id)
      return content
    }
  }

  private static let attempts = 5

  /// Writes the list until it contains the change. Concurrent writes of other clients replace the list.
  ///
  /// - Parameter change: computes the list; nil if it needs no change.
  private func change(
    _ id: MessageID, in channel: ChannelID,
    _ change: (PinnedContent, Message) throws(ChatError) -> PinnedContent?
  ) async throws(ChatError) -> Message {
    await lock.lock()
    defer { lock.unlock() }
    for _ in 0..<Self.attempts {
      try await sync.syncNow()
      let room = try store.room(channel)
      guard let message = try store.message(of: try await fetcher.row(id, in: room), in: room) else {
        throw .refused(.notFound("message \(id)"))
      }
      try store.check(.pin, in: room)
      guard let content = try change(room.pins.content, message) else { return message }
      _ = try await connection.answer(to: .setPinned(content, in: channel))
    }
    throw .connection(.busy(retryAfter: nil))
  }
}

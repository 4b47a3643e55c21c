public import ChatDomain
import MatrixCache
import MatrixWire

extension MatrixService {
  /// A read position that was told while its message was not here.
  struct UnsettledReading: Hashable {
    let room: ChannelID
    let place: Receipt.Place
  }

  /// Finds out where a read position is.
  func settle(_ place: Receipt.Place, in id: ChannelID) async throws(ChatError) {
    guard let room = try replica().rooms[id], let events = room.reading.unsettled[place] else { return }
    try await learn(events.sorted(), in: room)
    // What the server could not give just now is looked for again.
    for event in events where try isSought(event, in: id) { return }
    try known { replica throws(CacheFault) in try replica.settleReading(of: place, in: room) }
  }

  /// The same for many at once.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func settle(_ readings: [UnsettledReading]) async throws(ChatError) -> Bool {
    let rooms = try replica().rooms
    let unsettled = readings.filter { rooms[$0.room]?.reading.unsettled[$0.place] != nil }
    guard !unsettled.isEmpty else { return false }
    let failure = await withTaskGroup(of: ChatError?.self) { group in
      for reading in unsettled {
        group.addTask {
          do throws(ChatError) { try await self.settle(reading.place, in: reading.room) } catch {
            return error
          }
          return nil
        }
      }
      var failure: ChatError?
      for await error in group { failure = failure ?? error }
      return failure
    }
    if let failure { throw failure }
    return true
  }

  public func markRead(
    _ id: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ReadPosition {
    try await refresh()
    try await settle(.main, in: id)
    let room = try room(id)
    let read = try known { replica throws(CacheFault) in try replica.lastShown(in: room, upTo: timetoken) }
    if let read, read.token > room.reading.lastRead ?? Timetoken(0) {
      if read.parentId == nil {
        _ = try await connection.answer(to: .receipt(upTo: read.id, in: id, thread: nil, isPrivate: false))
      } else {
        // A receipt stands in the thread of its message; how far the channel was read says the marker.
        _ = try await connection.answer(to: .readMarker(at: read.id, in: id))
      }
      try known { replica throws(CacheFault) in try replica.markRead(.main, upTo: read, in: room) }
    }
    return try known { replica throws(CacheFault) in try replica.readPosition(in: room) }
  }

  public func markThreadRead(
    _ parent: MessageID, in channel: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ThreadReadPosition {
    try await refresh()
    let room = try room(channel)
    let root = try await row(parent, in: room)
    try await settle(.thread(root.id), in: channel)
    let reply = try known { replica throws(CacheFault) in
      try replica.lastReply(under: root.id, in: room, upTo: timetoken)
    }
    if let reply, reply.token > room.reading.threads[root.id] ?? Timetoken(0) {
      _ = try await connection.answer(
        to: .receipt(upTo: reply.id, in: channel, thread: root.id, isPrivate: true))
      try known { replica throws(CacheFault) in
        try replica.markRead(.thread(root.id), upTo: reply, in: room)
      }
    }
    return try known { replica throws(CacheFault) in try replica.readPosition(under: root.id, in: room) }
  }
}

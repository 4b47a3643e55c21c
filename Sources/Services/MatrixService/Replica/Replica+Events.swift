import ChatDomain

/// Events that were fetched without their neighbours.
extension Replica {
  /// Saves events that were fetched without their neighbours.
  ///
  /// - Parameter isPast: whether events outside the live slice precede it. Then their tokens are limited, so that a server's fast
  ///   clock cannot place them after the slice.
  func keep(_ events: [MatrixEvent], in channel: ChannelID, isPast: Bool = true) throws(CacheFault) {
    guard let room = rooms[channel] else { return }
    if events.count > 1 { builder.keys?.read(ahead: events) }
    try cache.transaction { () throws(CacheFault) in
      var latest: Timetoken?
      if isPast, let live = room.timeline.live, live.before != nil,
        let lowest = try cache.slices.bounds(of: live.id)?.lowest
      {
        latest = Timetoken(lowest.rawValue - min(1, lowest.rawValue))
      }
      for event in events {
        let own = Timetoken(matrix: event.id, sentAt: event.sentAt, in: builder.time)
        let token = min(own, latest ?? own)
        _ = try TimelineIntake(builder: builder, room: room).insert(event, at: token, slice: nil)
      }
    }
  }

  /// A shown message, by its id or by the transaction that the user sent it with.
  func message(_ id: MessageID, in room: ChannelID) throws(CacheFault) -> CachedEvent? {
    let sent = try cache.events.event(sentAs: TransactionID(id.rawValue), by: me, in: room)
    for row in [sent, try cache.events.event(id, in: room)].compactMap(\.self)
    where row.isShown && [.message, .system].contains(row.kind) {
      return row
    }
    return nil
  }
}

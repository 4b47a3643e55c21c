import ChatDomain
import MatrixCache
import MatrixWire

/// Puts pages of a room's history into the cache, each where it joins what is there.
///
/// A slice grows at its ends. Where it meets an event of another slice the two become one, so that whoever pages through a
/// room finds everything once.
struct RoomHistory {
  let maker: MessageMaker
  let room: Room

  private var cache: MatrixCache { maker.cache }

  /// Adds what stands before a slice.
  ///
  /// - Parameters:
  ///   - events: the newest first.
  ///   - end: where the server goes on; nil at the beginning of the room.
  func prepend(_ events: [MatrixEvent], to slice: CachedSlice, end: String?) throws(CacheFault) -> CachedSlice
  {
    let from = slice.before
    var slice = slice
    let (new, met) = try upToOther(events, than: slice)
    let own = new.reversed().map { Timetoken(matrix: $0.id, sentAt: $0.sentAt, in: maker.time) }
    let lowest = try cache.bounds(of: slice.id)?.lowest
    let tokens = Timetoken.rising(own, after: nil, before: lowest) ?? own
    for (event, token) in zip(new, tokens.reversed()) { try insert(event, at: token, in: slice) }
    // A page may have no event that can be read, and still lead on; one that leads to itself does not.
    slice.before = new.contains { $0.type == EventType.create } || end == slice.before ? nil : end
    try cache.save(slice)
    // What stands before an event is not what stands behind the last: a server says what it likes.
    guard let met, !met.isLive else { return try noted(slice) }
    switch try cache.join(met, to: slice) {
    case .joined(let joined): return try noted(joined)
    // Its events have no place any more until they are given one: some stand on this page.
    case .dropped:
      slice.before = from
      return try prepend(events, to: slice, end: end)
    }
  }

  /// Adds what stands behind a slice that does not end now.
  ///
  /// - Parameter events: the oldest first.
  func append(_ events: [MatrixEvent], to slice: CachedSlice, end: String?) throws(CacheFault) -> CachedSlice
  {
    var slice = slice
    let (new, met) = try upToOther(events, than: slice)
    let own = new.map { Timetoken(matrix: $0.id, sentAt: $0.sentAt, in: maker.time) }
    let bounds = try cache.bounds(of: slice.id)
    let next = try met.flatMap { (slice) throws(CacheFault) in try cache.bounds(of: slice.id)?.lowest }
    let tokens = Timetoken.rising(own, after: bounds?.highest, before: next) ?? own
    for (event, token) in zip(new, tokens) { try insert(event, at: token, in: slice) }
    slice.after = events.isEmpty ? nil : end
    try cache.save(slice)
    if let met { slice = try join(slice, to: met) }
    return try noted(slice)
  }

  /// Adds an event with what is around it.
  ///
  /// - Parameter answer: its event is in no slice.
  func add(_ answer: ContextAnswer) throws(CacheFault) -> CachedSlice {
    try note(members: answer.state)
    let place = answer.events.firstIndex { $0.id == answer.event.id } ?? 0
    // Nothing on one side is no end: a server may send only the event.
    var slice = try cache.makeSlice(
      in: room.id, before: place == 0 ? answer.start : nil, after: answer.end, isLive: false)
    let token = Timetoken(matrix: answer.event.id, sentAt: answer.event.sentAt, in: maker.time)
    try insert(answer.event, at: token, in: slice)
    if place > 0 { slice = try prepend(answer.events[..<place].reversed(), to: slice, end: answer.start) }
    let behind = Array(answer.events[(place + 1)...])
    guard !behind.isEmpty, !slice.isLive, try cache.slices(of: room.id).contains(where: { $0.id == slice.id })
    else { return slice }
    return try append(behind, to: slice, end: answer.end)
  }

  /// Notes who the members are whom the server tells of because they wrote what is on a page.
  func note(members: [MatrixEvent]) throws(CacheFault) {
    for event in members {
      guard case .state(.member(let user, let member)) = event.meaning, room.members[user] == nil else {
        continue
      }
      room.members[user] = member
      try cache.saveState(event.bytes, type: event.type, key: user.rawValue, in: room.id)
    }
  }

  private func insert(_ event: MatrixEvent, at token: Timetoken, in slice: CachedSlice) throws(CacheFault) {
    _ = try TimelineIntake(maker: maker, room: room).insert(event, at: token, slice: slice.id)
  }

  /// The events up to the first that is in another slice, and that one.
  private func upToOther(
    _ events: [MatrixEvent], than slice: CachedSlice
  ) throws(CacheFault) -> (new: [MatrixEvent], met: CachedSlice?) {
    var new: [MatrixEvent] = []
    for event in events {
      if let other = try cache.event(event.id, in: room.id)?.slice {
        if other == slice.id { continue }
        return (new, try cache.slices(of: room.id).first { $0.id == other })
      }
      new.append(event)
    }
    return (new, nil)
  }

  private func join(_ older: CachedSlice, to newer: CachedSlice) throws(CacheFault) -> CachedSlice {
    switch try cache.join(older, to: newer) {
    case .joined(let slice): slice
    case .dropped: newer
    }
  }

  private func noted(_ slice: CachedSlice) throws(CacheFault) -> CachedSlice {
    if slice.isLive || slice.id == room.live?.id { room.live = slice }
    return slice
  }
}

import ChatDomain

/// Adds pages of a room's history to the cache.
///
/// A slice grows at its ends. When it meets an event of another slice they are joined, so paging visits every event
/// once.
struct RoomHistory {
  let builder: MessageBuilder
  let room: Room

  private var cache: MatrixCache { builder.cache }

  // MARK: Slices

  /// A slice as it is now; nil if it is gone.
  func slice(_ id: SliceID) throws(CacheFault) -> CachedSlice? {
    try cache.slices.of(room.id).first { $0.id == id }
  }

  /// The slice at the beginning of the room, if it is cached.
  func firstSlice() throws(CacheFault) -> CachedSlice? {
    try cache.slices.of(room.id).first { $0.before == nil }
  }

  /// The next newer slice.
  func slice(after slice: CachedSlice) throws(CacheFault) -> CachedSlice? {
    let slices = try cache.slices.of(room.id)
    guard let index = slices.firstIndex(where: { $0.id == slice.id }) else { return nil }
    return slices[(index + 1)...].first
  }

  /// The slice around a token. Slices may overlap if servers' clocks differ; then one with a message at the token
  /// wins.
  func slice(at token: Timetoken) throws(CacheFault) -> CachedSlice? {
    var around: CachedSlice?
    for slice in try cache.slices.of(room.id) {
      guard let bounds = try cache.slices.bounds(of: slice.id), bounds.lowest <= token,
        token <= bounds.highest
      else { continue }
      let before = EventWindow.after(Timetoken(token.rawValue == 0 ? 0 : token.rawValue - 1))
      if try cache.events.page(.slice(slice.id, in: room.id), before, limit: 1).first?.token == token {
        return slice
      }
      around = around ?? slice
    }
    return around
  }

  // MARK: Pages

  /// Adds a page before a slice.
  ///
  /// - Parameter slice: as it was at the time of the request. If it has grown or was joined since, nothing is added.
  func prepend(_ page: MessagesAnswer, to slice: CachedSlice) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      guard let now = try self.slice(slice.id), now.before == slice.before else { return }
      try keep(members: page.state)
      _ = try prepend(page.events, to: now, end: page.end)
    }
  }

  /// Adds a page after a slice that is not live.
  func append(_ page: MessagesAnswer, to slice: CachedSlice) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      guard let now = try self.slice(slice.id), now.after == slice.after, !now.isLive else { return }
      try keep(members: page.state)
      _ = try append(page.events, to: now, end: page.end)
    }
  }

  /// Adds the beginning of the room.
  func begin(_ page: MessagesAnswer) throws(CacheFault) -> CachedSlice {
    try cache.transaction { () throws(CacheFault) in
      try keep(members: page.state)
      let slice = try cache.slices.make(in: room.id, before: nil, after: page.start, isLive: false)
      return try append(page.events, to: slice, end: page.end)
    }
  }

  /// Adds an event with its neighbours.
  ///
  /// - Parameter answer: for an event outside all slices.
  func add(_ answer: ContextAnswer) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      try keep(members: answer.state)
      let index = answer.events.firstIndex { $0.id == answer.event.id } ?? 0
      // An empty side is not an end: a server may send only the event.
      var slice = try cache.slices.make(
        in: room.id, before: index == 0 ? answer.start : nil, after: answer.end, isLive: false)
      let token = Timetoken(matrix: answer.event.id, sentAt: answer.event.sentAt, in: builder.time)
      try insert(answer.event, at: token, in: slice)
      if index > 0 { slice = try prepend(answer.events[..<index].reversed(), to: slice, end: answer.start) }
      let newer = Array(answer.events[(index + 1)...])
      guard !newer.isEmpty, !slice.isLive, try self.slice(slice.id) != nil else { return }
      _ = try append(newer, to: slice, end: answer.end)
    }
  }

  /// Saves members that the server sends as the authors of a page.
  private func keep(members: [MatrixEvent]) throws(CacheFault) {
    let revision = room.members.log.revision
    for event in members {
      guard case .state(.member(let user, let member)) = event.meaning, room.members[user] == nil,
        // Old knocks may have been withdrawn.
        member.standing != .knocking
      else {
        continue
      }
      room.members[user] = member
      try cache.states.save(event.bytes, type: event.type, key: user.rawValue, in: room.id)
    }
    // The count of members is part of the room's record.
    guard room.members.log.revision != revision else { return }
    try cache.rooms.save(CachedRoom(id: room.id, record: RoomRecord.bytes(of: room)))
  }

  // MARK: Events

  /// Adds events before a slice.
  ///
  /// - Parameters:
  ///   - events: the newest first.
  ///   - end: the server's next token; nil at the beginning of the room.
  private func prepend(_ events: [MatrixEvent], to slice: CachedSlice, end: String?) throws(CacheFault)
    -> CachedSlice
  {
    builder.keys?.read(ahead: events)
    let from = slice.before
    var slice = slice
    let (new, met) = try upToOther(events, than: slice)
    let own = new.reversed().map { Timetoken(matrix: $0.id, sentAt: $0.sentAt, in: builder.time) }
    let lowest = try cache.slices.bounds(of: slice.id)?.lowest
    let tokens = Timetoken.rising(own, after: nil, before: lowest) ?? own
    for (event, token) in zip(new, tokens.reversed()) { try insert(event, at: token, in: slice) }
    // A page without readable events can still lead on, but a token that leads to itself does not.
    slice.before = new.contains { $0.type == EventType.create } || end == slice.before ? nil : end
    try cache.slices.save(slice)
    // The live slice cannot come before another, whatever a server says.
    guard let met, !met.isLive else { return try remembered(slice) }
    if let joined = try cache.slices.join(met, to: slice) { return try remembered(joined) }
    // The events of the dropped slice have lost their places. Those on this page get new ones.
    slice.before = from
    return try prepend(events, to: slice, end: end)
  }

  /// Adds events after a slice that is not live.
  ///
  /// - Parameter events: the oldest first.
  private func append(_ events: [MatrixEvent], to slice: CachedSlice, end: String?) throws(CacheFault)
    -> CachedSlice
  {
    builder.keys?.read(ahead: events)
    var slice = slice
    let (new, met) = try upToOther(events, than: slice)
    let own = new.map { Timetoken(matrix: $0.id, sentAt: $0.sentAt, in: builder.time) }
    let bounds = try cache.slices.bounds(of: slice.id)
    let next = try met.flatMap { (slice) throws(CacheFault) in try cache.slices.bounds(of: slice.id)?.lowest }
    let tokens = Timetoken.rising(own, after: bounds?.highest, before: next) ?? own
    for (event, token) in zip(new, tokens) { try insert(event, at: token, in: slice) }
    slice.after = events.isEmpty ? nil : end
    try cache.slices.save(slice)
    if let met { slice = try cache.slices.join(slice, to: met) ?? met }
    return try remembered(slice)
  }

  private func insert(_ event: MatrixEvent, at token: Timetoken, in slice: CachedSlice) throws(CacheFault) {
    _ = try TimelineIntake(builder: builder, room: room).insert(event, at: token, slice: slice.id)
  }

  /// The events before the first that is in another slice, and that slice.
  private func upToOther(
    _ events: [MatrixEvent], than slice: CachedSlice
  ) throws(CacheFault) -> (new: [MatrixEvent], met: CachedSlice?) {
    var new: [MatrixEvent] = []
    for event in events {
      if let other = try cache.events.event(event.id, in: room.id)?.slice {
        if other == slice.id { continue }
        return (new, try cache.slices.of(room.id).first { $0.id == other })
      }
      new.append(event)
    }
    return (new, nil)
  }

  private func remembered(_ slice: CachedSlice) throws(CacheFault) -> CachedSlice {
    if slice.isLive || slice.id == room.timeline.live?.id { room.timeline.live = slice }
    return slice
  }
}

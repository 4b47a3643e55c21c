public import ChatDomain
import DraftEngine
import MatrixCache
import MatrixWire

extension MatrixService {
  /// How many requests one page may take that has something on it.
  private static let mostRequests = 10
  /// How many it may take where all that comes is nothing that is shown.
  private static let mostEmptyRequests = 100

  // MARK: One message

  public func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await refresh()
    let room = try room(channel)
    let row = try await row(id, in: room)
    try await learn([row].compactMap(\.quoted), in: room)
    try await learnAuthors(of: [row], in: room)
    guard let message = try message(of: row, in: room) else { throw .refused(.notFound("message \(id)")) }
    return message
  }

  func message(of row: CachedEvent, in room: Room) throws(ChatError) -> Message? {
    try known { replica throws(CacheFault) in try replica.maker.message(row, in: room) }
  }

  /// The row of a message that is shown, also by the transaction that the user sent it with.
  func row(_ id: MessageID, in room: Room) async throws(ChatError) -> CachedEvent {
    func find() throws(ChatError) -> CachedEvent? {
      try known { replica throws(CacheFault) in try replica.message(id, in: room.id) }
    }
    if let row = try find() { return row }
    let isHere = try known { replica throws(CacheFault) in try replica.cache.event(id, in: room.id) != nil }
    guard !isHere else { throw .refused(.notFound("message \(id)")) }
    if MessageID(matrix: id.rawValue) != nil {
      try await fetch(id, in: room.id)
    } else {
      // What the user's other device called it stands in the message itself.
      for _ in 0..<3 {
        guard try await extendLive(of: room), try find() == nil else { break }
      }
    }
    guard let row = try find() else { throw .refused(.notFound("message \(id)")) }
    return row
  }

  // MARK: Pages

  public func messages(_ query: MessageQuery) async throws(ChatError) -> Page<Message> {
    let limit = try pageSize(query.limit)
    var place: ListPlace?
    switch query.position {
    case .before(let cursor), .after(let cursor): place = try ListPlace(cursor, of: .messages)
    case .newest, .oldest, .around, .firstUnread: break
    }
    try await refresh()
    let room = try room(query.channelId)
    if let parent = query.parentId { return try await replies(under: parent, in: room, query, limit: limit) }
    switch query.position {
    case .newest: return try await newest(in: room, limit: limit)
    case .oldest: return try await page(in: try await oldestSlice(of: room), .oldest, room, limit: limit)
    case .before:
      let token = Timetoken(place?.rank ?? 0)
      return try await page(in: try slice(at: token, in: room), .before(token), room, limit: limit)
    case .after:
      let token = Timetoken(place?.rank ?? 0)
      let slice = try slice(at: token, in: room, isForward: true)
      return try await page(in: slice, .after(token), room, limit: limit)
    case .around(let id): return try await page(around: try await row(id, in: room), in: room, limit: limit)
    case .firstUnread:
      guard let first = try await firstUnread(in: room) else {
        return try await newest(in: room, limit: limit)
      }
      return try await page(around: first, in: room, limit: limit)
    }
  }

  private func newest(in room: Room, limit: Int) async throws(ChatError) -> Page<Message> {
    guard let live = room.live else { return Page([]) }
    return try await page(in: live, .newest, room, limit: limit)
  }

  /// The slice around a place in the timeline. What is before a place that is not here any more is before what is here;
  /// what is behind it is not known.
  private func slice(
    at token: Timetoken, in room: Room, isForward: Bool = false
  ) throws(ChatError) -> CachedSlice {
    try known { replica throws(CacheFault) in
      try replica.slice(at: token, of: room) ?? (isForward ? nil : replica.rooms[room.id]?.live)
    }.orInvalid()
  }

  private func page(
    in slice: CachedSlice, _ window: MatrixCache.Window, _ room: Room, limit: Int
  ) async throws(ChatError) -> Page<Message> {
    var slice = slice
    for request in 0..<Self.mostEmptyRequests {
      let count = try rows(slice, window, room, limit).count
      guard count < limit, request < Self.mostRequests || count == 0,
        try await extend(slice, isForward: window.isForward, of: room, by: limit)
      else { break }
      slice = try current(slice, window, room)
    }
    let rows = try rows(slice, window, room, limit)
    // Only who has them knows whether their words are still the same.
    try await learn(rows.compactMap(\.quoted), in: room)
    try await learnAuthors(of: rows, in: room)
    return try finish(rows, try current(slice, window, room), window, room)
  }

  /// A slice as it is now, or the one that it became a part of while a request was under way.
  private func current(
    _ slice: CachedSlice, _ window: MatrixCache.Window, _ room: Room
  ) throws(ChatError) -> CachedSlice {
    let now = try known { replica throws(CacheFault) in try replica.slice(slice.id, of: room) }
    if let now { return now }
    switch window {
    case .newest: return try Optional(replica().rooms[room.id]?.live).flatMap(\.self).orInvalid()
    case .oldest:
      return try known { replica throws(CacheFault) in
        try replica.cache.slices(of: room.id).first { $0.before == nil }
      }.orInvalid()
    case .before(let token), .after(let token):
      return try self.slice(at: token, in: room, isForward: window.isForward)
    }
  }

  private func rows(
    _ slice: CachedSlice, _ window: MatrixCache.Window, _ room: Room, _ limit: Int
  ) throws(ChatError) -> [CachedEvent] {
    try known { replica throws(CacheFault) in
      try replica.cache.page(.slice(slice.id, in: room.id), window, limit: limit)
    }
  }

  /// An event with so many others around it.
  func context(
    of id: MessageID, in room: ChannelID, limit: Int
  ) async throws(ChatError) -> ContextAnswer {
    let request = MatrixRequest.context(of: id, in: room, limit: limit)
    let bytes = try await connection.answer(to: request, FailureContext(subject: "message \(id)")) ?? []
    do throws(AnswerError) { return try ContextAnswer(bytes, of: id, in: room) } catch {
      throw .unreadable
    }
  }

  /// Half of a page before a message, and half behind it.
  private func page(
    around row: CachedEvent, in room: Room, limit: Int
  ) async throws(ChatError) -> Page<Message> {
    guard row.isInChannel else { throw .refused(.notFound("message \(row.id)")) }
    var row = row
    if row.slice == nil {
      let answer = try await context(of: row.id, in: room.id, limit: max(limit, 10))
      _ = try known { replica throws(CacheFault) in try replica.add(answer, in: room) }
      row = try await self.row(row.id, in: room)
    }
    let half = (limit - 1) / 2
    let slice = try known { replica throws(CacheFault) in
      try replica.cache.slices(of: room.id).first { $0.id == row.slice }
    }.orInvalid()
    let older = half > 0 ? try await page(in: slice, .before(row.token), room, limit: half) : Page([])
    let now = try await self.row(row.id, in: room)
    let behind = try known { replica throws(CacheFault) in
      try replica.cache.slices(of: room.id).first { $0.id == now.slice }
    }.orInvalid()
    let rest = limit - older.elements.count - 1
    let newer = rest > 0 ? try await page(in: behind, .after(now.token), room, limit: rest) : Page([])
    try await learn([now].compactMap(\.quoted), in: room)
    guard let message = try message(of: now, in: room) else { throw .refused(.notFound("message \(row.id)")) }
    let elements = older.elements + [message] + newer.elements
    return Page(
      elements,
      next: rest > 0 && newer.elements.isEmpty
        ? nil : try more(behind: elements.last, in: behind, room),
      previous: try more(before: elements.first, in: behind, room))
  }

  private func finish(
    _ rows: [CachedEvent], _ slice: CachedSlice, _ window: MatrixCache.Window, _ room: Room
  ) throws(ChatError) -> Page<Message> {
    var messages: [Message] = []
    for row in rows { if let message = try message(of: row, in: room) { messages.append(message) } }
    guard !messages.isEmpty else {
      // So much happened there of which nothing is shown that it was not all fetched; the same cursor goes on with it.
      let cursor = ListPlace(.messages, rank: window.edge.rawValue).cursor
      return Page(
        [], next: window.isForward && !slice.isLive ? cursor : nil,
        previous: !window.isForward && slice.before != nil ? cursor : nil)
    }
    return Page(
      messages, next: try more(behind: messages.last, in: slice, room),
      previous: try more(before: messages.first, in: slice, room))
  }

  private func more(
    before message: Message?, in slice: CachedSlice, _ room: Room
  ) throws(ChatError) -> Cursor? {
    guard let token = message?.timetoken else { return nil }
    if slice.before == nil, try rows(slice, .before(token), room, 1).isEmpty { return nil }
    return ListPlace(.messages, rank: token.rawValue).cursor
  }

  private func more(
    behind message: Message?, in slice: CachedSlice, _ room: Room
  ) throws(ChatError) -> Cursor? {
    guard let token = message?.timetoken else { return nil }
    if slice.isLive, try rows(slice, .after(token), room, 1).isEmpty { return nil }
    return ListPlace(.messages, rank: token.rawValue).cursor
  }

  // MARK: Fetching

  /// Makes a slice longer at one of its ends.
  ///
  /// - Returns: whether there may be more now.
  private func extend(
    _ slice: CachedSlice, isForward: Bool, of room: Room, by limit: Int
  ) async throws(ChatError) -> Bool {
    let length = max(limit, 50)
    if !isForward {
      guard let from = slice.before else { return false }
      let page = try await page(.messages(in: room.id, .backward, from: from, limit: length), in: room.id)
      _ = try known { replica throws(CacheFault) in try replica.prepend(page, to: slice, of: room) }
      return true
    }
    guard !slice.isLive else { return false }
    if let from = slice.after {
      let page = try await page(.messages(in: room.id, .forward, from: from, limit: length), in: room.id)
      if !page.events.isEmpty {
        _ = try known { replica throws(CacheFault) in try replica.append(page, to: slice, of: room) }
        return true
      }
    }
    // Nothing leads on from here, but what comes next leads back.
    guard
      let next = try known({ replica throws(CacheFault) in try replica.slice(behind: slice, of: room) }),
      let from = next.before
    else { return false }
    let page = try await page(.messages(in: room.id, .backward, from: from, limit: 100), in: room.id)
    _ = try known { replica throws(CacheFault) in try replica.prepend(page, to: next, of: room) }
    return true
  }

  /// - Returns: whether there was anything older.
  func extendLive(of room: Room) async throws(ChatError) -> Bool {
    guard let live = room.live, live.before != nil else { return false }
    return try await extend(live, isForward: false, of: room, by: 100)
  }

  private func oldestSlice(of room: Room) async throws(ChatError) -> CachedSlice {
    let slices = try known { replica throws(CacheFault) in try replica.cache.slices(of: room.id) }
    if let first = slices.first(where: { $0.before == nil }) { return first }
    let page = try await page(.messages(in: room.id, .forward, from: nil, limit: 50), in: room.id)
    return try known { replica throws(CacheFault) in try replica.begin(page, of: room) }
  }

  private func firstUnread(in room: Room) async throws(ChatError) -> CachedEvent? {
    try await settle(.main, in: room.id)
    for _ in 0..<Self.mostRequests {
      if let live = room.live, live.before != nil,
        try known({ replica throws(CacheFault) in try !replica.reachesUnread(in: room) }),
        try await extend(live, isForward: false, of: room, by: 100)
      {
        continue
      }
      break
    }
    return try known { replica throws(CacheFault) in try replica.firstUnread(in: room) }
  }
}

extension MatrixCache.Window {
  var isForward: Bool {
    switch self {
    case .newest, .before: false
    case .oldest, .after: true
    }
  }

  /// Where it begins.
  fileprivate var edge: Timetoken {
    switch self {
    case .newest: Timetoken(.max)
    case .oldest: Timetoken(0)
    case .before(let token), .after(let token): token
    }
  }
}

extension CachedSlice? {
  /// A cursor that leads nowhere is none.
  fileprivate func orInvalid() throws(ChatError) -> CachedSlice {
    guard let self else { throw .refused(.invalidCursor) }
    return self
  }
}

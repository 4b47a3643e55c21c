public import ChatDomain
import DraftEngine
import MatrixCache
import MatrixWire

extension MatrixService {
  /// How many requests one page may take.
  private static let mostRequests = 10

  // MARK: One message

  public func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await refresh()
    let room = try room(channel)
    let row = try await row(id, in: room)
    try await learn([row].compactMap(\.quoted), in: room)
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
      return try await page(in: try slice(at: token, in: room), .after(token), room, limit: limit)
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

  /// The slice around a place in the timeline.
  private func slice(at token: Timetoken, in room: Room) throws(ChatError) -> CachedSlice {
    try known { replica throws(CacheFault) -> CachedSlice? in
      for slice in try replica.cache.slices(of: room.id) {
        if let bounds = try replica.cache.bounds(of: slice.id), bounds.lowest <= token,
          token <= bounds.highest
        {
          return slice
        }
      }
      return room.live
    }.orInvalid()
  }

  private func page(
    in slice: CachedSlice, _ window: MatrixCache.Window, _ room: Room, limit: Int
  ) async throws(ChatError) -> Page<Message> {
    var slice = slice
    for _ in 0..<Self.mostRequests {
      let rows = try rows(slice, window, room, limit)
      guard rows.count < limit else { break }
      guard let longer = try await extend(slice, isForward: window.isForward, of: room, by: limit) else {
        break
      }
      slice = longer
    }
    let rows = try rows(slice, window, room, limit)
    // Only who has them knows whether their words are still the same.
    try await learn(rows.compactMap(\.quoted), in: room)
    return try finish(rows, slice, window, room)
  }

  private func rows(
    _ slice: CachedSlice, _ window: MatrixCache.Window, _ room: Room, _ limit: Int
  ) throws(ChatError) -> [CachedEvent] {
    try known { replica throws(CacheFault) in
      try replica.cache.page(.slice(slice.id, in: room.id), window, limit: limit)
    }
  }

  /// Half of a page before a message, and half behind it.
  private func page(
    around row: CachedEvent, in room: Room, limit: Int
  ) async throws(ChatError) -> Page<Message> {
    guard row.isInChannel else { throw .refused(.notFound("message \(row.id)")) }
    var row = row
    if row.slice == nil {
      let bytes =
        try await connection.answer(
          to: .context(of: row.id, in: room.id, limit: max(limit, 10)),
          FailureContext(subject: "message \(row.id)")) ?? []
      let answer: ContextAnswer
      do throws(AnswerError) { answer = try ContextAnswer(bytes, of: row.id, in: room.id) } catch {
        throw .connection(.interrupted)
      }
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
    guard !messages.isEmpty else { return Page([]) }
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
  /// - Returns: the slice that it is now a part of; nil if there is nothing more.
  private func extend(
    _ slice: CachedSlice, isForward: Bool, of room: Room, by limit: Int
  ) async throws(ChatError) -> CachedSlice? {
    let length = max(limit, 50)
    if !isForward {
      guard let from = slice.before else { return nil }
      let page = try await page(.messages(in: room.id, .backward, from: from, limit: length), in: room.id)
      return try known { replica throws(CacheFault) in
        try replica.prepend(page, to: slice, of: room)
      }
    }
    guard !slice.isLive else { return nil }
    if let from = slice.after {
      let page = try await page(.messages(in: room.id, .forward, from: from, limit: length), in: room.id)
      if !page.events.isEmpty {
        return try known { replica throws(CacheFault) in try replica.append(page, to: slice, of: room) }
      }
    }
    // Nothing leads on from here, but what comes next leads back.
    guard
      let next = try known({ replica throws(CacheFault) in try replica.slice(behind: slice, of: room) }),
      let from = next.before
    else { return nil }
    let page = try await page(.messages(in: room.id, .backward, from: from, limit: 100), in: room.id)
    let joined = try known { replica throws(CacheFault) in try replica.prepend(page, to: next, of: room) }
    return joined.id == next.id && !page.events.isEmpty ? try stillThere(slice, of: room) ?? joined : joined
  }

  private func stillThere(_ slice: CachedSlice, of room: Room) throws(ChatError) -> CachedSlice? {
    try known { replica throws(CacheFault) in
      try replica.cache.slices(of: room.id).first { $0.id == slice.id }
    }
  }

  /// - Returns: whether there was anything older.
  func extendLive(of room: Room) async throws(ChatError) -> Bool {
    guard let live = room.live, live.before != nil else { return false }
    return try await extend(live, isForward: false, of: room, by: 100) != nil
  }

  private func oldestSlice(of room: Room) async throws(ChatError) -> CachedSlice {
    let slices = try known { replica throws(CacheFault) in try replica.cache.slices(of: room.id) }
    if let first = slices.first(where: { $0.before == nil }) { return first }
    let page = try await page(.messages(in: room.id, .forward, from: nil, limit: 50), in: room.id)
    return try known { replica throws(CacheFault) in try replica.begin(page, of: room) }
  }

  private func firstUnread(in room: Room) async throws(ChatError) -> CachedEvent? {
    if let id = room.reading.unsettled {
      try await learn([id], in: room)
      try known { replica throws(CacheFault) in try replica.settleReading(in: room) }
    }
    for _ in 0..<Self.mostRequests {
      if let live = room.live, live.before != nil,
        try known({ replica throws(CacheFault) in try !replica.reachesUnread(in: room) }),
        try await extend(live, isForward: false, of: room, by: 100) != nil
      {
        continue
      }
      break
    }
    return try known { replica throws(CacheFault) in try replica.firstUnread(in: room) }
  }

  // MARK: Threads

  /// How many replies are fetched when a thread is opened.
  private static let mostReplyPages = 10

  private func replies(
    under parent: MessageID, in room: Room, _ query: MessageQuery, limit: Int
  ) async throws(ChatError) -> Page<Message> {
    let root = try await row(parent, in: room)
    try await complete(threadUnder: root.id, in: room)
    let place = MatrixCache.Place.thread(root.id, in: room.id)
    func rows(_ window: MatrixCache.Window, _ limit: Int) throws(ChatError) -> [CachedEvent] {
      try known { replica throws(CacheFault) in try replica.cache.page(place, window, limit: limit) }
    }
    func around(_ row: CachedEvent) throws(ChatError) -> [CachedEvent] {
      let older = try rows(.before(row.token), max(0, (limit - 1) / 2))
      return older + [row] + (try rows(.after(row.token), limit - 1 - older.count))
    }
    let found: [CachedEvent]
    switch query.position {
    case .newest: found = try rows(.newest, limit)
    case .oldest: found = try rows(.oldest, limit)
    case .before(let cursor):
      found = try rows(.before(Timetoken(ListPlace(cursor, of: .messages).rank)), limit)
    case .after(let cursor): found = try rows(.after(Timetoken(ListPlace(cursor, of: .messages).rank)), limit)
    case .around(let id):
      let reply = try await row(id, in: room)
      guard reply.parentId == root.id else { throw .refused(.notFound("message \(id)")) }
      found = try around(reply)
    case .firstUnread:
      let first = try known { replica throws(CacheFault) in try replica.firstUnread(under: root.id, in: room)
      }
      if let first { found = try around(first) } else { found = try rows(.newest, limit) }
    }
    try await learn(found.compactMap(\.quoted), in: room)
    var messages: [Message] = []
    for row in found { if let message = try message(of: row, in: room) { messages.append(message) } }
    guard let first = messages.first?.timetoken, let last = messages.last?.timetoken else { return Page([]) }
    return Page(
      messages,
      next: try rows(.after(last), 1).isEmpty ? nil : ListPlace(.messages, rank: last.rawValue).cursor,
      previous: try rows(.before(first), 1).isEmpty ? nil : ListPlace(.messages, rank: first.rawValue).cursor)
  }

  /// Fetches the replies of a thread that are not here.
  private func complete(threadUnder root: MessageID, in room: Room) async throws(ChatError) {
    let thread = try known { replica throws(CacheFault) in try replica.cache.thread(root, in: room.id) }
    guard thread?.isWhole != true, room.live?.before != nil else { return }
    var from = thread?.before
    for _ in 0..<Self.mostReplyPages {
      let bytes =
        try await connection.answer(
          to: .relations(.reply, of: root, in: room.id, from: from, limit: 100), FailureContext(.page)) ?? []
      let answer: RelationsAnswer
      do throws(AnswerError) { answer = try RelationsAnswer(bytes, in: room.id) } catch {
        throw .connection(.interrupted)
      }
      from = answer.next
      let (events, next) = (answer.events, answer.next)
      try known { replica throws(CacheFault) in
        try replica.keepReplies(events, under: root, in: room, next: next)
      }
      guard from != nil else { return }
    }
  }

  public func threads(_ query: ListQuery) async throws(ChatError) -> Page<ThreadSummary> {
    let limit = try pageSize(query.limit)
    let cursor = try query.cursor.map { cursor throws(ChatError) in try ListPlace(cursor, of: .threads) }
    try await refresh()
    try await learnThreads()
    return try known { replica throws(CacheFault) in try replica.threads(after: cursor, limit: limit) }
  }

  /// How many rooms are asked for threads from before this device was signed in.
  private static let mostAskedRooms = 20

  /// Threads of which nothing was seen here are asked for once, in the rooms where something happened last.
  private func learnThreads() async throws(ChatError) {
    guard !hasAskedForThreads else { return }
    hasAskedForThreads = true
    let rooms = try known { replica throws(CacheFault) in
      var rooms: [(Timestamp, Room)] = []
      for room in replica.rooms.values where room.isJoined && room.live?.before != nil {
        rooms.append((try replica.lastActivity(in: room), room))
      }
      return rooms
    }
    for (_, room) in rooms.sorted(by: { $0.0 > $1.0 }).prefix(Self.mostAskedRooms) {
      let bytes =
        try await connection.answer(
          to: .threads(in: room.id, onlyMine: true, limit: 50), FailureContext(.page)) ?? []
      let roots: [MatrixEvent]
      do throws(AnswerError) { roots = try RelationsAnswer(bytes, in: room.id).events } catch {
        throw .connection(.interrupted)
      }
      try known { replica throws(CacheFault) in try replica.keepRoots(roots, in: room) }
    }
  }

  // MARK: Lists of messages

  public func pinnedMessages(
    in channel: ChannelID, _ query: ListQuery
  ) async throws(ChatError) -> Page<Message> {
    let limit = try pageSize(query.limit)
    let cursor = try query.cursor.map { cursor throws(ChatError) in try ListPlace(cursor, of: .pins) }
    try await refresh()
    let room = try room(channel)
    var found: [(place: ListPlace, entry: Message)] = []
    for entry in room.pins.content.entries {
      let row: CachedEvent
      do throws(ChatError) { row = try await self.row(entry.id, in: room) } catch {
        // Somebody pinned what is not there, or not any more.
        guard case .refused = error else { throw error }
        continue
      }
      guard let message = try message(of: row, in: room), !message.isDeleted, let pin = message.pin,
        pin.holds(at: clock.now)
      else { continue }
      found.append((ListPlace(.pins, rank: pin.at.rank, id: message.id.rawValue), message))
    }
    return Page.page(of: found, after: cursor, limit: limit)
  }

  public func search(_ query: SearchQuery) async throws(ChatError) -> Page<Message> {
    let limit = try pageSize(query.limit)
    let cursor = try query.cursor.map { cursor throws(ChatError) in try SearchPlace(cursor) }
    try await refresh()
    let rooms: [Room]
    if let channel = query.channelId {
      rooms = [try room(channel)]
    } else {
      rooms = try replica().rooms.values.filter { $0.isJoined && $0.isChannel }
    }
    var rest = cursor?.rest
    // Where not all of the history is here, the server looks in the rest; what it finds is kept and looked at again.
    if cursor == nil || rest != nil, rooms.contains(where: { $0.live?.before != nil }),
      !query.text.isBlank
    {
      rest = try await learnFinds(query, from: rest)
    }
    let allowed = Set(rooms.map(\.id))
    let (finds, place) = try known { replica throws(CacheFault) in
      try replica.search(query.text, in: query.channelId, among: allowed, after: cursor?.place, limit: limit)
    }
    guard let place else { return Page(finds) }
    return Page(finds, next: SearchPlace(place: place, rest: rest).cursor)
  }

  private func learnFinds(_ query: SearchQuery, from: String?) async throws(ChatError) -> String? {
    let bytes =
      try await connection.answer(
        to: .search(query.text, in: query.channelId.map { [$0] } ?? [], limit: 50, from: from),
        FailureContext(.page)) ?? []
    let answer: SearchAnswer
    do throws(AnswerError) { answer = try SearchAnswer(bytes) } catch { throw .connection(.interrupted) }
    let events = answer.events
    try known { replica throws(CacheFault) in
      for event in events where replica.rooms[event.room]?.isJoined == true {
        // An edit is a find of its own; the message with these words is the one that it edits.
        try replica.keep([event], in: event.room)
      }
    }
    return answer.next
  }
}

/// Where a search continues: here, and at the server.
struct SearchPlace {
  let place: ListPlace
  let rest: String?

  init(place: ListPlace, rest: String?) {
    self.place = place
    self.rest = rest
  }

  init(_ cursor: Cursor) throws(ChatError) {
    let parts = cursor.rawValue.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .refused(.invalidCursor) }
    place = try ListPlace(Cursor(String(parts[0])), of: .search)
    rest = parts[1].isEmpty ? nil : String(parts[1])
  }

  var cursor: Cursor { Cursor("\(place.cursor)|\(rest ?? "")") }
}

extension MatrixCache.Window {
  var isForward: Bool {
    switch self {
    case .newest, .before: false
    case .oldest, .after: true
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

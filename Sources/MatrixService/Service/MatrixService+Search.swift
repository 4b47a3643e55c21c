public import ChatDomain
import DraftEngine
import MatrixCache
import MatrixWire

extension MatrixService {
  /// How many pinned messages are fetched that are not here.
  private static let mostLearntPins = 200

  public func pinnedMessages(
    in channel: ChannelID, _ query: ListQuery
  ) async throws(ChatError) -> Page<Message> {
    let limit = try pageSize(query.limit)
    let cursor = try query.cursor.map { cursor throws(ChatError) in try ListPlace(cursor, of: .pins) }
    try await refresh()
    let room = try room(channel)
    // Somebody may have pinned what is not there, or not any more.
    try await learn(room.pins.content.entries.suffix(Self.mostLearntPins).map(\.id), in: room)
    var found: [(place: ListPlace, entry: Message)] = []
    for entry in try self.room(channel).pins.content.entries {
      let row = try known { replica throws(CacheFault) in try replica.message(entry.id, in: channel) }
      guard let row, let message = try message(of: row, in: room), !message.isDeleted, let pin = message.pin,
        pin.holds(at: clock.now)
      else { continue }
      found.append((ListPlace(.pins, rank: pin.at.rank, id: message.id.rawValue), message))
    }
    return Page.page(of: found, after: cursor, limit: limit)
  }

  /// How many pages of the server's finds are looked through for one page.
  private static let mostFindPages = 5

  /// Where not all of the history is here, the server looks in the rest; what it finds is kept and looked at again.
  ///
  /// What is older than its last find is not shown before it has found what is between.
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
    // What somebody looks for in an encrypted room says what is in it, and the server does not know that anyway.
    let asked = rooms.filter { !$0.isWhole && !$0.isEncrypted }.map(\.id).sorted()
    var server = cursor.map(\.server) ?? (query.text.isBlank ? nil : ServerFinds())
    if asked.isEmpty { server = nil }
    let allowed = Set(rooms.map(\.id))
    var requests = 0
    while true {
      let (finds, next) = try known { replica throws(CacheFault) in
        try replica.search(
          query.text, in: query.channelId, among: allowed, after: cursor?.place, limit: limit)
      }
      guard let now = server else {
        return Page(finds, next: next.map { SearchPlace(place: $0, server: nil).cursor })
      }
      let certain = finds.prefix { $0.timetoken.map { $0.rawValue >= now.reach } ?? false }
      if certain.count == limit, let last = certain.last, let token = last.timetoken {
        let place = ListPlace(.search, rank: token.rawValue, id: last.id.rawValue)
        return Page(Array(certain), next: SearchPlace(place: place, server: now).cursor)
      }
      guard requests < Self.mostFindPages else {
        let place = ListPlace(.search, rank: min(now.reach, cursor?.place.rank ?? .max))
        return Page(Array(certain), next: SearchPlace(place: place, server: now).cursor)
      }
      requests += 1
      server = try await learnFinds(query.text, in: asked, behind: now)
    }
  }

  /// - Returns: where the server goes on; nil if it has no more.
  private func learnFinds(
    _ words: String, in rooms: [ChannelID], behind before: ServerFinds
  ) async throws(ChatError) -> ServerFinds? {
    let bytes =
      try await connection.answer(
        to: .search(words, in: rooms, limit: 50, from: before.next), FailureContext(.page)) ?? []
    let answer: SearchAnswer
    do throws(AnswerError) { answer = try SearchAnswer(bytes) } catch { throw .unreadable }
    let events = answer.events
    let last = try known { replica throws(CacheFault) in
      var last: Timetoken?
      for event in events where replica.rooms[event.room]?.isJoined == true {
        try replica.keep([event], in: event.room)
        last = try replica.cache.event(event.id, in: event.room)?.token ?? last
      }
      return last
    }
    // An edit is a find of its own; the message with these words is the one that it edits.
    for event in events {
      guard case .edit(let content) = event.meaning, let room = try replica().rooms[event.room], room.isJoined
      else { continue }
      try await learn([content.target], in: room)
    }
    guard let next = answer.next else { return nil }
    return ServerFinds(next: next, reach: min(before.reach, last?.rawValue ?? .max))
  }
}

/// How far the server has looked.
struct ServerFinds {
  /// Where it goes on; nil: it has not begun.
  var next: String?
  /// The rank of the last message that it found: what is older is not all known yet.
  var reach = UInt64.max
}

/// Where a search continues: here, and at the server.
struct SearchPlace {
  let place: ListPlace
  /// Nil: the server has no more.
  let server: ServerFinds?

  init(place: ListPlace, server: ServerFinds?) {
    self.place = place
    self.server = server
  }

  init(_ cursor: Cursor) throws(ChatError) {
    // The server's token may contain any character, so it comes last.
    let parts = cursor.rawValue.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let reach = UInt64(parts[1]) else { throw .refused(.invalidCursor) }
    place = try ListPlace(Cursor(String(parts[0])), of: .search)
    server = parts[2].isEmpty ? nil : ServerFinds(next: String(parts[2]), reach: reach)
  }

  var cursor: Cursor { Cursor("\(place.cursor)|\(server?.reach ?? 0)|\(server?.next ?? "")") }
}

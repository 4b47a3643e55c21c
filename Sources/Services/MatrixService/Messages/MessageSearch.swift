import ChatDomain
import DraftEngine

/// Searches messages by their words and their authors.
struct MessageSearch: AccountPart {
  let account: AccountContext
  let sync: SyncLoop

  /// The maximum number of the server's result pages to read for one page.
  private static let mostFindPages = 5

  /// If a history is not complete, the server searches the rest. Its results are cached and checked again.
  ///
  /// Without words, the server filters the history of one channel by author. In all channels, only cached messages are found.
  ///
  /// Cached results older than the server's last result are withheld until the server has searched up to them.
  func search(_ query: SearchQuery) async throws(ChatError) -> Page<Message> {
    let limit = try ListRequest.pageSize(query.limit)
    let cursor = try query.cursor.map { cursor throws(ChatError) in try SearchCursor(cursor) }
    try await sync.syncNow()
    let rooms: [Room]
    if let channel = query.channelId {
      rooms = [try store.room(channel)]
    } else {
      rooms = try store.replica().rooms.values.filter { $0.isJoined && $0.isChannel }
    }
    // A search text would reveal what is in an encrypted room, and the server could not search there anyway.
    let asked = rooms.filter { !$0.isComplete && !$0.isEncrypted }.map(\.id).sorted()
    var server = cursor.map(\.server) ?? ServerFinds()
    let canAsk = query.text.isBlank ? !query.authors.isEmpty && query.channelId != nil : true
    if asked.isEmpty || !canAsk { server = nil }
    let allowed = Set(rooms.map(\.id))
    var requests = 0
    while true {
      let (finds, next) = try store.withReplica { replica throws(CacheFault) in
        try replica.search(query, among: allowed, after: cursor?.local, limit: limit)
      }
      guard let now = server else {
        return Page(finds, next: next.map { SearchCursor(local: $0, server: nil).cursor })
      }
      let certain = finds.prefix { $0.timetoken.map { $0.rawValue >= now.reach } ?? false }
      if certain.count == limit, let last = certain.last, let token = last.timetoken {
        let local = ListCursor(.search, rank: token.rawValue, id: last.id.rawValue)
        return Page(Array(certain), next: SearchCursor(local: local, server: now).cursor)
      }
      guard requests < Self.mostFindPages else {
        let local = ListCursor(.search, rank: min(now.reach, cursor?.local.rank ?? .max))
        return Page(Array(certain), next: SearchCursor(local: local, server: now).cursor)
      }
      requests += 1
      server = try await fetchFinds(query, in: asked, after: now)
    }
  }

  /// - Returns: the next position at the server; nil if it has no more.
  private func fetchFinds(
    _ query: SearchQuery, in rooms: [ChannelID], after before: ServerFinds
  ) async throws(ChatError) -> ServerFinds? {
    let (events, end) = try await answer(to: query, in: rooms, from: before.next)
    let last = try store.withReplica { replica throws(CacheFault) in
      var last: Timetoken?
      for event in events where replica.rooms[event.room]?.isJoined == true {
        try replica.keep([event], in: event.room)
        last = try replica.cache.events.event(event.id, in: event.room)?.token ?? last
      }
      return last
    }
    // The server finds edits too, so the messages that they edit are fetched.
    for event in events {
      guard case .edit(let content) = event.meaning, let room = try store.anyRoom(event.room), room.isJoined
      else { continue }
      try await fetcher.fetchMissing([content.target], in: room)
    }
    guard let next = end else { return nil }
    return ServerFinds(next: next, reach: min(before.reach, last?.rawValue ?? .max))
  }

  /// - Returns: the events of a page, and the token of the next page.
  private func answer(
    to query: SearchQuery, in rooms: [ChannelID], from token: String?
  ) async throws(ChatError) -> (events: [MatrixEvent], next: String?) {
    let authors = query.authors.sorted()
    // A server finds nothing without words. The history can be filtered by its senders instead.
    if query.text.isBlank, let room = rooms.first {
      let page = try await connection.read(
        .messages(in: room, .backward, from: token, limit: 50, by: authors), FailureContext(.page)
      ) { bytes throws(AnswerError) in try MessagesAnswer(bytes, in: room) }
      return (page.events, page.end)
    }
    let answer = try await connection.read(
      .search(query.text, by: authors, in: rooms, limit: 50, from: token), FailureContext(.page)
    ) { bytes throws(AnswerError) in try SearchAnswer(bytes) }
    return (answer.events, answer.next)
  }
}

/// How far the server has searched.
struct ServerFinds {
  /// The token of the next page; nil at the start.
  var next: String?
  /// The rank of the last result. Older messages are not all known yet.
  var reach = UInt64.max
}

/// The position of a search, in the cache and at the server.
struct SearchCursor {
  let local: ListCursor
  /// Nil: the server has no more.
  let server: ServerFinds?
}

extension SearchCursor {
  init(_ cursor: Cursor) throws(ChatError) {
    // The server's token may contain any character, so it comes last.
    let parts = cursor.rawValue.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let reach = UInt64(parts[1]) else { throw .refused(.invalidCursor) }
    local = try ListCursor(Cursor(String(parts[0])), of: .search)
    server = parts[2].isEmpty ? nil : ServerFinds(next: String(parts[2]), reach: reach)
  }

  var cursor: Cursor { Cursor("\(local.cursor)|\(server?.reach ?? 0)|\(server?.next ?? "")") }
}

extension Replica {
  /// The cached messages that a query finds, the newest first, and the next position.
  fileprivate func search(
    _ query: SearchQuery, among rooms: Set<ChannelID>, after cursor: ListCursor?, limit: Int
  ) throws(CacheFault) -> (finds: [Message], next: ListCursor?) {
    var finds: [Message] = []
    var last = cursor.map { (Timetoken($0.rank), MessageID($0.id)) }
    while true {
      let rows = try cache.events.search(
        query.text, by: query.authors, in: query.channelId, before: last, limit: limit + 1)
      for row in rows {
        if finds.count == limit, let last {
          return (finds, ListCursor(.search, rank: last.0.rawValue, id: last.1.rawValue))
        }
        last = (row.token, row.id)
        guard rooms.contains(row.room), row.isCounted, let room = self.rooms[row.room],
          let message = try builder.message(row, in: room)
        else { continue }
        finds.append(message)
      }
      guard rows.count == limit + 1 else { return (finds, nil) }
    }
  }
}

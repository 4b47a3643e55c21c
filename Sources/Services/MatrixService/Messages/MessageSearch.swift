import ChatDomain
import DraftEngine

/// Messages that somebody looks for by their words.
struct MessageSearch: AccountPart {
  let account: AccountContext
  let sync: SyncLoop

  /// How many pages of the server's finds are looked through for one page.
  private static let mostFindPages = 5

  /// Where not all of the history is here, the server looks in the rest; what it finds is kept and looked at again.
  ///
  /// What is older than its last find is not shown before it has found what is between.
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
    // What somebody looks for in an encrypted room says what is in it, and the server does not know that anyway.
    let asked = rooms.filter { !$0.isComplete && !$0.isEncrypted }.map(\.id).sorted()
    var server = cursor.map(\.server) ?? (query.text.isBlank ? nil : ServerFinds())
    if asked.isEmpty { server = nil }
    let allowed = Set(rooms.map(\.id))
    var requests = 0
    while true {
      let (finds, next) = try store.withReplica { replica throws(CacheFault) in
        try replica.search(
          query.text, in: query.channelId, among: allowed, after: cursor?.local, limit: limit)
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
      server = try await fetchFinds(query.text, in: asked, after: now)
    }
  }

  /// - Returns: where the server goes on; nil if it has no more.
  private func fetchFinds(
    _ words: String, in rooms: [ChannelID], after before: ServerFinds
  ) async throws(ChatError) -> ServerFinds? {
    let answer = try await connection.read(
      .search(words, in: rooms, limit: 50, from: before.next), FailureContext(.page)
    ) { bytes throws(AnswerError) in try SearchAnswer(bytes) }
    let events = answer.events
    let last = try store.withReplica { replica throws(CacheFault) in
      var last: Timetoken?
      for event in events where replica.rooms[event.room]?.isJoined == true {
        try replica.keep([event], in: event.room)
        last = try replica.cache.events.event(event.id, in: event.room)?.token ?? last
      }
      return last
    }
    // An edit is a find of its own; the message with these words is the one that it edits.
    for event in events {
      guard case .edit(let content) = event.meaning, let room = try store.anyRoom(event.room), room.isJoined
      else { continue }
      try await fetcher.fetchMissing([content.target], in: room)
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
  /// The messages with some words, the last first, and where the list goes on.
  fileprivate func search(
    _ text: String, in channel: ChannelID?, among rooms: Set<ChannelID>, after cursor: ListCursor?, limit: Int
  ) throws(CacheFault) -> (finds: [Message], next: ListCursor?) {
    var finds: [Message] = []
    var last = cursor.map { (Timetoken($0.rank), MessageID($0.id)) }
    while true {
      let rows = try cache.events.search(text, in: channel, before: last, limit: limit + 1)
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

import ChatDomain

extension InMemoryChatService {
  /// Searches the history in slices and lets other requests in between: a long history makes a search slower, but does
  /// not delay others.
  func search(_ query: SearchQuery, for user: UserID) async throws(ChatError) -> Page<Message> {
    let limit = try ListCursor.pageSize(query.limit)
    var end = UInt64.max
    if let cursor = query.cursor { end = try ListCursor(cursor, of: .finds).token }
    let words = query.words
    guard !words.isEmpty else { return Page([]) }
    var finds: [Message] = []
    while true {
      let (before, wanted) = (end, limit - finds.count)
      let slice = try perform { state throws(ChatError) in
        try state.search(words, in: query.channelId, before: before, limit: wanted, for: user)
      }
      finds += slice.finds
      guard let rest = slice.rest else { return Page(finds) }
      if finds.count == limit { return Page(finds, next: ListCursor(.finds, rest).cursor) }
      if Task.isCancelled { throw .cancelled }
      end = rest
      await Task.yield()
    }
  }
}

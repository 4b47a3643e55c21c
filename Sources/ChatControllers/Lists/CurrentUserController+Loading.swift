public import ChatDomain

extension CurrentUserController {
  /// Loads the first page of the service's drafts. If drafts are disabled, there are none.
  ///
  /// - Returns: the drafts of the page.
  @discardableResult
  public func loadDraftMessages(
    query: DraftListQuery = DraftListQuery()
  ) async throws(ChatError) -> [DraftMessage] {
    self.query = query
    cursor = nil
    hasLoadedAllDrafts = false
    show()
    return try await load(query)
  }

  /// The variant with a completion handler.
  public func loadDraftMessages(
    query: DraftListQuery = DraftListQuery(),
    completion: @escaping (Result<[DraftMessage], ChatError>) -> Void = { _ in }
  ) {
    complete(completion) { () async throws(ChatError) in try await self.loadDraftMessages(query: query) }
  }

  /// Loads the next page; the first one if none was loaded yet, and nothing at the end.
  ///
  /// - Parameter limit: the number of drafts; by default the same as for the first page.
  @discardableResult
  public func loadMoreDraftMessages(limit: Int? = nil) async throws(ChatError) -> [DraftMessage] {
    if hasLoadedAllDrafts { return [] }
    var query = query
    if let cursor { query.pagination = Pagination(pageSize: query.pagination.pageSize, cursor: cursor) }
    if let limit { query.pagination.pageSize = limit }
    return try await load(query)
  }

  /// The variant with a completion handler.
  public func loadMoreDraftMessages(
    limit: Int? = nil, completion: @escaping (Result<[DraftMessage], ChatError>) -> Void = { _ in }
  ) {
    complete(completion) { () async throws(ChatError) in try await self.loadMoreDraftMessages(limit: limit) }
  }

  private func load(_ query: DraftListQuery) async throws(ChatError) -> [DraftMessage] {
    guard client.configuration.isDraftMessagesEnabled else {
      hasLoadedAllDrafts = true
      return []
    }
    let before = cursor
    hasLoadedAllDrafts = false
    let page = try await client.service.drafts(query)
    client.drafts.take(page.elements)
    // Another list was requested in the meantime, or the same page was requested twice: the list continues from where
    // that one ended.
    guard cursor == before, self.query.sorting == query.sorting else { return page.elements }
    cursor = page.next
    hasLoadedAllDrafts = page.next == nil
    show()
    return page.elements
  }
}

import ChatDomain

/// A list of the service, read from its beginning as far as it was read before.
struct ListReading<Element: Sendable> {
  private(set) var found: [Element] = []
  /// Where the list continues; nil at its end.
  private(set) var next: Cursor?
  /// Whether events cover all changes since the reading. Otherwise the list must be requested again.
  private(set) var isLive = false

  init(
    of count: Int, for client: ChatClient, page: (ListQuery) async throws(ChatError) -> Page<Element>
  ) async throws(ChatError) {
    repeat {
      if next == nil { isLive = client.connection == .online }
      let page = try await page(ListQuery(limit: client.configuration.pageSize, cursor: next))
      found += page.elements
      next = page.next
    } while next != nil && found.count < max(count, 1)
  }
}

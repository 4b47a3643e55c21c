public import ChatDomain
import ChatSync

/// The user's inbox over all channels, latest first, with its unread count.
public final class InboxController {
  /// The client that created this controller.
  public let client: ChatClient
  /// The number of unread items, including those that are not loaded.
  public private(set) var unreadCount = 0
  /// Called after every change.
  public var onChange: () -> Void = {}

  private let list: PagedList<InboxItem>
  /// Whether the inbox is in use: nothing is requested before that.
  private var isWanted = false
  private var subscription: Subscription?

  /// Nothing is requested before ``synchronize()``.
  public init(client: ChatClient) {
    self.client = client
    list = PagedList(engine: client.engine)
    list.onChange = { [weak self] _ in self?.onChange() }
    list.readAgain = { [weak self] () async throws(ChatError) in try await self?.readAgain() }
    subscription = client.engine.board.subscribe { [weak self] in self?.handle($0) }
  }

  /// The loaded items, newest first.
  public var items: [InboxItem] { list.rows.sorted }
  /// Whether the service has no further items; false until a page was loaded, and after a failure.
  public var hasLoadedAll: Bool { list.hasLoadedAll }

  /// Calls a closure with every change of the items or of the unread count, until the subscription ends.
  public func subscribe(
    _ handler: @escaping @MainActor ([ListChange<InboxItemID>]) -> Void
  ) -> Subscription { list.board.subscribe(handler) }

  // MARK: Loading

  /// Loads as many items as before, at least one page. Without a connection it throws, unless the service has them locally;
  /// they are loaded again once there is a connection.
  public func synchronize() async throws(ChatError) {
    isWanted = true
    try await list.reload()
  }

  /// Loads the next page.
  ///
  /// - Returns: the number of new items; 0 at the end.
  @discardableResult
  public func loadMore(limit: Int? = nil) async throws(ChatError) -> Int {
    isWanted = true
    return try await list.loadMore(limit: limit, page: page) { [list] items in
      for item in items { _ = list.rows.upsert(item) }
      return [.reloaded]
    }
  }

  private func readAgain() async throws(ChatError) {
    _ = list.replaceRows(by: try await list.readFromStart(list.rows.count, page: page))
    list.emit([.reloaded])
  }

  private func page(_ query: ListQuery) async throws(ChatError) -> Page<InboxItem> {
    let page = try await client.service.inbox(InboxQuery(limit: query.limit, cursor: query.cursor))
    unreadCount = page.unreadCount
    return Page(page.items, next: page.next)
  }

  // MARK: Reading

  /// Marks items as read, on all of the user's devices.
  public func markRead(_ ids: [InboxItemID]) async throws(ChatError) {
    let unread = items.filter { ids.contains($0.id) && !$0.isRead }.map(\.id)
    guard !unread.isEmpty else { return }
    try await mark(.items(unread)) { unread.contains($0.id) }
  }

  /// Marks all items up to the newest loaded one as read: the user may have seen them.
  public func markAllRead() async throws(ChatError) {
    guard let newest = items.first?.token else { return }
    try await mark(.all(upTo: newest)) { $0.token <= newest }
  }

  private func mark(
    _ reading: InboxReading, where isMarked: (InboxItem) -> Bool
  ) async throws(ChatError) {
    unreadCount = try await client.service.markInboxRead(reading)
    for var item in items where isMarked(item) {
      item.isRead = true
      _ = list.rows.upsert(item)
    }
    list.emit([.reloaded])
  }

  // MARK: Notices

  private func handle(_ notice: ClientNotice) {
    if isWanted {
      list.handle(notice)
      // A service may have answered with less than it has while its connection was bad.
      if case .connection(.online) = notice { list.reloadInBackground() }
    }
    guard case .event(.inboxChanged(let change)) = notice else { return }
    unreadCount = change.unreadCount
    // Other items may have been read or deleted at the same time.
    if isWanted { list.reloadInBackground() }
    list.emit([.reloaded])
  }
}

nonisolated extension InboxItem: SortedRow {
  var sortKey: ListSortKey<InboxItemID> {
    ListSortKey(at: Timestamp(microseconds: 0), timetoken: token, id: id)
  }
}

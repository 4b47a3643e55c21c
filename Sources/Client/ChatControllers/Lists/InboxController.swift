public import ChatDomain
import ChatSync

/// The user's inbox over all channels, latest first, with its unread count.
public final class InboxController {
  /// The client that created this controller.
  public let client: ChatClient
  /// The loaded items, newest first.
  public private(set) var items: [InboxItem] = []
  /// The number of unread items, including those that are not loaded.
  public private(set) var unreadCount = 0
  /// Whether the service has no further items; false until a page was loaded.
  public private(set) var hasLoadedAll = false
  /// Called after every change, before the listeners of ``changes()``.
  public var onChange: () -> Void = {}

  private var cursor: Cursor?
  /// Whether the inbox is in use: nothing is requested before that.
  private var isWanted = false
  private let reloading = CoalescingTask()
  private let requests = SerialTaskQueue()
  private let broadcast = Broadcast<[ListChange<InboxItemID>]>()
  private var subscription: Subscription?

  init(client: ChatClient) {
    self.client = client
    subscription = client.engine.board.subscribe { [weak self] in self?.handle($0) }
  }

  /// The changes of the items or of the unread count, starting now.
  public func changes() -> AsyncStream<[ListChange<InboxItemID>]> { broadcast.stream() }

  /// Loads as many items as before, at least one page. Without a connection it throws, unless the service has them locally;
  /// they are loaded again once there is a connection.
  public func synchronize() async throws(ChatError) {
    try client.require(.keepsInbox)
    isWanted = true
    try await requests.run { [weak self] () async throws(ChatError) in try await self?.loadAnew() }
  }

  /// Loads the next page.
  public func loadMore() async throws(ChatError) {
    guard !hasLoadedAll else { return }
    guard cursor != nil else { return try await synchronize() }
    try await requests.run { [weak self] () async throws(ChatError) in
      guard let self, let cursor else { return }
      apply(try await client.service.inbox(InboxQuery(limit: client.configuration.pageSize, cursor: cursor)))
    }
  }

  /// Marks items as read, on all of the user's devices.
  public func markRead(_ ids: [InboxItemID]) async throws(ChatError) {
    let unread = items.filter { ids.contains($0.id) && !$0.isRead }.map(\.id)
    guard !unread.isEmpty else { return }
    try await mark(.items(unread)) { unread.contains($0.id) }
  }

  /// Marks everything as read that the user can have seen: up to the newest loaded item.
  public func markAllRead() async throws(ChatError) {
    guard let newest = items.first?.token else { return }
    try await mark(.all(upTo: newest)) { $0.token <= newest }
  }

  private func mark(
    _ reading: InboxReading, where isMarked: (InboxItem) -> Bool
  ) async throws(ChatError) {
    try client.require(.keepsInbox)
    unreadCount = try await client.service.markInboxRead(reading)
    for index in items.indices where isMarked(items[index]) { items[index].isRead = true }
    emit()
  }

  // MARK: Loading

  private func loadAnew() async throws(ChatError) {
    let count = max(items.count, client.configuration.pageSize)
    let page = try await client.service.inbox(InboxQuery(limit: min(count, 500)))
    items = []
    apply(page)
  }

  private func apply(_ page: InboxPage) {
    let known = Set(items.map(\.id))
    items += page.items.filter { !known.contains($0.id) }
    cursor = page.next
    hasLoadedAll = page.next == nil
    unreadCount = page.unreadCount
    emit()
  }

  private func emit() {
    onChange()
    broadcast.send([.reloaded])
  }

  /// Requests the loaded items again, one request at a time.
  private func reload() {
    guard isWanted else { return }
    reloading.run { [weak self, client] in
      await client.retrying(while: { client.connection == .online }) { () async throws(ChatError) in
        try await self?.synchronize()
      }
    }
  }

  // MARK: Notices

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.inboxChanged(let change)):
      unreadCount = change.unreadCount
      // Other items may have been read or deleted with it.
      reload()
      emit()
    case .connection(.online), .eventsMissed: reload()
    default: break
    }
  }
}

extension ChatClient {
  /// Creates a controller for the inbox; nothing is requested before ``InboxController/synchronize()``.
  public func inboxController() -> InboxController { InboxController(client: self) }
}

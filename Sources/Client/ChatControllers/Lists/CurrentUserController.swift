public import ChatDomain
import ChatSync
import DraftEngine

/// The data of the signed-in user: their drafts.
public final class CurrentUserController {
  /// The client that created this controller.
  public let client: ChatClient
  /// Receives every change, before the listeners of ``changes()``. It is not retained.
  public weak var delegate: (any CurrentUserControllerDelegate)?
  /// All drafts of this device, whether the service has listed them or not, in the requested order.
  public var draftMessages: [DraftMessage] {
    catchUp()
    return shown
  }
  /// The number of drafts.
  public private(set) var draftCount = 0
  /// Whether the service has no further drafts; false until a page was loaded, and after a failure.
  public private(set) var hasLoadedAllDrafts = false

  /// The drafts as last shown, without later text changes that were not requested yet.
  private var shown: [DraftMessage] = [] { didSet { draftCount = shown.count } }
  /// The drafts that have changed since. Every key changes one, and usually the list is not visible.
  private var outdated: [DraftKey] = []
  /// Whether all drafts may have changed since.
  private var isAllOutdated = false
  private var query = DraftListQuery()
  /// Where the next page begins.
  private var cursor: Cursor?
  private var known: [DraftKey: DraftMessage] = [:]
  private var revisions: [DraftKey: DraftRevision] = [:]
  /// The drafts of all loaded pages, which no later page repeats.
  private var listed: Set<DraftKey> = []
  private let broadcast = Broadcast<CurrentUserUpdate>()
  private var subscription: Subscription?

  init(client: ChatClient) {
    self.client = client
    subscription = client.subscribe { [weak self] in self?.handle($0) }
    show()
  }

  /// The signed-in user.
  public var currentUser: User { client.currentUser }

  /// All updates that the delegate receives, starting now.
  public func changes() -> AsyncStream<CurrentUserUpdate> { broadcast.stream() }

  /// Deletes the draft of a channel, or of the thread under a message, on this and the other devices. Its text can be
  /// restored.
  public func deleteDraftMessage(for channel: ChannelID, threadId: MessageID? = nil) {
    client.deleteDraft(for: DraftKey(channelId: channel, parentId: threadId))
  }

  private func emit(_ update: CurrentUserUpdate) {
    switch update {
    case .draftMessages(let drafts): delegate?.currentUserController(self, didChangeDraftMessages: drafts)
    case .draftUpdated(let event): delegate?.currentUserController(self, didReceive: event)
    case .draftDeleted(let event): delegate?.currentUserController(self, didReceive: event)
    }
    broadcast.send(update)
  }

  private var isHeard: Bool { delegate != nil || broadcast.hasReaders }

  /// Updates all drafts and notifies listeners. Without listeners, the update is deferred until the drafts are requested.
  private func show() {
    guard isHeard else {
      isAllOutdated = true
      draftCount = client.engine.drafts.registry.messageCount
      return
    }
    if applyAll() { emit(.draftMessages(shown)) }
  }

  /// Applies all drafts in their current state.
  ///
  /// - Returns: whether something had changed.
  private func applyAll() -> Bool {
    let drafts = client.draftMessages(sortedBy: query.sorting)
    outdated = []
    isAllOutdated = false
    let isOther = drafts != shown
    // Assigned even if equal: the count may come from `show`, which does not compare drafts.
    shown = drafts
    guard isOther else { return false }
    known = Dictionary(drafts.map { ($0.key, $0) }) { _, last in last }
    return true
  }

  /// Updates one draft for the listeners.
  private func show(_ key: DraftKey) {
    let isHeard = isHeard
    if !isHeard, !isAllOutdated,
      client.engine.drafts.registry.hasMessage(for: client.engine.outbox.resolved(key))
    {
      if outdated.last == key { return }
      if known[key] != nil {
        if !outdated.contains(key) { outdated.append(key) }
        return
      }
    }
    // A listener added since then has not received the earlier changes either, and one of them may be of this draft.
    let isCaughtUp = catchUp()
    if apply(key) || isCaughtUp, isHeard { emit(.draftMessages(shown)) }
  }

  /// - Returns: whether something had changed.
  @discardableResult
  private func catchUp() -> Bool {
    if isAllOutdated { return applyAll() }
    guard !outdated.isEmpty else { return false }
    let before = shown
    for key in outdated { _ = apply(key) }
    outdated = []
    return shown != before
  }

  /// Applies one draft, so that a keystroke does not sort all of them.
  ///
  /// - Returns: whether the draft changed.
  private func apply(_ key: DraftKey) -> Bool {
    let (old, new) = (known[key], client.draftMessage(for: key))
    guard old != new else { return false }
    known[key] = new
    if let old, let new, !query.sorting.areInOrder(old, new), !query.sorting.areInOrder(new, old) {
      // It keeps its index, as after most keys.
      shown[place(of: old)] = new
      return true
    }
    if let old { shown.remove(at: place(of: old)) }
    if let new { shown.insert(new, at: place(of: new)) }
    return true
  }

  /// The first index whose draft does not precede the given one.
  private func place(of draft: DraftMessage) -> Int {
    shown.partitioningIndex { !query.sorting.areInOrder($0, draft) }
  }

  private func handle(_ notice: ClientNotice) {
    guard client.configuration.isDraftMessagesEnabled else { return }
    switch notice {
    case .draft(let change): show(change.key)
    case .connection(.connecting): show()
    case .event(.draftUpdated(let event)):
      if isNew(event.draftMessage.revision, of: event.draftMessage.key) { emit(.draftUpdated(event)) }
    case .event(.draftDeleted(let event)):
      if isNew(event.revision, of: event.key) { emit(.draftDeleted(event)) }
    default: break
    }
  }

  private func isNew(_ revision: DraftRevision, of key: DraftKey) -> Bool {
    guard revision > revisions[key] ?? 0 else { return false }
    revisions[key] = revision
    return true
  }

  // MARK: Loading

  /// Loads the first page of the service's drafts. If drafts are disabled, the page is empty.
  ///
  /// - Returns: the drafts of the page in their local state, preceded by those that the service does not have yet, such as text
  ///   typed a moment ago.
  @discardableResult
  public func loadDraftMessages(
    query: DraftListQuery = DraftListQuery()
  ) async throws(ChatError) -> [DraftMessage] {
    self.query = query
    cursor = nil
    listed = []
    hasLoadedAllDrafts = false
    show()
    return try await load(query)
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

  private func load(_ query: DraftListQuery) async throws(ChatError) -> [DraftMessage] {
    guard client.configuration.isDraftMessagesEnabled, client.abilities.contains(.keepsDrafts) else {
      hasLoadedAllDrafts = true
      return client.draftMessages(sortedBy: query.sorting)
    }
    let before = cursor
    hasLoadedAllDrafts = false
    let page = try await client.service.drafts(query)
    for draft in page.elements { client.engine.drafts.publisher.receive(RemoteDraft(draft), for: draft.key) }
    // Another list was requested in the meantime, or the same page was requested twice: the list continues from the end of that
    // request.
    guard cursor == before, self.query.sorting == query.sorting else { return drafts(of: page) }
    cursor = page.next
    hasLoadedAllDrafts = page.next == nil
    show()
    let drafts = drafts(of: page, isFirst: before == nil)
    listed.formUnion(drafts.map(\.key))
    return drafts
  }

  /// The drafts of a page in their local state, without those that were cleared here.
  ///
  /// - Parameter isFirst: whether to include drafts that the service does not have yet.
  private func drafts(of page: Page<DraftMessage>, isFirst: Bool = false) -> [DraftMessage] {
    var drafts = page.elements.filter { !listed.contains($0.key) }.compactMap {
      client.draftMessage(for: $0.key)
    }
    if isFirst {
      let shared = client.engine.drafts.registry.sharedKeys.union(drafts.map(\.key))
      drafts = client.draftMessages(sortedBy: query.sorting).filter { !shared.contains($0.key) } + drafts
    }
    return drafts
  }
}

extension ChatClient {
  /// Creates a controller for the data of the signed-in user.
  public func currentUserController() -> CurrentUserController { CurrentUserController(client: self) }
}

/// The updates of the current user's controller, in order.
public nonisolated enum CurrentUserUpdate: Hashable, Sendable {
  /// The drafts changed; contains all of them.
  case draftMessages([DraftMessage])
  /// The service has a new version of one of the user's drafts, saved by this or another device.
  case draftUpdated(DraftUpdatedEvent)
  /// One of the user's drafts was deleted at the service.
  case draftDeleted(DraftDeletedEvent)
}

/// Receives the updates of the current user's data. All methods have empty default implementations.
public protocol CurrentUserControllerDelegate: AnyObject {
  /// The drafts of this device changed, by a key or by another device; `draftMessages` contains all of them, in order.
  func currentUserController(
    _ controller: CurrentUserController, didChangeDraftMessages draftMessages: [DraftMessage])
  /// The service has a new version of one of the user's drafts, saved by this or another device.
  func currentUserController(_ controller: CurrentUserController, didReceive event: DraftUpdatedEvent)
  /// One of the user's drafts was deleted at the service, by this or another device.
  func currentUserController(_ controller: CurrentUserController, didReceive event: DraftDeletedEvent)
}

extension CurrentUserControllerDelegate {
  public func currentUserController(
    _ controller: CurrentUserController, didChangeDraftMessages draftMessages: [DraftMessage]
  ) {}
  public func currentUserController(_ controller: CurrentUserController, didReceive event: DraftUpdatedEvent)
  {}
  public func currentUserController(_ controller: CurrentUserController, didReceive event: DraftDeletedEvent)
  {}
}

nonisolated extension CurrentUserUpdate: Broadcastable {
  // The queue stays short: at most one list and the last update of each draft wait.
  var coalescingKey: CoalescingKey? {
    switch self {
    case .draftMessages: .all
    case .draftUpdated(let event): .draft(event.draftMessage.key)
    case .draftDeleted(let event): .draft(event.key)
    }
  }

  static func compacted(_ waiting: [Self]) -> [Self] { waiting }
}

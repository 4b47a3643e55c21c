public import ChatDomain
import ChatSync

/// The data of the signed-in user: their drafts.
public final class CurrentUserController {
  /// The client that created this controller.
  public let client: ChatClient
  /// Receives every change. It is not retained.
  public weak var delegate: (any CurrentUserControllerDelegate)?
  /// All drafts of this device, whether the service has listed them or not, in the requested order.
  public var draftMessages: [DraftMessage] {
    let drafts = known ?? client.draftMessages(sortedBy: query.sorting)
    known = drafts
    return drafts
  }
  /// The number of drafts.
  public var draftCount: Int { keys.count }
  /// The number of places that have an unfinished edit of a message, and no draft.
  package var unfinishedEditCount: Int {
    let edited = client.engine.drafts.registry.editedKeys
    return edited.isEmpty ? 0 : edited.subtracting(keys).count
  }
  /// Whether the service has no further drafts; false until a page was loaded, and after a failure.
  public private(set) var hasLoadedAllDrafts = false

  /// The drafts in the requested order; nil after a change, until they are requested: usually the list is not visible.
  private var known: [DraftMessage]?
  /// The keys of the drafts.
  private var keys: Set<DraftKey> = []
  private var query = DraftListQuery()
  /// Where the next page begins.
  private var cursor: Cursor?
  private var revisions: [DraftKey: DraftRevision] = [:]
  /// The drafts of all loaded pages, which no later page repeats.
  private var listed: Set<DraftKey> = []
  private var subscription: Subscription?

  init(client: ChatClient) {
    self.client = client
    keys = client.engine.drafts.registry.messageKeys
    subscription = client.subscribe { [weak self] in self?.handle($0) }
  }

  /// The signed-in user.
  public var currentUser: User { client.currentUser }

  /// Call when a draft or the order may have changed. Without a delegate the drafts are sorted when they are requested.
  private func refresh() {
    let before = known ?? []
    known = nil
    guard let delegate, draftMessages != before else { return }
    delegate.currentUserController(self, didChangeDraftMessages: draftMessages)
  }

  private func handle(_ notice: ClientNotice) {
    guard client.configuration.isDraftMessagesEnabled else { return }
    switch notice {
    case .draft(let change):
      if client.engine.drafts.registry.hasMessage(for: change.key) {
        keys.insert(change.key)
      } else {
        keys.remove(change.key)
      }
      refresh()
    // The drafts were loaded.
    case .connection(.connecting):
      keys = client.engine.drafts.registry.messageKeys
      refresh()
    case .event(.draftUpdated(let event)):
      guard isNew(event.draftMessage.revision, of: event.draftMessage.key) else { return }
      delegate?.currentUserController(self, didReceive: event)
    case .event(.draftDeleted(let event)):
      guard isNew(event.revision, of: event.key) else { return }
      delegate?.currentUserController(self, didReceive: event)
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
    refresh()
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
    refresh()
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

/// Receives the updates of the current user's data. All methods have empty default implementations.
public protocol CurrentUserControllerDelegate: AnyObject {
  /// The drafts of this device changed, by a keystroke or by another device; `draftMessages` contains all of them, in order.
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

public import ChatDomain
import ChatSync

/// The threads the user is involved in, the latest reply first, and those in which they have only started a draft.
public final class ThreadListController {
  /// The client that created this controller.
  public let client: ChatClient
  /// Receives every change. It is not retained.
  public weak var delegate: (any ThreadListControllerDelegate)?

  let list: PagedList<ThreadListRow>
  /// Threads in which the user was not involved when last checked; about a thousand at most.
  private(set) var foreign: Set<DraftKey> = []
  /// The threads whose parents are being requested, for drafts of first replies.
  private var findingParents: Set<DraftKey> = []
  /// Updates of messages that arrived before the messages, or before it was known that their threads concern the user.
  private var earlyUpdates = EarlyUpdates(limit: 512)
  /// Whether events arrived while the threads were being requested, which the answer may not include; nil while no
  /// request is running.
  private var isDisturbed: Bool?
  private var subscription: Subscription?

  /// The drafts are available at once, the rest after ``synchronize()``.
  public init(client: ChatClient) {
    self.client = client
    list = PagedList(engine: client.engine)
    list.onChange = { [weak self] changes in
      guard let self else { return }
      delegate?.threadListController(self, didChangeThreads: changes)
    }
    list.readAgain = { [weak self] () async throws(ChatError) in try await self?.readAgain() }
    subscription = client.subscribe { [weak self] in self?.handle($0) }
    showDrafts()
  }

  /// Whether the service has no further threads; false until a page was loaded, and after a failure.
  public var hasLoadedAll: Bool { list.hasLoadedAll }
  /// The rows to show, in order.
  public var rows: [ThreadListRow] { list.rows.sorted }
  /// The number of rows to show.
  public var count: Int { list.rows.count }

  /// The first rows to show, in order; no others are created.
  public func rows(first count: Int) -> [ThreadListRow] { list.rows.first(count) }

  /// The number of unread replies, for threads that have any.
  public var unreadReplies: [DraftKey: Int] {
    list.rows.ids { $0.reading.unreadReplies > 0 }
      .reduce(into: [:]) { $0[$1] = list.rows[$1]?.unreadReplies }
  }

  /// The row of the thread under a message; nil if there is none.
  public func row(for parent: MessageID, in channel: ChannelID) -> ThreadListRow? {
    list.rows[DraftKey(channelId: channel, parentId: parent)]
  }

  /// Calls a closure with every change, after the delegate, until the subscription ends.
  public func subscribe(_ handler: @escaping @MainActor ([ListChange<DraftKey>]) -> Void) -> Subscription {
    list.board.subscribe(handler)
  }

  // MARK: Loading

  /// Loads the service's first threads. Without a connection it throws, keeps its rows, and loads the rest once there is a
  /// connection.
  public func synchronize() async throws(ChatError) { try await list.synchronize() }

  /// Loads further threads.
  ///
  /// - Returns: the number of new threads; 0 at the end.
  @discardableResult
  public func loadMore(limit: Int? = nil) async throws(ChatError) -> Int {
    try await list.loadMore(limit: limit, page: client.service.threads) { [weak self] page in
      guard let self else { return [] }
      return page.compactMap { list.rows[$0.key]?.isListed == true ? nil : apply($0) }
    }
  }

  /// Requests as many threads as are loaded. A thread the service no longer lists stays only if it has a draft.
  private func readAgain() async throws(ChatError) {
    isDisturbed = false
    defer { isDisturbed = nil }
    let listed = list.rows.unsorted.count(where: \.isListed)
    let found = try await list.readFromStart(listed, page: client.service.threads)
    let keys = Set(found.map(\.key))
    // The service has confirmed that the user is involved in them.
    foreign.subtract(keys)
    var isChanged = false
    for key in list.rows.ids(where: { $0.isListed && !keys.contains($0.key) })
    where update(key, { $0.isListed = false }) != nil {
      isChanged = true
    }
    for summary in found where apply(summary) != nil { isChanged = true }
    if isChanged { list.emit([.reloaded]) }
    for key in list.rows.ids(where: { $0.parent == nil }) { findParent(of: key) }
    if isDisturbed == true { list.reloadInBackground() }
  }

  private func apply(_ summary: ThreadSummary) -> ListChange<DraftKey>? {
    update(summary.key) { row in
      // The answer may be older than the latest events: a hard-deleted parent has no thread.
      row.isListed = earlyUpdates.upToDate(summary.parent) != nil
      row.parent = earlyUpdates.upToDateOrDeleted(summary.parent)
      row.lastReply = summary.lastReply.flatMap(earlyUpdates.upToDate)
      row.reading = summary.reading
    }
  }

  // MARK: Rows

  /// Changes a row, creating it if needed, and removes it if it is no longer needed.
  ///
  /// - Returns: the change, not reported yet.
  private func update(_ key: DraftKey, _ body: (inout ThreadListRow) -> Void) -> ListChange<DraftKey>? {
    var row = list.rows[key] ?? ThreadListRow(key: key)
    body(&row)
    return row.isNeeded ? list.rows.upsert(row) : list.rows.remove(key)
  }

  /// Changes a row, and reports the change.
  private func change(_ key: DraftKey, _ body: (inout ThreadListRow) -> Void) {
    if let change = update(key, body) { list.emit([change]) }
  }

  /// Applies an event to an existing row.
  private func changeExisting(_ key: DraftKey, _ body: (inout ThreadListRow) -> Void) {
    guard list.rows[key] != nil else { return }
    disturb()
    change(key, body)
  }

  // MARK: Drafts

  /// Applies the existing drafts of replies.
  private func showDrafts() {
    let drafts = client.draftMessages().filter { $0.threadId != nil }
    let keys = Set(drafts.map(\.key))
    let sent = list.rows.ids { $0.draft != nil && !keys.contains($0.key) }
    let new = drafts.map(\.key).filter { list.rows[$0] == nil }
    // Reported together: a listener does the same work after one change as after a hundred.
    list.emit(
      sent.compactMap { update($0) { $0.draft = nil } }
        + drafts.compactMap { draft in update(draft.key) { $0.draft = draft } })
    for key in new { findParent(of: key) }
  }

  private func showDraft(_ draft: DraftMessage?, for key: DraftKey) {
    let before = list.rows[key]
    guard draft != nil || before != nil, let change = update(key, { $0.draft = draft }) else { return }
    if before?.draft != nil, draft != nil, case .updated = change, list.board.isEmpty {
      delegate?.threadListController(self, didChangeDraftIn: key)
    } else {
      list.emit([change])
    }
    // Not for every keystroke: a missing parent is looked up again when the list is reloaded.
    if before == nil { findParent(of: key) }
  }

  /// Looks up the parent message of a reply draft: in the outbox, at the service, or, if that fails, in the store.
  private func findParent(of key: DraftKey) {
    guard let parentId = key.parentId, let row = list.rows[key], row.parent == nil else { return }
    if client.engine.outbox.isOnItsWay(parentId), let sent = client.engine.outbox.pending(parentId) {
      return show(sent, for: key)
    }
    guard findingParents.insert(key).inserted else { return }
    Task { [weak self] in
      guard let client = self?.client else { return }
      defer { self?.findingParents.remove(key) }
      // Meanwhile the draft may be gone, or a page of threads may have delivered the message.
      guard let row = self?.list.rows[key], row.parent == nil else { return }
      await client.retrying(while: { client.connection == .online }) { () async throws(ChatError) in
        try await self?.requestParent(parentId, of: key)
      }
    }
  }

  private func requestParent(_ parentId: MessageID, of key: DraftKey) async throws(ChatError) {
    do throws(ChatError) {
      show(try await client.service.message(parentId, in: key.channelId), for: key)
    } catch {
      // try?: the store has reported the failure already, and the row works without the message.
      let cached = try? await client.store.cachedMessage(parentId, in: key.channelId)
      if let cached { show(cached, for: key) }
      if error.canSucceedLater, client.connection != .online { list.needsReload = true }
      throw error
    }
  }

  private func show(_ parent: Message, for key: DraftKey) {
    guard list.rows[key] != nil else { return }
    change(key) { if $0.parent == nil { $0.parent = earlyUpdates.upToDate(parent) } }
  }

  // MARK: Notices

  private func handle(_ notice: ClientNotice) {
    list.handle(notice)
    switch notice {
    case .event(let event): handle(event)
    case .draft(let draft) where draft.key.parentId != nil:
      showDraft(client.draftMessage(for: draft.key), for: draft.key)
    case .threadRead(let event): changeExisting(event.key) { $0.reading.advance(to: event.reading) }
    case .connection(.connecting): showDrafts()
    default: break
    }
  }

  private func handle(_ event: ChatEvent) {
    switch event {
    case .messageCreated(let message): received(message)
    case .messageUpdated(let message): updated(message)
    case .messageDeleted(let event): deleted(event)
    case .threadInfoUpdated(let event): updated(event)
    case .threadReadPositionChanged(let event): read(event)
    case .memberLeft(let channel, let user) where user == client.currentUser.id:
      disturb()
      let keys = list.rows.ids.filter { $0.channelId == channel }
      list.emit(keys.compactMap { update($0) { $0.isListed = false } })
    case .memberJoined(let member) where member.user.id == client.currentUser.id: list.reloadInBackground()
    default: break
    }
  }

  /// Records that the answer in flight may not include this event.
  private func disturb() {
    if isDisturbed != nil { isDisturbed = true }
  }

  private func received(_ message: Message) {
    guard let parent = message.parentId, message.kind == .regular else { return }
    let key = DraftKey(channelId: message.channelId, parentId: parent)
    let me = client.currentUser.id
    // An event that came before the message may already have changed or deleted it, and does not come again.
    guard let message = earlyUpdates.upToDate(message), !message.isDeleted else {
      return list.reloadInBackground()
    }
    guard let row = list.rows[key], row.isListed else {
      // Only the service knows whether the user is involved: ask if that is unknown or has changed.
      let isInvolved = message.author.id == me || message.mentions(me)
      if isInvolved || rememberForeign(key) { list.reloadInBackground() }
      return
    }
    guard message.isLater(than: row.lastReply) else {
      // Late, or already counted by an answer that came first: only the service knows which.
      if row.lastReply?.id != message.id { list.reloadInBackground() }
      return
    }
    disturb()
    change(key) { row in
      row.lastReply = message
      if message.author.id != me {
        row.reading.unreadReplies += 1
      } else if let token = message.timetoken {
        // Replying counts as having read everything before.
        row.reading.advance(to: ThreadReadPosition(lastRead: token))
      }
    }
  }

  /// Records that the user is not involved in a thread.
  ///
  /// - Returns: whether that was new.
  private func rememberForeign(_ key: DraftKey) -> Bool {
    guard foreign.insert(key).inserted else { return false }
    // A forgotten thread costs only one more request when the next reply arrives.
    if foreign.count > 1024 { foreign = [key] }
    return true
  }

  private func updated(_ message: Message) {
    earlyUpdates.remember(message)
    let quote = QuotedMessage(message)
    updateQuotes(in: message.channelId) { $0.updated(by: quote) }
    reconsider(message)
    changeExisting(DraftKey(channelId: message.channelId, parentId: message.id)) {
      $0.parent = $0.parent?.updated(by: message)
    }
    guard let parent = message.parentId else { return }
    changeExisting(DraftKey(channelId: message.channelId, parentId: parent)) {
      if $0.lastReply?.id == message.id { $0.lastReply = $0.lastReply?.updated(by: message) }
    }
  }

  /// An edit can add or remove the user's only mention: only the service knows whether the thread still concerns them.
  private func reconsider(_ message: Message) {
    guard message.editedAt != nil else { return }
    let key = DraftKey(channelId: message.channelId, parentId: message.parentId ?? message.id)
    let isMentioned = message.mentions(client.currentUser.id)
    if list.rows[key]?.isListed ?? false != isMentioned { list.reloadInBackground() }
  }

  private func deleted(_ event: MessageDeletedEvent) {
    updateQuotes(in: event.channelId) { $0.updated(by: event) }
    earlyUpdates.remember(event)
    let own = DraftKey(channelId: event.channelId, parentId: event.messageId)
    if let parent = list.rows[own]?.parent, parent.mentions(client.currentUser.id) {
      list.reloadInBackground()
    }
    changeExisting(own) { row in
      if event.isHard { row.isListed = false }
      row.parent = row.parent?.deleted(at: event.deletedAt)
    }
    guard let parent = event.parentId else { return }
    let key = DraftKey(channelId: event.channelId, parentId: parent)
    // Only the service knows which reply preceded it, whether it was unread, and whether the thread still concerns the user. If
    // they were not involved, the reply may have been the only one when the service was asked, and a thread without replies
    // concerns no one.
    if list.rows[key]?.isListed == true || foreign.remove(key) != nil { list.reloadInBackground() }
  }

  /// Updates the quotes in the messages of the rows.
  private func updateQuotes(in channel: ChannelID, _ change: (QuotedMessage) -> QuotedMessage) {
    for key in list.rows.ids.filter({ $0.channelId == channel }) {
      self.change(key) { row in
        if let quoted = row.parent?.quoted { row.parent?.quoted = change(quoted) }
        if let quoted = row.lastReply?.quoted { row.lastReply?.quoted = change(quoted) }
      }
    }
  }

  /// Changes the row only if the event contains something new about the thread.
  private func updated(_ event: ThreadInfoUpdateEvent) {
    earlyUpdates.remember(event)
    changeExisting(DraftKey(channelId: event.channelId, parentId: event.targetMessageId)) { row in
      guard row.parent?.apply(event) == true else { return }
      if event.threadInfo.replyCount == 0 { row.lastReply = nil }
    }
  }

  /// Replies were read on another device or on this one; in the latter case the event contains nothing new.
  private func read(_ event: ThreadReadEvent) {
    disturb()
    guard let row = list.rows[event.key], row.isListed else { return }
    guard row.reading != event.reading else { return }
    changeExisting(event.key) { $0.reading.advance(to: event.reading) }
    // The event does not say which replies it counts, and it may be late.
    list.reloadInBackground()
  }
}

/// Receives the changes of the list of threads.
public protocol ThreadListControllerDelegate: AnyObject {
  /// The list changed. The changes apply one after the other to the list as it was before.
  func threadListController(
    _ controller: ThreadListController, didChangeThreads changes: [ListChange<DraftKey>])

  /// The draft of a thread changed, and nothing else in its row. This happens with every keystroke. By default, the change is
  /// reported like any other.
  ///
  /// While ``ThreadListController/subscribe(_:)`` has a listener, and when a draft begins or ends, `didChangeThreads` is called
  /// instead.
  func threadListController(_ controller: ThreadListController, didChangeDraftIn thread: DraftKey)
}

extension ThreadListControllerDelegate {
  public func threadListController(_ controller: ThreadListController, didChangeDraftIn thread: DraftKey) {
    guard let index = controller.list.rows.index(of: thread) else { return }
    threadListController(controller, didChangeThreads: [.updated(thread, at: index)])
  }
}

public import ChatDomain
import ChatSync

/// The channels the user is a member of, those with the latest activity first, with the state that a list shows of each.
public final class ChannelListController {
  /// The client that created this controller.
  public let client: ChatClient
  /// Receives every change. It is not retained.
  public weak var delegate: (any ChannelListControllerDelegate)?

  let list: PagedList<ChannelListRow>
  /// The channels known to have a draft. A channel is checked when it is listed, and whenever its draft changes.
  private var drafted: Set<ChannelID> = []
  private let typing: TypingTracker
  /// Updates of messages that arrived before the messages.
  private var earlyUpdates = EarlyUpdates(limit: 512)
  private var concurrentEvents = ConcurrentEvents<ChannelID>()
  /// The number of cached channels that were read.
  private var cachedCount = 0
  private let loadingFirstPage = CoalescingTask()
  private var refreshing: [ChannelID: CoalescingTask] = [:]
  private var subscription: Subscription?

  /// Requests nothing before ``synchronize()``, except after events about channels that are not loaded and after missed events.
  public init(client: ChatClient) {
    self.client = client
    list = PagedList(engine: client.engine)
    typing = TypingTracker(engine: client.engine)
    list.onChange = { [weak self] changes in
      guard let self else { return }
      delegate?.channelListController(self, didChangeChannels: changes)
    }
    list.readAgain = { [weak self] () async throws(ChatError) in try await self?.readAgain() }
    typing.onChange = { [weak self] key, users in
      self?.change(key.channelId) { $0.typingUsers = users }
    }
    subscription = client.subscribe { [weak self] in self?.handle($0) }
  }

  /// Whether the service has no further channels; false until a page was loaded, and after a failure.
  public var hasLoadedAll: Bool { list.hasLoadedAll }
  /// The rows to show, in order. For a part of a long list, use ``count`` and ``subscript(_:)``.
  public var rows: [ChannelListRow] { list.rows.sorted.map(withDraft) }
  /// The number of rows to show.
  public var count: Int { list.rows.count }

  /// The row at an index.
  public subscript(index: Int) -> ChannelListRow? { list.rows.row(at: index).map(withDraft) }

  /// The row of a channel; nil if it is not loaded.
  public func row(for channel: ChannelID) -> ChannelListRow? { list.rows[channel].map(withDraft) }

  /// The channel with the user's own state; nil if it is not loaded.
  public func summary(of channel: ChannelID) -> ChannelSummary? { list.rows[channel]?.summary }

  /// Drafts change with every keystroke, so a row gets its draft when it is requested.
  private func withDraft(_ row: ChannelListRow) -> ChannelListRow {
    var row = row
    row.draft = client.draftMessage(for: DraftKey(channelId: row.id))
    return row
  }

  /// The index of a channel in the list.
  public func index(of channel: ChannelID) -> Int? { list.rows.index(of: channel) }

  /// Calls a closure with every change, after the delegate, until the subscription ends.
  public func subscribe(_ handler: @escaping @MainActor ([ListChange<ChannelID>]) -> Void) -> Subscription {
    list.board.subscribe(handler)
  }

  // MARK: Loading

  /// Shows what is saved on this device, then the service's first channels. Without a connection it throws, keeps its rows, and
  /// loads the rest once there is a connection.
  public func synchronize() async throws(ChatError) {
    if count == 0 { await showCached(limit: client.configuration.pageSize) }
    showProspects()
    try await list.synchronize()
  }

  /// Loads further channels; until the service is reached for the first time, from those saved on this device.
  ///
  /// - Returns: the number of new channels; 0 at the end.
  @discardableResult
  public func loadMore(limit: Int? = nil) async throws(ChatError) -> Int {
    if hasLoadedAll { return 0 }
    guard let cursor = list.cursor else {
      let before = count
      do throws(ChatError) {
        try await list.reload()
      } catch {
        await showCached(limit: limit ?? client.configuration.pageSize)
        if count == before { throw error }
      }
      return max(0, count - before)
    }
    return try await addPage { () async throws(ChatError) in
      try await list.nextPage(at: cursor, limit: limit, page: client.service.channels)
    }
  }

  /// Requests as many channels as are loaded, and removes those the service no longer lists.
  private func readAgain() async throws(ChatError) {
    concurrentEvents.beginReload()
    defer { concurrentEvents.endReload() }
    let wasComplete = hasLoadedAll
    let found = try await list.readFromStart(count, page: client.service.channels)
    let ids = Set(found.map(\.id))
    var isChanged = false
    for id in Array(list.rows.ids) where !ids.contains(id) && !id.isProspect && remove(id) != nil {
      isChanged = true
    }
    for summary in found where apply(summary) != nil { isChanged = true }
    client.engine.cache(found)
    // Emitted even if the rows are unchanged: the local copy could not show whether there are more channels.
    if isChanged || count == 0 || !wasComplete && hasLoadedAll { list.emit([.reloaded]) }
    // An answer can be older than an event that arrived before it. A channel that no page listed has moved up past the pages in
    // the meantime and is on the first one now.
    for id in concurrentEvents.sinceReload ?? [] { list.rows[id] == nil ? loadFirstPage() : refresh(id) }
  }

  /// Requests and applies the first page, for channels that are not loaded yet.
  private func loadFirstPage() {
    loadingFirstPage.run { [weak self] in
      guard let self else { return }
      do throws(ChatError) {
        _ = try await addPage { () async throws(ChatError) in
          try await client.service.channels(ListQuery(limit: client.configuration.pageSize)).elements
        }
      } catch {
        list.reloadWhenOnline()
      }
    }
  }

  /// Requests a page with channels that are not loaded yet, and applies it. Channels with events meanwhile are requested again,
  /// because the page may be older.
  ///
  /// - Parameter request: returns nil if the page is no longer wanted.
  /// - Returns: the number of new channels.
  private func addPage(
    _ request: () async throws(ChatError) -> [ChannelSummary]?
  ) async throws(ChatError) -> Int {
    concurrentEvents.beginPage()
    defer { concurrentEvents.endPage() }
    let wasComplete = hasLoadedAll
    guard let page = try await request() else { return 0 }
    // Channels already loaded have received events since, so this page is older than they are.
    let new = page.filter { list.rows[$0.id] == nil }
    let changes = new.compactMap(apply)
    client.engine.cache(page)
    list.emit(changes.isEmpty && !wasComplete && hasLoadedAll ? [.reloaded] : changes)
    for summary in new where concurrentEvents.hasEventSincePages(summary.id) { refresh(summary.id) }
    return changes.count
  }

  /// Requests one channel, when an event does not contain enough about it.
  private func refresh(_ id: ChannelID) {
    guard list.rows[id] != nil, !id.isProspect else { return }
    let task = refreshing[id] ?? CoalescingTask()
    refreshing[id] = task
    task.run { [weak self] in
      guard let self else { return }
      do throws(ChatError) {
        let summary = try await client.service.channel(id)
        guard list.rows[id] != nil else { return }
        client.engine.cache([summary])
        if let change = apply(summary) { list.emit([change]) }
      } catch {
        if error.canSucceedLater { list.reloadWhenOnline() }
      }
    }
  }

  /// Shows further channels saved on this device, unless the service's list has arrived in the meantime.
  private func showCached(limit: Int) async {
    let offset = cachedCount
    // try?: the store has reported the failure already, and the service is asked next.
    guard let cached = try? await client.store.cachedChannels(from: offset, limit: limit),
      list.cursor == nil, !hasLoadedAll, cachedCount == offset
    else { return }
    cachedCount += cached.count
    let changes = cached.compactMap { list.rows[$0.id] == nil ? apply($0) : nil }
    list.emit(offset == 0 && !cached.isEmpty ? [.reloaded] : changes)
  }

  // MARK: Rows

  /// Changes an existing row, and reports the change if there is a difference.
  private func change(_ id: ChannelID, _ body: (inout ChannelListRow) -> Void) {
    guard let before = list.rows[id] else { return }
    var row = before
    body(&row)
    guard let change = list.rows.upsert(row) else { return }
    if row.summary != before.summary { client.engine.cache([row.summary]) }
    list.emit([change])
  }

  /// Reports that the draft of a channel has changed; called for every keystroke.
  private func draftDidChange(in id: ChannelID) {
    if noteDraft(in: id) || !list.board.isEmpty && drafted.contains(id) {
      if let index = index(of: id) { list.emit([.updated(id, at: index)]) }
    } else if drafted.contains(id), list.rows.contains(id) {
      delegate?.channelListController(self, didChangeDraftIn: id)
    }
  }

  /// - Returns: whether a draft has begun or ended there.
  private func noteDraft(in id: ChannelID) -> Bool {
    let hasDraft = client.hasDraftMessage(for: DraftKey(channelId: id))
    return hasDraft ? drafted.insert(id).inserted : drafted.remove(id) != nil
  }

  /// Applies the service's answer about a channel. Local state of the row is kept.
  private func apply(_ summary: ChannelSummary) -> ListChange<ChannelID>? {
    var row = list.rows[summary.id] ?? newRow(for: summary)
    row.summary = summary
    // The answer may be older than the latest events; a deleted last message is requested again by its own event.
    if let last = summary.lastMessage {
      row.summary.lastMessage = earlyUpdates.upToDateOrDeleted(last)
    }
    return list.rows.upsert(row)
  }

  private func newRow(for summary: ChannelSummary) -> ChannelListRow {
    var row = ChannelListRow(summary)
    _ = noteDraft(in: row.id)
    row.typingUsers = typing.users(of: DraftKey(channelId: row.id))
    row.showPending(in: client.engine.outbox.queue)
    return row
  }

  private func remove(_ id: ChannelID) -> ListChange<ChannelID>? {
    typing.forget(DraftKey(channelId: id))
    refreshing[id] = nil
    return list.rows.remove(id)
  }

  // MARK: Notices

  private func handle(_ notice: ClientNotice) {
    list.handle(notice)
    switch notice {
    case .event(let event):
      if let channel = event.listedChannel { recordEvent(in: channel) }
      handle(event)
    case .draft(let draft) where draft.key.isProspect: showProspect(draft.key.channelId)
    case .prospect(let change): showProspect(change.prospect)
    case .outbox(let work) where work.channelId.isProspect: showProspect(work.channelId)
    case .draft(let draft) where draft.key.parentId == nil:
      draftDidChange(in: draft.key.channelId)
    case .outbox(let work): handle(work)
    // Drafts may have been loaded after the rows were made.
    case .connection(.connecting):
      for id in Array(list.rows.ids) where !id.isProspect && noteDraft(in: id) {
        if let index = index(of: id) { list.emit([.updated(id, at: index)]) }
      }
      showProspects()
    default: break
    }
  }

  private func handle(_ event: ChatEvent) {
    switch event {
    case .messageCreated(let message): received(message)
    case .messageUpdated(let message):
      updated(message)
      let quote = QuotedMessage(message)
      change(message.channelId) { $0.summary.updateQuote { $0.updated(by: quote) } }
    case .messageDeleted(let event):
      deleted(event)
      change(event.channelId) { $0.summary.updateQuote { $0.updated(by: event) } }
    case .threadInfoUpdated(let event):
      let isLast = list.rows[event.channelId]?.summary.lastMessage?.id == event.targetMessageId
      if !isLast { earlyUpdates.remember(event) }
      change(event.channelId) { $0.summary.lastMessage?.apply(event) }
    case .channelUpdated(let channel): updated(channel)
    case .memberJoined(let member): joinedOrLeft(member.channelId, member.user.id, isIn: true)
    case .memberLeft(let channel, let user): joinedOrLeft(channel, user, isIn: false)
    case .typing(let event): typing.apply(event)
    case .readPositionChanged(let channel, let user, let position) where user == client.currentUser.id:
      change(channel) { $0.summary.reading.advance(to: position) }
      // The event does not say which later messages are counted: one may have arrived before it, or arrive later.
      let last = list.rows[channel]?.summary.lastMessage?.timetoken ?? Timetoken(0)
      if position.unreadCount > 0 || last > position.lastRead ?? Timetoken(0) { refresh(channel) }
    case .channelPreferencesChanged(let channel, let preferences):
      change(channel) { $0.summary.preferences.update(to: preferences) }
    default: break
    }
  }

  /// Records an event for the requests in flight: their answers may be older, and the channel is then requested again.
  private func recordEvent(in channel: ChannelID) {
    concurrentEvents.record(channel)
    if refreshing[channel]?.isRunning == true { refresh(channel) }
  }

  private func handle(_ work: OutboxChange) {
    change(work.channelId) { row in
      row.showPending(in: client.engine.outbox.queue)
      guard case .done(let message?) = work.outcome, message.isShownInList, message.timetoken != nil else {
        return
      }
      if message.isLater(than: row.summary.lastMessage) { row.summary.lastMessage = message }
    }
  }

  private func updated(_ channel: Channel) {
    guard list.rows[channel.id] != nil else { return loadFirstPage() }
    change(channel.id) {
      if $0.summary.channel.updatedAt <= channel.updatedAt { $0.summary.channel = channel }
    }
  }

  private func joinedOrLeft(_ channel: ChannelID, _ user: UserID, isIn: Bool) {
    if user != client.currentUser.id { return refresh(channel) }
    if isIn, list.rows[channel] == nil { return loadFirstPage() }
    guard !isIn, let change = remove(channel) else { return }
    client.engine.forgetCached(channel)
    list.emit([change])
    // The user may have rejoined since, and that event may have arrived first.
    loadFirstPage()
  }

  private func received(_ message: Message) {
    typing.apply(message)
    guard message.isShownInList else { return }
    guard let row = list.rows[message.channelId] else { return loadFirstPage() }
    // An event that arrived before the message may already have changed or deleted it, and does not come again.
    guard let message = earlyUpdates.upToDate(message) else { return }
    guard message.isLater(than: row.summary.lastMessage) else {
      // Late, or already counted by an earlier answer: only the service knows which.
      if row.summary.lastMessage?.id != message.id { refresh(message.channelId) }
      return
    }
    change(message.channelId) { row in
      row.summary.lastMessage = message
      if message.kind == .regular, !message.isDeleted, message.author.id != client.currentUser.id {
        row.summary.reading.count(message, for: client.currentUser.id)
      }
    }
  }

  private func updated(_ message: Message) {
    // Also needed for messages that quote it and have not arrived yet.
    earlyUpdates.remember(message)
    guard let row = list.rows[message.channelId], row.summary.lastMessage?.id == message.id else {
      if let row = list.rows[message.channelId] { recount(row, because: message) }
      return
    }
    change(message.channelId) { $0.summary.lastMessage = $0.summary.lastMessage?.updated(by: message) }
    recount(row, because: message)
  }

  private func recount(_ row: ChannelListRow, because message: Message) {
    // An edit can add or remove a mention.
    if message.editedAt != nil, row.summary.countsAsUnread(message, for: client.currentUser.id) {
      refresh(message.channelId)
    }
  }

  private func deleted(_ event: MessageDeletedEvent) {
    earlyUpdates.remember(event)
    guard let row = list.rows[event.channelId] else { return }
    let isLast = row.summary.lastMessage?.id == event.messageId
    if isLast, !event.isHard {
      change(event.channelId) {
        $0.summary.lastMessage = $0.summary.lastMessage?.deleted(at: event.deletedAt)
      }
    }
    // Only the service knows which message came before the deleted one, and whether the deleted one was unread.
    if (isLast && event.isHard) || row.unreadCount > 0 { refresh(event.channelId) }
  }
}

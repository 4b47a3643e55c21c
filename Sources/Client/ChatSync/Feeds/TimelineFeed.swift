package import ChatDomain

/// Keeps a timeline up to date: loads its pages and applies everything that concerns it.
package final class TimelineFeed {
  package let engine: SyncEngine
  package var timeline: MessageTimeline
  // Read for each frame. Reading `timeline` from another module would copy all of it.
  /// The messages to show, oldest first.
  package var messages: [Message] { timeline.messages }
  /// Whether the service has newer messages than those loaded.
  package var hasNewer: Bool { timeline.hasNewer }
  /// Receives every change.
  package var onChange: ([TimelineChange]) -> Void = { _ in }
  /// The number of the current window: a page that was requested for an earlier window is discarded.
  private var window = 0
  /// The requests in flight for pages, by whether they load older messages.
  private var pages: [Bool: Task<Result<Int, ChatError>, Never>] = [:]
  private let pins: ExpiryTimer
  private let cache: MessageCache?
  /// Whether the messages were requested.
  package private(set) var isWanted = false
  /// Whether events were missed and no page has replaced them yet.
  var isStale = false
  /// Whether replies from the local copy are shown. Unlike in a channel, other replies between them may be missing.
  private var showsKeptReplies = false
  package private(set) var reload: Task<Void, Never>?

  package init(engine: SyncEngine, channelId: ChannelID, parentId: MessageID? = nil) {
    self.engine = engine
    timeline = MessageTimeline(channelId: channelId, parentId: parentId)
    pins = ExpiryTimer(clock: engine.clock)
    // Replies are cached only if the channel shows them too.
    cache = parentId == nil ? MessageCache(channelId: channelId, writer: engine.writer) : nil
    _ = timeline.overlay(engine.outbox.entries(in: channelId))
  }

  package func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(let event):
      let changes = change { $0.apply(event) }
      cache?.save(event, in: timeline)
      // There were no events of the channel while the user was not in it.
      if case .memberJoined(let membership) = event, membership.channelId == timeline.channelId,
        membership.user.id == engine.currentUser.id, isWanted
      {
        loadAnew()
      }
      // The changes include the messages that quote the changed one.
      cache?.save(changes, in: timeline)
    case .outbox(let outboxChange):
      change { $0.apply(outboxChange) }
      if case .done(let message?) = outboxChange.outcome { cache?.save(message.id, in: timeline) }
    case .connection(.online):
      // The connection is back, which ends the pause before the next attempt.
      reload?.cancel()
      reload = nil
      if isWanted, isStale || showsKeptReplies || !timeline.isLoaded { loadAnew() }
    case .eventsMissed:
      if isWanted { loadAnew() }
    default: break
    }
  }

  /// Shows what is saved on this device, then the service's messages.
  package func synchronize() async throws(ChatError) {
    isWanted = true
    let waiting = engine.outbox.entries(in: timeline.channelId)
    change { $0.overlay(waiting) }
    if !timeline.isLoaded, timeline.parentId == nil { await showCached() }
    try await load(.newest)
  }

  @discardableResult
  package func change(_ body: (inout MessageTimeline) -> [TimelineChange]) -> [TimelineChange] {
    let changes = body(&timeline)
    pins.set(timeline.nextPinExpiry) { [weak self] in
      guard let self else { return }
      change { $0.expirePins(at: self.engine.clock.now) }
    }
    if !changes.isEmpty { onChange(changes) }
    return changes
  }

  /// Saves a page as the window shows it: there may have been events since it was requested.
  func cacheMessages(of page: Page<Message>) {
    // Only pages that reach the newest message: a page from the middle would leave an invisible gap.
    guard page.next == nil else { return }
    for message in page.elements { cache?.save(message.id, in: timeline) }
  }

  private func showCached() async {
    do {
      let limit = engine.configuration.pageSize
      let cached = try await engine.store.cachedMessages(in: timeline.channelId, limit: limit)
      if !cached.isEmpty { change { $0.showCached(cached) } }
    } catch {
      engine.board.post(.store(error))
    }
  }

  /// Loads again after events were missed, or when the first loading failed for lack of a connection.
  private func loadAnew() {
    // Set now and not when the task begins: the task may be cancelled before that.
    isStale = true
    guard reload == nil else { return }
    reload = Task { [weak self, engine] in
      // The event stream can keep working while answers are lost: nothing else triggers another attempt.
      await engine.retrying(while: { self?.isStale == true }) { () async throws(ChatError) in
        try await self?.loadMissed()
      }
      if !Task.isCancelled { self?.reload = nil }
    }
  }

  private func loadMissed() async throws(ChatError) {
    if timeline.hasNewer, let middle = timeline.messages.last?.id {
      try await load(.around(middle))
    } else {
      try await load(.newest)
    }
    // The window was moved in the meantime, and that loading may have failed.
    if isStale { throw .connection(.interrupted) }
  }

  // MARK: Pages

  /// Moves the window to another position.
  package func load(_ position: MessageQuery.Position) async throws(ChatError) {
    window += 1
    let wanted = window
    let mark = timeline.beginLoading()
    let answer: (page: Page<Message>, isKept: Bool)
    do {
      answer = try await messages(at: position, orKept: !isStale)
    } catch {
      timeline.endLoading()
      throw error
    }
    // The window was moved again in the meantime.
    guard wanted == window else { return timeline.endLoading() }
    showsKeptReplies = answer.isKept && timeline.parentId != nil
    let page = answer.page
    engine.outbox.update(from: page, in: timeline.channelId)
    isStale = false
    change { $0.reset(to: page, asOf: mark) }
    cacheMessages(of: page)
  }

  /// Moves the window to a message, by any id that it has had.
  package func load(around id: MessageID) async throws(ChatError) {
    let channel = timeline.channelId
    let present = await engine.outbox.currentID(of: id, in: channel, known: timeline)
    do {
      try await load(.around(present))
    } catch .refused(.notFound(let what)) {
      // Only the service may still know the message by the id of its transaction.
      let message = try await engine.service.message(present, in: channel)
      guard message.id != present else { throw .refused(.notFound(what)) }
      try await load(.around(message.id))
    }
  }

  /// - Returns: the number of messages loaded.
  package func loadOlder() async throws(ChatError) -> Int { try await loadPage(isOlder: true) }

  /// - Returns: the number of messages loaded.
  package func loadNewer() async throws(ChatError) -> Int { try await loadPage(isOlder: false) }

  private func loadPage(isOlder: Bool) async throws(ChatError) -> Int {
    guard timeline.isLoaded else {
      try await load(.newest)
      return timeline.messages.count
    }
    let task = pages[isOlder] ?? Task { await page(isOlder: isOlder) }
    pages[isOlder] = task
    return try await task.value.get()
  }

  private func page(isOlder: Bool) async -> Result<Int, ChatError> {
    defer { pages[isOlder] = nil }
    let position: MessageQuery.Position? =
      isOlder ? timeline.previous.map { .before($0) } : timeline.next.map { .after($0) }
    guard let position else { return .success(0) }
    let wanted = window
    let mark = timeline.beginLoading()
    do {
      let (page, isKept) = try await messages(at: position, orKept: true)
      guard wanted == window else {
        timeline.endLoading()
        return .success(0)
      }
      if isKept, timeline.parentId != nil { showsKeptReplies = true }
      engine.outbox.update(from: page, in: timeline.channelId)
      let count = timeline.messages.count
      change { isOlder ? $0.prepend(page, asOf: mark) : $0.append(page, asOf: mark) }
      return .success(timeline.messages.count - count)
    } catch {
      timeline.endLoading()
      return .failure(error)
    }
  }

  /// - Parameter isKeptEnough: whether the local copy may be used while offline. False after missed events, because
  ///   the messages on screen are then at least as recent.
  private func messages(
    at position: MessageQuery.Position, orKept isKeptEnough: Bool
  ) async throws(ChatError) -> (page: Page<Message>, isKept: Bool) {
    // The service has no messages of a place that exists only on this device.
    if timeline.channelId.isOnDevice { return (Page([]), false) }
    let query = MessageQuery(
      channelId: timeline.channelId, parentId: timeline.parentId, position: position,
      limit: engine.configuration.pageSize)
    do {
      return (try await engine.service.messages(query), false)
    } catch {
      guard isKeptEnough, error.isWithoutService, let kept = await engine.service.keptMessages(query) else {
        throw error
      }
      return (kept, true)
    }
  }

  isolated deinit { reload?.cancel() }
}

/// Saves a channel's newest messages on this device, many in one batch.
final class MessageCache {
  private let channelId: ChannelID
  private let writer: StoreWriter
  private var waiting: [MessageID: StoreChange] = [:]
  private var saving: Task<Void, Never>?

  init(channelId: ChannelID, writer: StoreWriter) {
    self.channelId = channelId
    self.writer = writer
  }

  /// Saves the messages that changed in the window.
  func save(_ changes: [TimelineChange], in timeline: MessageTimeline) {
    for case .updated(let id) in changes { save(id, in: timeline) }
  }

  /// Saves the message of an event as the window has it: an event about a message outside the window is late or about an old
  /// message. A hard deletion removes the saved message in any case.
  func save(_ event: ChatEvent, in timeline: MessageTimeline) {
    switch event {
    case .messageCreated(let message), .messageUpdated(let message):
      save(message.id, in: timeline)
    case .messageDeleted(let event) where event.channelId == channelId:
      if event.isHard {
        waiting[event.messageId] = .forgetMessage(event.messageId, channelId)
        scheduleSaving()
      } else {
        save(event.messageId, in: timeline)
      }
    case .threadInfoUpdated(let event): save(event.targetMessageId, in: timeline)
    default: break
    }
  }

  /// Saves the service's version of a message, if it is in the window and the window reaches the newest message.
  func save(_ id: MessageID, in timeline: MessageTimeline) {
    guard timeline.isLoaded, !timeline.hasNewer, let base = timeline.base(of: id) else { return }
    waiting[id] = .cacheMessages([base])
    scheduleSaving()
  }

  private func scheduleSaving() {
    guard saving == nil, !waiting.isEmpty else { return }
    saving = Task {
      // Everything that arrives in the same turn is saved in one batch.
      await Task.yield()
      let changes = waiting.values
      waiting = [:]
      saving = nil
      writer.add(Array(changes))
      writer.save { _ in }
    }
  }
}

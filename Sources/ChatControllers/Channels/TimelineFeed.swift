import ChatDomain

/// Keeps a timeline up to date: loads its pages and applies everything that concerns it.
final class TimelineFeed {
  let client: ChatClient
  var timeline: MessageTimeline
  /// Receives every change.
  var onChange: ([TimelineChange]) -> Void = { _ in }
  /// Counts the windows: a page of an abandoned window does not belong to the next one.
  var window = 0
  var older: Task<Result<Int, ChatError>, Never>?
  var newer: Task<Result<Int, ChatError>, Never>?
  private let pins: ExpiryTimer
  private let cache: MessageCache?
  private(set) var isWanted = false
  /// Whether events were missed and no page has replaced them yet.
  var isStale = false
  private(set) var reload: Task<Void, Never>?

  init(client: ChatClient, channelId: ChannelID, parentId: MessageID? = nil) {
    self.client = client
    timeline = MessageTimeline(channelId: channelId, parentId: parentId)
    pins = ExpiryTimer(clock: client.clock)
    // Replies are cached only if the channel shows them too.
    cache = parentId == nil ? MessageCache(channelId: channelId, writer: client.writer) : nil
    _ = timeline.overlay(client.outbox.entries(in: channelId))
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(let event):
      let changes = change { $0.apply(event) }
      cache?.save(event, in: timeline)
      // Nothing was heard of the channel while the user was not in it.
      if case .memberJoined(let membership) = event, membership.channelId == timeline.channelId,
        membership.user.id == client.currentUser.id, isWanted
      {
        loadAnew()
      }
      // Also those that quote the message.
      cache?.save(changes, in: timeline)
    case .outbox(let outboxChange):
      change { $0.apply(outboxChange) }
      if case .done(let message?) = outboxChange.outcome { cache?.save(message.id, in: timeline) }
    case .connection(.online):
      // The connection is back, which ends the pause before the next attempt.
      reload?.cancel()
      reload = nil
      if isWanted, isStale || !timeline.isLoaded { loadAnew() }
    case .eventsMissed:
      if isWanted { loadAnew() }
    case .connection, .draft, .historyForgotten, .threadRead, .store, .takenOver, .upload: break
    }
  }

  /// Shows what is saved on this device, then the service's messages.
  func synchronize() async throws(ChatError) {
    isWanted = true
    let waiting = client.outbox.entries(in: timeline.channelId)
    change { $0.overlay(waiting) }
    if !timeline.isLoaded, timeline.parentId == nil { await showCached() }
    try await load(.newest)
  }

  @discardableResult
  func change(_ body: (inout MessageTimeline) -> [TimelineChange]) -> [TimelineChange] {
    let changes = body(&timeline)
    pins.set(timeline.nextPinExpiry) { [weak self] in
      guard let self else { return }
      change { $0.expirePins(at: self.client.clock.now) }
    }
    if !changes.isEmpty { onChange(changes) }
    return changes
  }

  /// Keeps a page as the window shows it: something may have been heard since it was requested.
  func keep(_ page: Page<Message>) {
    // Only pages that reach the newest message: a page from the middle would leave an invisible gap.
    guard page.next == nil else { return }
    for message in page.elements { cache?.save(message.id, in: timeline) }
  }

  private func showCached() async {
    do {
      let limit = client.configuration.pageSize
      let cached = try await client.store.cachedMessages(in: timeline.channelId, limit: limit)
      if !cached.isEmpty { change { $0.showCached(cached) } }
    } catch {
      client.board.post(.store(error))
    }
  }

  /// Loads again after events were missed, or when the first loading failed for lack of a connection.
  private func loadAnew() {
    // Set now and not when the task begins: the task may be cancelled before that.
    isStale = true
    guard reload == nil else { return }
    reload = Task { [weak self, client] in
      // The event stream can keep working while answers are lost: nothing else triggers another attempt.
      await client.retrying(while: { self?.isStale == true }) { () async throws(ChatError) in
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

  isolated deinit { reload?.cancel() }
}

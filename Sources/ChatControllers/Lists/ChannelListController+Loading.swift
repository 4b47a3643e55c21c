public import ChatDomain

extension ChannelListController {
  /// Shows what is saved on this device, then the service's first channels. Without a connection it throws and keeps
  /// showing what it has; the rest is loaded once there is a connection.
  public func synchronize() async throws(ChatError) {
    if list.count == 0 { await showKept(limit: client.configuration.pageSize) }
    do throws(ChatError) {
      try await reload()
    } catch {
      if error.canSucceedLater { askAgain() }
      throw error
    }
  }

  /// The variant with a completion handler.
  public func synchronize(_ completion: @escaping (ChatError?) -> Void) {
    complete({ completion($0.failure) }) { () async throws(ChatError) in try await self.synchronize() }
  }

  /// Loads further channels; until the service is reached for the first time, from those saved on this device.
  ///
  /// - Returns: the number of new channels; 0 at the end.
  @discardableResult
  public func loadMoreChannels(limit: Int? = nil) async throws(ChatError) -> Int {
    if hasLoadedAllChannels { return 0 }
    guard let cursor else {
      let before = list.count
      do throws(ChatError) {
        try await reload()
      } catch {
        await showKept(limit: limit ?? client.configuration.pageSize)
        if list.count == before { throw error }
      }
      return max(0, list.count - before)
    }
    let query = ListQuery(limit: limit ?? client.configuration.pageSize, cursor: cursor)
    return try await takePage(query) { page in
      // If the list was reloaded in the meantime, it continues from elsewhere.
      guard self.cursor == cursor else { return false }
      self.cursor = page.next
      hasLoadedAllChannels = page.next == nil
      return true
    }
  }

  /// Loads all further channels, in large pages.
  public func loadAllChannels() async throws(ChatError) {
    while !hasLoadedAllChannels {
      let before = cursor
      let count = try await loadMoreChannels(limit: Self.largePage)
      // Without a service there are those saved on this device, until none is left.
      guard count > 0 || cursor != before else { return }
    }
  }

  private static let largePage = 200

  /// Requests as many channels as are loaded, and removes those the service no longer lists.
  func reload() async throws(ChatError) {
    try await questions.run { [weak self] () async throws(ChatError) in try await self?.readAnew() }
  }

  private func readAnew() async throws(ChatError) {
    needsReload = true
    hasLoadedAllChannels = false
    heard = []
    defer { heard = nil }
    let reading = try await ListReading(of: states.count, for: client) { query throws(ChatError) in
      try await client.service.channels(query)
    }
    needsReload = !reading.isLive
    cursor = reading.next
    hasLoadedAllChannels = reading.next == nil
    let ids = Set(reading.found.map(\.id))
    var isChanged = false
    for id in states.keys where !ids.contains(id) && remove(id) != nil { isChanged = true }
    for summary in reading.found where take(summary) != nil { isChanged = true }
    for summary in reading.found { cache.save(summary) }
    if isChanged { emit([.reloaded]) }
    // An answer can be older than an event that came before it. A channel that no page listed has moved up past the
    // pages in the meantime and is on the first one now.
    for id in heard ?? [] { states[id] == nil ? loadFirstPage() : refresh(id) }
  }

  /// Requests and applies the first page; for channels that are not loaded yet.
  func loadFirstPage() {
    finding.run { [weak self] in
      guard let self else { return }
      do throws(ChatError) {
        _ = try await takePage(ListQuery(limit: client.configuration.pageSize)) { _ in true }
      } catch {
        askAgain()
      }
    }
  }

  /// Requests one channel, when an event does not contain enough about it.
  func refresh(_ id: ChannelID) {
    guard states[id] != nil else { return }
    let task = refreshing[id] ?? CoalescingTask()
    refreshing[id] = task
    task.run { [weak self] in
      guard let self else { return }
      do throws(ChatError) {
        let summary = try await client.service.channel(id)
        guard states[id] != nil else { return }
        cache.save(summary)
        if let change = take(summary) { emit([change]) }
      } catch {
        if error.canSucceedLater { askAgain() }
      }
    }
  }

  /// Shows further channels saved on this device, unless the service's list has arrived in the meantime.
  private func showKept(limit: Int) async {
    let offset = keptCount
    // try?: the store has reported the failure already, and the service is asked next.
    guard let kept = try? await client.store.cachedChannels(from: offset, limit: limit), cursor == nil,
      !hasLoadedAllChannels, keptCount == offset
    else { return }
    keptCount += kept.count
    let changes = kept.compactMap { states[$0.id] == nil ? take($0) : nil }
    emit(offset == 0 && !kept.isEmpty ? [.reloaded] : changes)
  }
}

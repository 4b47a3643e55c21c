public import ChatDomain

extension ChannelListController {
  /// Shows what is kept on this device, then the first channels of the service. Without a connection it throws and
  /// what is shown stays; the rest is loaded when the connection is there.
  public func synchronize() async throws(ChatError) {
    if list.count == 0 { await showKept(limit: client.configuration.pageSize) }
    do throws(ChatError) {
      try await reload()
    } catch {
      if error.isWorthRetrying { askAgain() }
      throw error
    }
  }

  /// The same for those who do not wait.
  public func synchronize(_ completion: @escaping (ChatError?) -> Void) {
    complete({ completion($0.failure) }) { () async throws(ChatError) in try await self.synchronize() }
  }

  /// Loads further channels; as long as the service was never reached, those that are kept on this device.
  ///
  /// - Returns: how many came that were not there; 0 at the end.
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
    let page = try await client.service.channels(query)
    // Loaded anew meanwhile, the list goes on from elsewhere.
    guard self.cursor == cursor else { return 0 }
    self.cursor = page.next
    hasLoadedAllChannels = page.next == nil
    let changes = page.elements.compactMap { summary in
      // What is there already has heard more than this page, which is older.
      states[summary.id] == nil ? take(summary) : nil
    }
    for summary in page.elements { cache.note(summary) }
    tell(changes)
    return changes.count
  }

  /// Asks for as many channels as are there. What the service does not name any more goes.
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
    for summary in reading.found { cache.note(summary) }
    if isChanged { tell([.reloaded]) }
    // An answer can be older than an event that came before it.
    // One that no page named has risen past them meanwhile: it stands on the first one.
    for id in heard ?? [] { states[id] == nil ? loadFirstPage() : refresh(id) }
  }

  /// Asks for the first channels and takes over those; for channels that are not known here.
  func loadFirstPage() {
    finding.run { [weak self] in
      guard let self else { return }
      do throws(ChatError) {
        let page = try await client.service.channels(ListQuery(limit: client.configuration.pageSize))
        tell(page.elements.compactMap { self.states[$0.id] == nil ? self.take($0) : nil })
        for summary in page.elements { cache.note(summary) }
      } catch {
        askAgain()
      }
    }
  }

  /// Asks for one channel, when what an event says of it is not enough.
  func refresh(_ id: ChannelID) {
    guard states[id] != nil else { return }
    let task = refreshing[id] ?? SoleTask()
    refreshing[id] = task
    task.run { [weak self] in
      guard let self else { return }
      do throws(ChatError) {
        let summary = try await client.service.channel(id)
        guard states[id] != nil else { return }
        cache.note(summary)
        if let change = take(summary) { tell([change]) }
      } catch {
        if error.isWorthRetrying { askAgain() }
      }
    }
  }

  /// Shows further channels that are kept on this device, unless the service has said meanwhile which there are.
  private func showKept(limit: Int) async {
    let offset = keptCount
    // try?: the store has said so to everybody, and the service is asked next.
    guard let kept = try? await client.store.cachedChannels(from: offset, limit: limit), cursor == nil,
      !hasLoadedAllChannels, keptCount == offset
    else { return }
    keptCount += kept.count
    let changes = kept.compactMap { states[$0.id] == nil ? take($0) : nil }
    tell(offset == 0 && !kept.isEmpty ? [.reloaded] : changes)
  }
}

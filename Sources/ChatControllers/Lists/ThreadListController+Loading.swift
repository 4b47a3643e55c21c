public import ChatDomain

extension ThreadListController {
  /// Loads the service's first threads. Without a connection it throws and keeps showing what it has; the rest is
  /// loaded once there is a connection.
  public func synchronize() async throws(ChatError) {
    do throws(ChatError) {
      try await reload()
    } catch {
      // The request was lost: nothing else would repeat it until the connection is lost and restored.
      if error.canSucceedLater, client.connection == .online { reloadLater() }
      throw error
    }
  }

  /// The variant with a completion handler.
  public func synchronize(_ completion: @escaping (ChatError?) -> Void) {
    complete({ completion($0.failure) }) { () async throws(ChatError) in try await self.synchronize() }
  }

  /// Loads further threads.
  ///
  /// - Returns: the number of new threads; 0 at the end.
  @discardableResult
  public func loadMoreThreads(limit: Int? = nil) async throws(ChatError) -> Int {
    if hasLoadedAllThreads { return 0 }
    let before = count
    guard let cursor else {
      try await reload()
      return max(0, count - before)
    }
    let query = ListQuery(limit: limit ?? client.configuration.pageSize, cursor: cursor)
    let page = try await client.service.threads(query)
    // If the list was reloaded in the meantime, it continues from elsewhere.
    guard self.cursor == cursor else { return 0 }
    self.cursor = page.next
    hasLoadedAllThreads = page.next == nil
    emit(page.elements.compactMap { states[$0.key]?.isListed == true ? nil : take($0) })
    return max(0, count - before)
  }

  /// Requests as many threads as are loaded. A thread the service no longer lists stays only if it has a draft.
  func reload() async throws(ChatError) {
    try await questions.run { [weak self] () async throws(ChatError) in try await self?.readAnew() }
  }

  private func readAnew() async throws(ChatError) {
    needsReload = true
    hasLoadedAllThreads = false
    isDisturbed = false
    defer { isDisturbed = nil }
    let reading = try await ListReading(of: states.values.count(where: \.isListed), for: client) {
      query throws(ChatError) in
      try await client.service.threads(query)
    }
    needsReload = !reading.isLive
    cursor = reading.next
    hasLoadedAllThreads = reading.next == nil
    let keys = Set(reading.found.map(\.key))
    forgetForeign(keys)
    var isChanged = false
    for key in states.keys where !keys.contains(key) && put(key, { $0.isListed = false }) != nil {
      isChanged = true
    }
    for summary in reading.found where take(summary) != nil { isChanged = true }
    if isChanged { emit([.reloaded]) }
    for row in states.values where row.parent == nil { findParent(of: row.key) }
    if isDisturbed == true { reloadLater() }
  }

  func reloadLater() {
    reloading.run { [weak self, client] in
      await client.retrying(while: { client.connection == .online }) { () async throws(ChatError) in
        try await self?.reload()
      }
    }
  }

  private func take(_ summary: ThreadSummary) -> ListChange<DraftKey>? {
    put(summary.key) { row in
      row.isListed = true
      // The answer may be older than what was heard meanwhile.
      row.parent = earlyUpdates.upToDateOrDeleted(summary.parent)
      row.lastReply = summary.lastReply.flatMap(earlyUpdates.upToDate)
      row.reading = summary.reading
    }
  }

  // MARK: Drafts

  /// Applies the existing drafts of replies.
  func showDrafts() {
    let drafts = client.draftMessages().filter { $0.threadId != nil }
    let keys = Set(drafts.map(\.key))
    for key in states.keys where !keys.contains(key) { showDraft(nil, for: key) }
    for draft in drafts { showDraft(draft, for: draft.key) }
  }

  func showDraft(_ draft: DraftMessage?, for key: DraftKey) {
    guard draft != nil || states[key] != nil else { return }
    // Not for every keystroke: a parent that was not found is looked for again when the list is reloaded.
    let isNew = states[key] == nil
    change(key) { $0.draft = draft }
    if isNew { findParent(of: key) }
  }

  /// Looks up the parent message of a reply draft: in the outbox, at the service, or, if that fails, in the store.
  private func findParent(of key: DraftKey) {
    guard let parentId = key.parentId, let row = states[key], row.parent == nil else { return }
    if client.outbox.isOnItsWay(parentId), let sent = client.outbox.queue[TransactionID(parentId.rawValue)] {
      return show(sent.message, for: key)
    }
    guard finding.insert(key).inserted else { return }
    Task { [weak self, client] in
      await client.retrying(while: { client.connection == .online }) { () async throws(ChatError) in
        try await self?.ask(for: parentId, of: key)
      }
      self?.finding.remove(key)
    }
  }

  private func ask(for parentId: MessageID, of key: DraftKey) async throws(ChatError) {
    do throws(ChatError) {
      show(try await client.service.message(parentId, in: key.channelId), for: key)
    } catch {
      // try?: the store has reported the failure already, and the row works without the message.
      let kept = try? await client.store.cachedMessage(parentId, in: key.channelId)
      if let kept { show(kept, for: key) }
      if error.canSucceedLater, client.connection != .online { needsReload = true }
      throw error
    }
  }

  private func show(_ parent: Message, for key: DraftKey) {
    guard states[key] != nil else { return }
    change(key) { if $0.parent == nil { $0.parent = earlyUpdates.upToDate(parent) } }
  }
}

nonisolated extension ThreadSummary {
  var key: DraftKey { DraftKey(channelId: parent.channelId, parentId: parent.id) }
}

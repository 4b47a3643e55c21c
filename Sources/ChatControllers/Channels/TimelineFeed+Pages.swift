import ChatDomain

extension TimelineFeed {
  /// Moves the window to another position.
  func load(_ position: MessageQuery.Position) async throws(ChatError) {
    window += 1
    let wanted = window
    let mark = timeline.beginLoading()
    let page: Page<Message>
    do {
      page = try await client.service.messages(query(position))
    } catch {
      timeline.endLoading()
      throw error
    }
    // The window was moved again in the meantime.
    guard wanted == window else { return timeline.endLoading() }
    client.outbox.update(from: page, in: timeline.channelId)
    isStale = false
    change { $0.reset(to: page, asOf: mark) }
    keep(page)
  }

  /// Moves the window to a message, by whichever of its ids.
  func load(around id: MessageID) async throws(ChatError) {
    let channel = timeline.channelId
    let present = await client.identities.presentID(of: id, in: channel, known: timeline)
    do {
      try await load(.around(present))
    } catch .refused(.notFound(let what)) {
      // Only the service can still know the id under which it was sent.
      let message = try await client.service.message(present, in: channel)
      guard message.id != present else { throw .refused(.notFound(what)) }
      try await load(.around(message.id))
    }
  }

  /// - Returns: the number of messages loaded.
  func loadOlder() async throws(ChatError) -> Int {
    guard timeline.isLoaded else {
      try await load(.newest)
      return timeline.messages.count
    }
    let task = older ?? Task { await page(at: timeline.previous.map { .before($0) }, prepends: true) }
    older = task
    return try await task.value.get()
  }

  /// - Returns: the number of messages loaded.
  func loadNewer() async throws(ChatError) -> Int {
    guard timeline.isLoaded else {
      try await load(.newest)
      return timeline.messages.count
    }
    let task = newer ?? Task { await page(at: timeline.next.map { .after($0) }, prepends: false) }
    newer = task
    return try await task.value.get()
  }

  private func page(at position: MessageQuery.Position?, prepends: Bool) async -> Result<Int, ChatError> {
    defer { if prepends { older = nil } else { newer = nil } }
    guard let position else { return .success(0) }
    let wanted = window
    let mark = timeline.beginLoading()
    do {
      let page = try await client.service.messages(query(position))
      guard wanted == window else {
        timeline.endLoading()
        return .success(0)
      }
      client.outbox.update(from: page, in: timeline.channelId)
      let count = timeline.messages.count
      change { prepends ? $0.prepend(page, asOf: mark) : $0.append(page, asOf: mark) }
      return .success(timeline.messages.count - count)
    } catch {
      timeline.endLoading()
      return .failure(error)
    }
  }

  private func query(_ position: MessageQuery.Position) -> MessageQuery {
    MessageQuery(
      channelId: timeline.channelId, parentId: timeline.parentId, position: position,
      limit: client.configuration.pageSize)
  }
}

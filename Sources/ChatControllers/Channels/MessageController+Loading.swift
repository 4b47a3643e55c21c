public import ChatDomain

extension MessageController {
  /// Shows the message as it is saved on this device, then as the service has it, with its newest replies.
  public func synchronize() async throws(ChatError) {
    if message == nil { await showCached() }
    // The service does not know a message that is still being sent, and has no replies to it.
    if let message, message.timetoken == nil { return }
    let mark = own.beginLoading()
    do {
      let fresh = try await client.service.message(messageId, in: channelId)
      change { $0.reset(to: Page([fresh]), asOf: mark) }
    } catch {
      own.endLoading()
      throw error
    }
    try await feed.synchronize()
  }

  /// The variant with a completion handler.
  public func synchronize(_ completion: @escaping (ChatError?) -> Void) {
    complete({ completion($0.failure) }) { () async throws(ChatError) in try await self.synchronize() }
  }

  /// Loads the page before the oldest loaded reply.
  ///
  /// - Returns: the number of replies loaded.
  @discardableResult
  public func loadPreviousReplies() async throws(ChatError) -> Int { try await feed.loadOlder() }

  /// Loads the page after the newest loaded reply.
  ///
  /// - Returns: the number of replies loaded.
  @discardableResult
  public func loadNextReplies() async throws(ChatError) -> Int { try await feed.loadNewer() }

  /// Goes to a reply anywhere in the thread.
  public func loadReplies(around reply: MessageID) async throws(ChatError) {
    try await feed.load(around: reply)
  }

  /// Goes to the first unread reply.
  public func loadFirstUnreadReplies() async throws(ChatError) { try await feed.load(.firstUnread) }

  /// Goes to the oldest replies.
  public func loadOldestReplies() async throws(ChatError) { try await feed.load(.oldest) }

  /// Goes to the newest replies.
  public func loadNewestReplies() async throws(ChatError) { try await feed.load(.newest) }

  /// Marks the loaded replies as read.
  public func markRepliesRead() async throws(ChatError) {
    guard let last = replies.last(where: { $0.timetoken != nil })?.timetoken else { return }
    let reading = try await client.service.markThreadRead(messageId, in: channelId, upTo: last)
    client.board.post(
      .threadRead(ThreadReadEvent(channelId: channelId, parentId: messageId, reading: reading)))
  }

  private func showCached() async {
    do {
      if let kept = try await client.store.cachedMessage(messageId, in: channelId) {
        change { $0.showCached([kept]) }
      }
    } catch {
      client.board.post(.store(error))
    }
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.threadInfoUpdated(let event)): apply(event)
    case .event(let event): change { $0.apply(event) }
    case .outbox(let outboxChange): change { $0.apply(outboxChange) }
    case .eventsMissed: reload()
    case .connection, .draft, .historyForgotten, .threadRead, .store, .takenOver, .upload: break
    }
    feed.handle(notice)
    switch notice {
    case .event(.typing(let event)): typing.handle(event)
    case .event(.messageCreated(let message))
    where message.channelId == channelId && message.parentId == messageId:
      typing.handle(message)
      if message.author.id != client.currentUser.id { emit(.received(message)) }
    default: break
    }
  }

  private func reload() {
    guard message?.timetoken != nil else { return }
    refreshing.run { [weak self, client] in
      await client.retrying { () async throws(ChatError) in try await self?.refresh() }
    }
  }

  private func refresh() async throws(ChatError) {
    let fresh = try await client.service.message(messageId, in: channelId)
    change { $0.update(with: fresh) }
  }
}

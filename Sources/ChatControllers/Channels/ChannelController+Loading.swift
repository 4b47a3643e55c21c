public import ChatDomain

extension ChannelController {
  /// Shows what is kept on this device, then the newest messages of the service. Without a connection it throws and
  /// what is shown stays; the rest is loaded when the connection is there.
  public func synchronize() async throws(ChatError) {
    try await feed.synchronize()
    for message in messages where message.kind == .regular {
      client.acquaintances.note(message.author, in: channelId)
    }
    let question = unread.ask()
    wasHeardEarly = false
    let fresh = try await client.service.channel(channelId)
    client.acquaintances.note(fresh.channel)
    take(fresh, answering: question)
    if let summary { tell(.channel(summary)) }
    if wasHeardEarly { refresh() }
  }

  /// The same for those who do not wait.
  public func synchronize(_ completion: @escaping (ChatError?) -> Void) {
    complete({ completion($0.failure) }) { () async throws(ChatError) in try await self.synchronize() }
  }

  /// Loads the page before the oldest message here.
  ///
  /// - Returns: how many messages came; 0 at the beginning of the channel.
  @discardableResult
  public func loadPreviousMessages() async throws(ChatError) -> Int { try await feed.loadOlder() }

  /// Loads the page after the newest message here.
  ///
  /// - Returns: how many messages came; 0 at the newest message.
  @discardableResult
  public func loadNextMessages() async throws(ChatError) -> Int { try await feed.loadNewer() }

  /// Goes to a message, wherever it is.
  public func loadMessages(around message: MessageID) async throws(ChatError) {
    try await feed.load(.around(feed.timeline.arrivedID(of: message) ?? message))
  }

  /// Goes to where reading stopped.
  public func loadFirstUnread() async throws(ChatError) { try await feed.load(.firstUnread) }

  /// Goes to the oldest messages.
  public func loadOldestMessages() async throws(ChatError) { try await feed.load(.oldest) }

  /// Goes to the newest messages.
  public func loadNewestMessages() async throws(ChatError) { try await feed.load(.newest) }

  /// Says that everything up to a message was read, or up to the newest one here.
  public func markRead(upTo message: Message? = nil) async throws(ChatError) {
    let last = message?.timetoken ?? messages.last { $0.timetoken != nil }?.timetoken
    guard let last else { return }
    if let read = summary?.reading, let lastRead = read.lastRead, lastRead >= last, read.unreadCount == 0 {
      return
    }
    let position = try await client.service.markRead(channelId, upTo: last)
    change { $0.reading.take(position) }
  }

  /// Finds words in the channel, newest finds first.
  public func search(
    _ text: String, limit: Int = 25, after cursor: Cursor? = nil
  ) async throws(ChatError) -> Page<Message> {
    try await client.service.search(
      SearchQuery(text: text, channelId: channelId, limit: limit, cursor: cursor))
  }

  /// What is pinned in the channel, last pin first.
  public func pinnedMessages(limit: Int = 50, after cursor: Cursor? = nil) async throws(ChatError) -> Page<
    Message
  > {
    try await client.service.pinnedMessages(in: channelId, ListQuery(limit: limit, cursor: cursor))
  }
}

public import ChatDomain

extension ChannelController {
  /// Shows what is saved on this device, then the service's newest messages. Without a connection it throws and keeps
  /// showing what it has; the rest is loaded once there is a connection.
  public func synchronize() async throws(ChatError) {
    try await feed.synchronize()
    for message in messages where message.kind == .regular {
      client.suggestionCache.remember(message.author, in: channelId)
    }
    let request = unread.beginRequest()
    hadEventMeanwhile = false
    let fresh = try await client.service.channel(channelId)
    client.suggestionCache.remember(fresh.channel)
    apply(fresh, answering: request)
    if let summary { emit(.channel(summary)) }
    if hadEventMeanwhile { refresh() }
  }

  /// The variant with a completion handler.
  public func synchronize(_ completion: @escaping (ChatError?) -> Void) {
    complete({ completion($0.failure) }) { () async throws(ChatError) in try await self.synchronize() }
  }

  /// Loads the page before the oldest loaded message.
  ///
  /// - Returns: the number of messages loaded; 0 at the beginning of the channel.
  @discardableResult
  public func loadPreviousMessages() async throws(ChatError) -> Int { try await feed.loadOlder() }

  /// Loads the page after the newest loaded message.
  ///
  /// - Returns: the number of messages loaded; 0 at the newest message.
  @discardableResult
  public func loadNextMessages() async throws(ChatError) -> Int { try await feed.loadNewer() }

  /// Goes to a message anywhere in the channel.
  public func loadMessages(around message: MessageID) async throws(ChatError) {
    try await feed.load(around: message)
  }

  /// Goes to the first unread message.
  public func loadFirstUnread() async throws(ChatError) { try await feed.load(.firstUnread) }

  /// Goes to the oldest messages.
  public func loadOldestMessages() async throws(ChatError) { try await feed.load(.oldest) }

  /// Goes to the newest messages.
  public func loadNewestMessages() async throws(ChatError) { try await feed.load(.newest) }

  /// Marks everything up to a message as read, or up to the newest loaded one.
  public func markRead(upTo message: Message? = nil) async throws(ChatError) {
    let last = message?.timetoken ?? messages.last { $0.timetoken != nil }?.timetoken
    guard let last else { return }
    if let read = summary?.reading, let lastRead = read.lastRead, lastRead >= last, read.unreadCount == 0 {
      return
    }
    let position = try await client.service.markRead(channelId, upTo: last)
    change { $0.reading.advance(to: position) }
  }

  /// Searches the channel for words, newest results first.
  public func search(
    _ text: String, limit: Int = 25, after cursor: Cursor? = nil
  ) async throws(ChatError) -> Page<Message> {
    try client.require(.searchesMessages)
    return try await client.service.search(
      SearchQuery(text: text, channelId: channelId, limit: limit, cursor: cursor))
  }

  /// The pinned messages of the channel, most recently pinned first.
  public func pinnedMessages(limit: Int = 50, after cursor: Cursor? = nil) async throws(ChatError) -> Page<
    Message
  > {
    try client.require(.pinsMessages)
    return try await client.service.pinnedMessages(in: channelId, ListQuery(limit: limit, cursor: cursor))
  }
}

public import ChatDomain
import ChatSync

/// A message and the thread under it. A message that is being sent is followed to the id the service gives it.
public final class MessageController {
  /// The client that created this controller.
  public let client: ChatClient
  /// The channel the message is in.
  public let channelId: ChannelID
  /// Receives every change, before the listeners of ``changes()``. It is not retained.
  public weak var delegate: (any MessageControllerDelegate)?

  /// A timeline of the message alone.
  var messageTimeline: MessageTimeline
  /// The replies.
  var feed: TimelineFeed
  var typing: TypingTracker
  private let id: MessageID
  let refreshing = CoalescingTask()
  private let pinTimer: ExpiryTimer
  private let broadcast = Broadcast<MessageUpdate>()
  private var subscription: Subscription?

  init(client: ChatClient, channelId: ChannelID, messageId: MessageID) {
    self.client = client
    self.channelId = channelId
    id = messageId
    messageTimeline = MessageTimeline(channelId: channelId, only: messageId)
    let present = client.engine.outbox.arrival(of: messageId)?.id ?? messageId
    messageTimeline.recordArrival(of: messageId, as: present)
    feed = TimelineFeed(engine: client.engine, channelId: channelId, parentId: present)
    typing = TypingTracker(engine: client.engine, key: DraftKey(channelId: channelId, parentId: present))
    pinTimer = ExpiryTimer(clock: client.clock)
    _ = messageTimeline.overlay(client.engine.outbox.entries(in: channelId))
    feed.onChange = { [weak self] in self?.emit(.replies($0)) }
    typing.onChange = { [weak self] in self?.emit(.typing($0)) }
    subscription = client.engine.board.subscribe(skippingDrafts: true) { [weak self] in self?.handle($0) }
  }

  /// The message's current id.
  public var messageId: MessageID { messageTimeline.arrivedID(of: id) ?? id }
  /// The message as it is shown; nil while it is unknown, or after a hard deletion.
  public var message: Message? { messageTimeline.messages.first }
  /// The replies, oldest first.
  public var replies: [Message] { feed.timeline.messages }
  /// The same messages with their positions and pages.
  public var timeline: LoadedMessages { LoadedMessages(feed.timeline) }
  /// The other users who are typing in the thread.
  public var typingUsers: [User] { typing.users }
  /// Whether the oldest loaded reply is the first one of the thread.
  public var hasLoadedAllPreviousReplies: Bool { feed.timeline.isLoaded && !feed.timeline.hasOlder }
  /// Whether the newest loaded reply is the last one of the thread.
  public var hasLoadedAllNextReplies: Bool { feed.timeline.isLoaded && !feed.timeline.hasNewer }

  /// All updates that the delegate receives, starting now.
  public func changes() -> AsyncStream<MessageUpdate> { broadcast.stream() }

  /// Applies an event about the thread under the message, and reports it if it contains anything new.
  ///
  /// - Returns: whether anything changed.
  @discardableResult
  public func apply(_ event: ThreadInfoUpdateEvent) -> Bool {
    guard event.targetMessageId == messageId, change({ $0.apply(.threadInfoUpdated(event)) }) else {
      return false
    }
    emit(.threadInfo(event))
    return true
  }

  // MARK: Loading

  /// Shows the message as it is saved on this device, then as the service has it, with its newest replies.
  public func synchronize() async throws(ChatError) {
    if message == nil { await showCached() }
    // The service does not know a message that is still being sent, and has no replies to it.
    if let message, message.timetoken == nil { return }
    let mark = messageTimeline.beginLoading()
    do {
      let fresh = try await client.service.message(messageId, in: channelId)
      change { $0.reset(to: Page([fresh]), asOf: mark) }
    } catch {
      messageTimeline.endLoading()
      if error.isWithoutService { await showKept() }
      throw error
    }
    try await feed.synchronize()
  }

  /// Shows the stored part of the thread, which is readable offline.
  private func showKept() async {
    let id = messageId
    let replies = MessageQuery(channelId: channelId, parentId: id, limit: 1)
    guard await client.service.keptMessages(replies) != nil else { return }
    if message == nil {
      let query = MessageQuery(channelId: channelId, position: .around(id), limit: 1)
      let kept = await client.service.keptMessages(query)?.elements ?? []
      change { $0.showCached(kept.filter { $0.id == id }) }
    }
    do throws(ChatError) { try await feed.synchronize() } catch {
      // Report the error from loading the message itself, not this one.
    }
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
    client.engine.board.post(
      .threadRead(ThreadReadEvent(channelId: channelId, parentId: messageId, reading: reading)))
  }

  private func showCached() async {
    do {
      if let kept = try await client.store.cachedMessage(messageId, in: channelId) {
        change { $0.showCached([kept]) }
      }
    } catch {
      client.engine.board.post(.store(error))
    }
  }

  // MARK: Notices

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.threadInfoUpdated(let event)): apply(event)
    case .event(let event): change { $0.apply(event) }
    case .outbox(let outboxChange): change { $0.apply(outboxChange) }
    case .eventsMissed: reload()
    case .connection, .condition, .draft, .prospect, .historyForgotten, .threadRead, .store, .takenOver,
      .upload:
      break
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

  // MARK: Updates

  func emit(_ update: MessageUpdate) {
    switch update {
    case .message(let message): delegate?.messageController(self, didChangeMessage: message)
    case .replies(let changes): delegate?.messageController(self, didUpdateReplies: changes)
    case .received(let message): delegate?.messageController(self, didReceive: message)
    case .threadInfo(let event): delegate?.messageController(self, didUpdateThreadInfo: event)
    case .typing(let users): delegate?.messageController(self, didChangeTyping: users)
    }
    broadcast.send(update)
  }

  /// - Returns: whether the message changed.
  @discardableResult
  func change(_ body: (inout MessageTimeline) -> [TimelineChange]) -> Bool {
    let before = message
    let idBefore = messageId
    _ = body(&messageTimeline)
    if messageId != idBefore { follow() }
    pinTimer.set(messageTimeline.nextPinExpiry) { [weak self] in
      guard let self else { return }
      change { $0.expirePins(at: self.client.clock.now) }
    }
    guard message != before else { return false }
    emit(.message(message))
    return true
  }

  /// Switches the thread to the service's id once the message has arrived.
  private func follow() {
    feed.onChange = { _ in }
    feed = TimelineFeed(engine: client.engine, channelId: channelId, parentId: messageId)
    feed.onChange = { [weak self] in self?.emit(.replies($0)) }
    typing = TypingTracker(engine: client.engine, key: DraftKey(channelId: channelId, parentId: messageId))
    typing.onChange = { [weak self] in self?.emit(.typing($0)) }
  }
}

extension ChatClient {
  /// Creates a controller for a message; nothing is requested before ``MessageController/synchronize()``.
  public func messageController(for message: MessageID, in channel: ChannelID) -> MessageController {
    MessageController(client: self, channelId: channel, messageId: message)
  }
  /// Creates a controller for a message that is already loaded: actions on it need no initial request.
  public func messageController(for message: Message) -> MessageController {
    let controller = messageController(for: message.id, in: message.channelId)
    if message.timetoken != nil { controller.change { $0.showCached([message]) } }
    return controller
  }
}

public import ChatDomain

/// A message and the thread under it. A message that is being sent is followed to the id the service gives it.
public final class MessageController {
  public let client: ChatClient
  public let channelId: ChannelID
  public weak var delegate: (any MessageControllerDelegate)?

  var own: MessageTimeline
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
    own = MessageTimeline(channelId: channelId, only: messageId)
    let present = client.outbox.arrival(of: messageId)?.id ?? messageId
    own.recordArrival(of: messageId, as: present)
    feed = TimelineFeed(client: client, channelId: channelId, parentId: present)
    typing = TypingTracker(client: client, key: DraftKey(channelId: channelId, parentId: present))
    pinTimer = ExpiryTimer(clock: client.clock)
    _ = own.overlay(client.outbox.entries(in: channelId))
    feed.onChange = { [weak self] in self?.emit(.replies($0)) }
    typing.onChange = { [weak self] in self?.emit(.typing($0)) }
    subscription = client.subscribe { [weak self] in self?.handle($0) }
  }

  /// The message's current id.
  public var messageId: MessageID { own.arrivedID(of: id) ?? id }
  /// The message as it is shown; nil while it is unknown, or after a hard deletion.
  public var message: Message? { own.messages.first }
  /// The replies, oldest first.
  public var replies: [Message] { feed.timeline.messages }
  /// The same messages with their positions and pages.
  public var timeline: MessageTimeline { feed.timeline }
  /// The other users who are typing in the thread.
  public var typingUsers: [User] { typing.users }
  public var hasLoadedAllPreviousReplies: Bool { feed.timeline.isLoaded && !feed.timeline.hasOlder }
  public var hasLoadedAllNextReplies: Bool { feed.timeline.isLoaded && !feed.timeline.hasNewer }

  /// Everything the delegate is told, starting now.
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
    _ = body(&own)
    if messageId != idBefore { follow() }
    pinTimer.set(own.nextPinExpiry) { [weak self] in
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
    feed = TimelineFeed(client: client, channelId: channelId, parentId: messageId)
    feed.onChange = { [weak self] in self?.emit(.replies($0)) }
    typing = TypingTracker(client: client, key: DraftKey(channelId: channelId, parentId: messageId))
    typing.onChange = { [weak self] in self?.emit(.typing($0)) }
  }
}

extension ChatClient {
  /// Creates a controller for a message; nothing is requested before `synchronize()`.
  public func messageController(for message: MessageID, in channel: ChannelID) -> MessageController {
    MessageController(client: self, channelId: channel, messageId: message)
  }
  /// Creates a controller for a message that is already shown: actions on it need no connection to begin with.
  public func messageController(for message: Message) -> MessageController {
    let controller = messageController(for: message.id, in: message.channelId)
    if message.timetoken != nil { controller.change { $0.showCached([message]) } }
    return controller
  }
}

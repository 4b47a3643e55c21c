public import ChatDomain

/// A message and the thread under it. It follows a message that is on its way to the id that the service gives it.
public final class MessageController {
  public let client: ChatClient
  public let channelId: ChannelID
  public weak var delegate: (any MessageControllerDelegate)?

  var own: MessageTimeline
  var feed: TimelineFeed
  var typing: TypingWatch
  private let id: MessageID
  let refreshing = SoleTask()
  private let pinTimer: ExpiryTimer
  private let broadcast = Broadcast<MessageUpdate>()
  private var subscription: Subscription?

  init(client: ChatClient, channelId: ChannelID, messageId: MessageID) {
    self.client = client
    self.channelId = channelId
    id = messageId
    own = MessageTimeline(channelId: channelId, only: messageId)
    feed = TimelineFeed(client: client, channelId: channelId, parentId: messageId)
    typing = TypingWatch(client: client, key: DraftKey(channelId: channelId, parentId: messageId))
    pinTimer = ExpiryTimer(clock: client.clock)
    _ = own.lay(client.outbox.entries(in: channelId))
    feed.tell = { [weak self] in self?.tell(.replies($0)) }
    typing.tell = { [weak self] in self?.tell(.typing($0)) }
    subscription = client.subscribe { [weak self] in self?.hear($0) }
  }

  /// The id that the message has now.
  public var messageId: MessageID { own.arrivedID(of: id) ?? id }
  /// The message as it is shown; nil while it is not known, or when nothing is left of it.
  public var message: Message? { own.messages.first }
  /// The replies, oldest first.
  public var replies: [Message] { feed.timeline.messages }
  /// The same with places and pages.
  public var timeline: MessageTimeline { feed.timeline }
  /// Who is typing in the thread, oneself not among them.
  public var typingUsers: [User] { typing.users }
  public var hasLoadedAllPreviousReplies: Bool { feed.timeline.isLoaded && !feed.timeline.hasOlder }
  public var hasLoadedAllNextReplies: Bool { feed.timeline.isLoaded && !feed.timeline.hasNewer }

  /// Everything that the delegate is told, from now on.
  public func changes() -> AsyncStream<MessageUpdate> { broadcast.stream() }

  /// Takes over what an event says of the thread under the message, and tells of it if it says anything new.
  ///
  /// - Returns: whether anything changed.
  @discardableResult
  public func apply(_ event: ThreadInfoUpdateEvent) -> Bool {
    guard event.targetMessageId == messageId, change({ $0.apply(.threadInfoUpdated(event)) }) else {
      return false
    }
    tell(.threadInfo(event))
    return true
  }

  func tell(_ update: MessageUpdate) {
    switch update {
    case .message(let message): delegate?.messageController(self, didChangeMessage: message)
    case .replies(let changes): delegate?.messageController(self, didUpdateReplies: changes)
    case .received(let message): delegate?.messageController(self, didReceive: message)
    case .threadInfo(let event): delegate?.messageController(self, didUpdateThreadInfo: event)
    case .typing(let users): delegate?.messageController(self, didChangeTyping: users)
    }
    broadcast.send(update)
  }

  /// - Returns: whether the message is another one than before.
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
    tell(.message(message))
    return true
  }

  /// The message has arrived: its thread is under the id of the service.
  private func follow() {
    feed.tell = { _ in }
    feed = TimelineFeed(client: client, channelId: channelId, parentId: messageId)
    feed.tell = { [weak self] in self?.tell(.replies($0)) }
    typing = TypingWatch(client: client, key: DraftKey(channelId: channelId, parentId: messageId))
    typing.tell = { [weak self] in self?.tell(.typing($0)) }
  }
}

extension ChatClient {
  /// A controller of a message; nothing is asked for before `synchronize()`.
  public func messageController(for message: MessageID, in channel: ChannelID) -> MessageController {
    MessageController(client: self, channelId: channel, messageId: message)
  }
  /// A controller of a message as it is shown somewhere: what is done to it needs no connection to begin with.
  public func messageController(for message: Message) -> MessageController {
    let controller = messageController(for: message.id, in: message.channelId)
    if message.timetoken != nil { controller.change { $0.showCached([message]) } }
    return controller
  }
}

public import ChatDomain
import ChatSync

/// A message and the thread under it. A message that is being sent is followed to the id the service gives it.
@MainActor
public final class MessageController: TimelineController {
  /// Receives every change. It is not retained.
  public weak var delegate: (any MessageControllerDelegate)?

  /// A timeline of the message alone.
  private(set) var messageTimeline: MessageTimeline
  private let id: MessageID
  let refreshing = CoalescingTask()
  private let pinTimer: ExpiryTimer

  init(client: ChatClient, channelId: ChannelID, messageId: MessageID) {
    id = messageId
    messageTimeline = MessageTimeline(channelId: channelId, only: messageId)
    let present = client.engine.outbox.arrival(of: messageId)?.id ?? messageId
    messageTimeline.recordArrival(of: messageId, as: present)
    _ = messageTimeline.overlay(client.engine.outbox.entries(in: channelId))
    pinTimer = ExpiryTimer(clock: client.clock)
    super.init(client: client, channelId: channelId, parentId: present)
  }

  /// The message's current id.
  public var messageId: MessageID { messageTimeline.arrivedID(of: id) ?? id }
  /// The message as it is shown; nil while it is unknown, or after a hard deletion.
  public var message: Message? { messageTimeline.messages.first }
  /// The replies, oldest first.
  public var replies: [Message] { feed.messages }
  /// The message's current id, which identifies the thread.
  override public var parentId: MessageID? { messageId }
  /// The message as it is shown.
  override public var parent: Message? { message }

  /// Applies an event about the thread under the message, and reports it if it contains anything new.
  ///
  /// - Returns: whether anything changed.
  @discardableResult
  public func apply(_ event: ThreadInfoUpdateEvent) -> Bool {
    event.targetMessageId == messageId && change { $0.apply(.threadInfoUpdated(event)) }
  }

  // MARK: Loading

  /// Shows the message as it is saved on this device, then as the service has it, with its newest replies.
  override public func synchronize() async throws(ChatError) {
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
    try await super.synchronize()
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
    do throws(ChatError) { try await super.synchronize() } catch {
      // Report the error from loading the message itself, not this one.
    }
  }

  /// Marks the loaded replies as read.
  override public func markRead() async throws(ChatError) {
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

  override func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.threadInfoUpdated(let event)): apply(event)
    case .event(let event): change { $0.apply(event) }
    case .outbox(let outboxChange): change { $0.apply(outboxChange) }
    case .eventsMissed: reload()
    default: break
    }
    super.handle(notice)
    switch notice {
    case .event(.typing(let event)): typing.apply(event)
    case .event(.messageCreated(let message)): typing.apply(message)
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

  override func messagesDidChange(_ changes: [TimelineChange]) {
    delegate?.messageController(self, didUpdateReplies: changes)
  }

  override func typingDidChange(_ users: [User]) {
    delegate?.messageController(self, didChangeTyping: users)
  }

  /// - Returns: whether the message changed.
  @discardableResult
  func change(_ body: (inout MessageTimeline) -> [TimelineChange]) -> Bool {
    let before = message
    let idBefore = messageId
    _ = body(&messageTimeline)
    if messageId != idBefore { follow(messageId) }
    pinTimer.set(messageTimeline.nextPinExpiry) { [weak self] in
      guard let self else { return }
      change { $0.expirePins(at: self.client.clock.now) }
    }
    guard message != before else { return false }
    delegate?.messageController(self, didChangeMessage: message)
    return true
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

public import ChatDomain
import ChatSync

/// The messages of a channel or of a thread: a window into the service's messages, with the pending ones, and who is typing.
// Explicit: in a release build, the compiler (Swift 6.3) ignores the default isolation of a class with an isolated deinit.
@MainActor
public class TimelineController {
  /// The client that created this controller.
  public let client: ChatClient
  /// The channel's id; this device need not know the channel yet.
  public let channelId: ChannelID
  private(set) var feed: TimelineFeed
  private(set) var typing: TypingTracker
  private var subscription: Subscription?

  init(client: ChatClient, channelId: ChannelID, parentId: MessageID?) {
    self.client = client
    self.channelId = channelId
    feed = TimelineFeed(engine: client.engine, channelId: channelId, parentId: parentId)
    typing = TypingTracker(
      engine: client.engine, only: DraftKey(channelId: channelId, parentId: parentId))
    watchParts()
    subscription = client.engine.board.subscribe { [weak self] in self?.handle($0) }
  }

  /// The messages with their positions and pages.
  public var timeline: LoadedMessages { LoadedMessages(feed.timeline) }
  /// The messages to show, oldest first.
  public var messages: [Message] { feed.messages }
  /// Whether the service has newer messages than those loaded.
  public var hasNewer: Bool { feed.hasNewer }
  /// The other users who are typing here.
  public var typingUsers: [User] {
    typing.users(of: DraftKey(channelId: channelId, parentId: parentId))
  }
  /// The message above the thread; nil for a channel.
  public var parentId: MessageID? { nil }
  /// The message above the thread as it is shown; nil if it is not known, and for a channel.
  public var parent: Message? { nil }
  /// The channel with the user's own state; nil until it is known, and for a thread.
  public var summary: ChannelSummary? { nil }

  // MARK: Loading

  /// Shows what is saved on this device, then the service's newest messages. Without a connection it throws, keeps its
  /// messages, and loads the rest once there is a connection.
  public func synchronize() async throws(ChatError) { try await feed.synchronize() }

  /// Loads the page before the oldest loaded message.
  ///
  /// - Returns: the number of messages loaded; 0 at the beginning.
  @discardableResult
  public func loadOlder() async throws(ChatError) -> Int { try await feed.loadOlder() }

  /// Loads the page after the newest loaded message.
  ///
  /// - Returns: the number of messages loaded; 0 at the newest message.
  @discardableResult
  public func loadNewer() async throws(ChatError) -> Int { try await feed.loadNewer() }

  /// Moves the window to a message of the list.
  public func load(around message: MessageID) async throws(ChatError) { try await feed.load(around: message) }

  /// Moves the window to the oldest messages.
  public func loadOldest() async throws(ChatError) { try await feed.load(.oldest) }

  /// Moves the window to the newest messages.
  public func loadNewest() async throws(ChatError) { try await feed.load(.newest) }

  /// Marks everything that is loaded as read.
  public func markRead() async throws(ChatError) {}

  // MARK: Updates

  /// Passes changes of the list to the delegate.
  func messagesDidChange(_ changes: [TimelineChange]) {}

  /// Passes the users who are typing now to the delegate.
  func typingDidChange(_ users: [User]) {}

  /// Applies a notice of the client.
  func handle(_ notice: ClientNotice) { feed.handle(notice) }

  /// Shows the thread under the id that the message above it got from the service.
  final func follow(_ parentId: MessageID) {
    feed.onChange = { _ in }
    feed = TimelineFeed(engine: client.engine, channelId: channelId, parentId: parentId)
    typing = TypingTracker(
      engine: client.engine, only: DraftKey(channelId: channelId, parentId: parentId))
    watchParts()
  }

  private func watchParts() {
    feed.onChange = { [weak self] in self?.messagesDidChange($0) }
    typing.onChange = { [weak self] in self?.typingDidChange($1) }
  }
}

/// The loaded and pending messages of a channel or of a thread, oldest first: a window into the service's messages.
public nonisolated struct LoadedMessages: Sendable {
  private let timeline: MessageTimeline

  init(_ timeline: MessageTimeline) { self.timeline = timeline }

  /// An empty list, before anything is loaded.
  ///
  /// - Parameters:
  ///   - channelId: the channel.
  ///   - parentId: the message whose replies are listed; nil for the messages of the channel.
  public init(channelId: ChannelID, parentId: MessageID? = nil) {
    timeline = MessageTimeline(channelId: channelId, parentId: parentId)
  }

  /// The channel that the messages are in.
  public var channelId: ChannelID { timeline.channelId }
  /// The message whose replies these are; nil for a channel.
  public var parentId: MessageID? { timeline.parentId }
  /// The messages to show, oldest first.
  public var messages: [Message] { timeline.messages }
  /// Whether a page of the service was loaded; before that there may be messages saved on this device.
  public var isLoaded: Bool { timeline.isLoaded }
  /// Whether older messages exist than those loaded.
  public var hasOlder: Bool { timeline.hasOlder }
  /// Whether the service has newer messages than those loaded.
  public var hasNewer: Bool { timeline.hasNewer }

  /// The message as it is shown, by its id or by the id that it had while it was pending.
  public subscript(id: MessageID) -> Message? { timeline[id] }

  /// The index of a message in the list, by its id or by the id that it had while it was pending.
  public func index(of id: MessageID) -> Int? { timeline.index(of: id) }

  /// The current id of a message that had another one while it was pending.
  public func arrivedID(of id: MessageID) -> MessageID? { timeline.arrivedID(of: id) }

  /// Whether a message belongs in this list.
  public func holds(_ message: Message) -> Bool { timeline.holds(message) }
}

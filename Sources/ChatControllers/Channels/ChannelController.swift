public import ChatDomain

/// A channel as it is shown: its messages including pending ones, the typing users, and the read position.
// Written out: in a release build the compiler forgets the default for a class with an isolated deinit (Swift 6.3).
@MainActor
public final class ChannelController {
  public let client: ChatClient
  public let channelId: ChannelID
  public weak var delegate: (any ChannelControllerDelegate)?
  /// The channel; nil until it is known.
  public internal(set) var summary: ChannelSummary?

  let feed: TimelineFeed
  let typing: TypingTracker
  var threads = LatestThreadInfos()
  var unread = UnreadTail()
  /// Whether an event about the channel came while `synchronize` asked for it: the answer may be older.
  var wasHeardMeanwhile = false
  let refreshing = CoalescingTask()
  private let broadcast = Broadcast<ChannelUpdate>()
  private var subscription: Subscription?

  init(client: ChatClient, channelId: ChannelID) {
    self.client = client
    self.channelId = channelId
    feed = TimelineFeed(client: client, channelId: channelId)
    typing = TypingTracker(client: client, key: DraftKey(channelId: channelId))
    feed.onChange = { [weak self] in self?.emit(.messages($0)) }
    typing.onChange = { [weak self] in self?.emit(.typing($0)) }
    subscription = client.subscribe { [weak self] in self?.handle($0) }
  }

  public var channel: Channel? { summary?.channel }
  /// The messages to show, oldest first.
  public var messages: [Message] { feed.timeline.messages }
  /// The same messages with their positions and pages.
  public var timeline: MessageTimeline { feed.timeline }
  /// The other users who are typing in the channel.
  public var typingUsers: [User] { typing.users }
  public var hasLoadedAllPreviousMessages: Bool { feed.timeline.isLoaded && !feed.timeline.hasOlder }
  public var hasLoadedAllNextMessages: Bool { feed.timeline.isLoaded && !feed.timeline.hasNewer }

  /// Everything the delegate is told, starting now.
  public func changes() -> AsyncStream<ChannelUpdate> { broadcast.stream() }

  func emit(_ update: ChannelUpdate) {
    switch update {
    case .messages(let changes): delegate?.channelController(self, didUpdateMessages: changes)
    case .received(let message): delegate?.channelController(self, didReceive: message)
    case .threadInfo(let event): delegate?.channelController(self, didUpdateThreadInfo: event)
    case .typing(let users): delegate?.channelController(self, didChangeTyping: users)
    case .channel(let summary): delegate?.channelController(self, didChangeChannel: summary)
    }
    broadcast.send(update)
  }

  func change(_ body: (inout ChannelSummary) -> Void) {
    guard var changed = summary else { return }
    body(&changed)
    guard changed != summary else { return }
    summary = changed
    emit(.channel(changed))
  }
}

extension ChatClient {
  /// Creates a controller for a channel; nothing is requested before `synchronize()`.
  public func channelController(for channel: ChannelID) -> ChannelController {
    ChannelController(client: self, channelId: channel)
  }
}

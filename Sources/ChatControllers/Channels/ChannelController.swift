public import ChatDomain

/// A channel as it is shown: its messages with what is on their way, who types, and how far it was read.
// Written out: in a release build the compiler forgets the default for a class with an isolated deinit (Swift 6.3).
@MainActor
public final class ChannelController {
  public let client: ChatClient
  public let channelId: ChannelID
  public weak var delegate: (any ChannelControllerDelegate)?
  /// The channel; nil until it is known.
  public internal(set) var summary: ChannelSummary?

  let feed: TimelineFeed
  let typing: TypingWatch
  var threads = ThreadNews()
  var unread = UnreadTail()
  /// Whether something was heard of the channel that could not be noted, for the channel is not known yet.
  var wasHeardEarly = false
  let refreshing = SoleTask()
  private let broadcast = Broadcast<ChannelUpdate>()
  private var subscription: Subscription?

  init(client: ChatClient, channelId: ChannelID) {
    self.client = client
    self.channelId = channelId
    feed = TimelineFeed(client: client, channelId: channelId)
    typing = TypingWatch(client: client, key: DraftKey(channelId: channelId))
    feed.tell = { [weak self] in self?.tell(.messages($0)) }
    typing.tell = { [weak self] in self?.tell(.typing($0)) }
    subscription = client.subscribe { [weak self] in self?.hear($0) }
  }

  public var channel: Channel? { summary?.channel }
  /// What is to be shown, oldest first.
  public var messages: [Message] { feed.timeline.messages }
  /// The same with places and pages.
  public var timeline: MessageTimeline { feed.timeline }
  /// Who is typing in the channel, oneself not among them.
  public var typingUsers: [User] { typing.users }
  public var hasLoadedAllPreviousMessages: Bool { feed.timeline.isLoaded && !feed.timeline.hasOlder }
  public var hasLoadedAllNextMessages: Bool { feed.timeline.isLoaded && !feed.timeline.hasNewer }

  /// Everything that the delegate is told, from now on.
  public func changes() -> AsyncStream<ChannelUpdate> { broadcast.stream() }

  func tell(_ update: ChannelUpdate) {
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
    tell(.channel(changed))
  }
}

extension ChatClient {
  /// A controller of a channel; nothing is asked for before `synchronize()`.
  public func channelController(for channel: ChannelID) -> ChannelController {
    ChannelController(client: self, channelId: channel)
  }
}

public import ChatDomain
import ChatSync

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

  /// The message as it is shown. The id it had before it arrived also finds it.
  public subscript(id: MessageID) -> Message? { timeline[id] }

  /// The index of a message in the list; it is also found by the id it had before it arrived.
  public func index(of id: MessageID) -> Int? { timeline.index(of: id) }

  /// The current id of a message that had another one while it was pending.
  public func arrivedID(of id: MessageID) -> MessageID? { timeline.arrivedID(of: id) }

  /// Whether a message belongs in this list.
  public func holds(_ message: Message) -> Bool { timeline.holds(message) }
}

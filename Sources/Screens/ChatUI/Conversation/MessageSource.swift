import ChatControllers
import ChatDomain

/// A paged list of messages: those of a channel, or the replies of a thread.
protocol MessageSource: AnyObject {
  var timeline: LoadedMessages { get }
  var typingUsers: [User] { get }
  /// The ID of the message that a thread replies to; nil in a channel.
  var parentId: MessageID? { get }
  /// The message that a thread replies to, if it is known.
  var parent: Message? { get }
  /// The channel, if the messages are those of a known channel.
  var channelSummary: ChannelSummary? { get }

  func synchronize() async throws(ChatError)
  @discardableResult func loadOlder() async throws(ChatError) -> Int
  @discardableResult func loadNewer() async throws(ChatError) -> Int
  func loadOldest() async throws(ChatError)
  func loadNewest() async throws(ChatError)
  func load(around message: MessageID) async throws(ChatError)
  /// Marks everything loaded as read.
  func markAllRead() async throws(ChatError)
}

extension ChannelController: MessageSource {
  var parentId: MessageID? { nil }
  var parent: Message? { nil }
  var channelSummary: ChannelSummary? { summary }

  func loadOlder() async throws(ChatError) -> Int { try await loadPreviousMessages() }
  func loadNewer() async throws(ChatError) -> Int { try await loadNextMessages() }
  func loadOldest() async throws(ChatError) { try await loadOldestMessages() }
  func loadNewest() async throws(ChatError) { try await loadNewestMessages() }
  func load(around message: MessageID) async throws(ChatError) { try await loadMessages(around: message) }
  func markAllRead() async throws(ChatError) { try await markRead() }
}

extension MessageController: MessageSource {
  var parentId: MessageID? { messageId }
  var parent: Message? { message }
  var channelSummary: ChannelSummary? { nil }

  func loadOlder() async throws(ChatError) -> Int { try await loadPreviousReplies() }
  func loadNewer() async throws(ChatError) -> Int { try await loadNextReplies() }
  func loadOldest() async throws(ChatError) { try await loadOldestReplies() }
  func loadNewest() async throws(ChatError) { try await loadNewestReplies() }
  func load(around message: MessageID) async throws(ChatError) { try await loadReplies(around: message) }
  func markAllRead() async throws(ChatError) { try await markRepliesRead() }
}

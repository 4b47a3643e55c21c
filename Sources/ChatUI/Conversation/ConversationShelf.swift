import ChatDomain

/// The channels that were open lately: coming back to one finds it as it was left.
struct ConversationShelf {
  private var conversations: [(id: ChannelID, conversation: Conversation)] = []
  private let limit = 16

  subscript(channel: ChannelID) -> Conversation? {
    conversations.first { $0.id == channel }?.conversation
  }

  /// Puts one in front; the one that was not open for the longest goes.
  mutating func put(_ conversation: Conversation, for channel: ChannelID) {
    conversations.removeAll { $0.id == channel }
    conversations.insert((channel, conversation), at: 0)
    if conversations.count > limit { conversations.removeLast() }
  }
}

import ChatDomain

/// The places that were open lately: coming back to one finds it as it was left.
struct ConversationShelf {
  private var conversations: [(place: DraftKey, conversation: Conversation)] = []
  private let limit = 24

  subscript(place: DraftKey) -> Conversation? {
    conversations.first { $0.place == place }?.conversation
  }

  /// Puts one in front; the one that was not open for the longest goes.
  mutating func put(_ conversation: Conversation, for place: DraftKey) {
    conversations.removeAll { $0.place == place }
    conversations.insert((place, conversation), at: 0)
    if conversations.count > limit { conversations.removeLast() }
  }
}

import ChatDomain

/// The recently opened places: going back to one restores it as it was left.
struct ConversationShelf {
  private var conversations: [(place: DraftKey, conversation: Conversation)] = []
  private let limit = 24

  subscript(place: DraftKey) -> Conversation? {
    conversations.first { $0.place == place }?.conversation
  }

  /// Puts one in front and drops the least recently opened.
  mutating func put(_ conversation: Conversation, for place: DraftKey) {
    conversations.removeAll { $0.place == place }
    conversations.insert((place, conversation), at: 0)
    if conversations.count > limit { conversations.removeLast() }
  }
}

import ChatDomain

/// Something that is told to listeners who may be slow.
nonisolated protocol Broadcastable: Sendable {
  /// Of what is alike only the newest waits; nil for what has to be told each time.
  var likeness: BroadcastLikeness? { get }
  /// What is left of too much that waits: what can be looked up is said in one word, and what cannot stays.
  static func compacted(_ waiting: [Self]) -> [Self]
}

/// What a state says something of, which the next state says anew.
nonisolated enum BroadcastLikeness: Hashable, Sendable {
  case all, typing, channel
  case thread(MessageID)
  case draft(DraftKey)
}

/// A change of a list whose readers can look at the list itself.
nonisolated protocol Reloadable: Sendable {
  static var reloaded: Self { get }
}

extension ListChange: Reloadable {}
extension TimelineChange: Reloadable {}

nonisolated extension Array: Broadcastable where Element: Reloadable {
  var likeness: BroadcastLikeness? { nil }
  static func compacted(_ waiting: [Self]) -> [Self] { [[.reloaded]] }
}

nonisolated extension ChannelUpdate: Broadcastable {
  var likeness: BroadcastLikeness? {
    switch self {
    case .typing: .typing
    case .channel: .channel
    case .threadInfo(let event): .thread(event.targetMessageId)
    case .messages, .received: nil
    }
  }

  // What was received is told nowhere else, for a sound or a notification: that much waits for as long as it has to.
  static func compacted(_ waiting: [Self]) -> [Self] {
    waiting.filter { if case .messages = $0 { false } else { true } } + [.messages([.reloaded])]
  }
}

nonisolated extension MessageUpdate: Broadcastable {
  var likeness: BroadcastLikeness? {
    switch self {
    case .message: .all
    case .typing: .typing
    case .threadInfo(let event): .thread(event.targetMessageId)
    case .replies, .received: nil
    }
  }

  static func compacted(_ waiting: [Self]) -> [Self] {
    waiting.filter { if case .replies = $0 { false } else { true } } + [.replies([.reloaded])]
  }
}

nonisolated extension CurrentUserUpdate: Broadcastable {
  // All that can wait is one list, and the last word on each draft.
  var likeness: BroadcastLikeness? {
    switch self {
    case .draftMessages: .all
    case .draftUpdated(let event): .draft(event.draftMessage.key)
    case .draftDeleted(let event): .draft(event.key)
    }
  }

  static func compacted(_ waiting: [Self]) -> [Self] { waiting }
}

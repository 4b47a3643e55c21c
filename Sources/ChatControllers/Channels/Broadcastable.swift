import ChatDomain

/// An element that is delivered to listeners that may be slow.
nonisolated protocol Broadcastable: Sendable {
  /// Updates with the same key replace one another while they wait. Nil: every one is delivered.
  var likeness: BroadcastLikeness? { get }
  /// Shortens an overlong queue: what a listener can look up becomes one `.reloaded`; the rest stays.
  static func compacted(_ waiting: [Self]) -> [Self]
}

/// The part of the state an update describes; the next update for the same part replaces it.
nonisolated enum BroadcastLikeness: Hashable, Sendable {
  case all, typing, channel
  case thread(MessageID)
  case draft(DraftKey)
}

/// A change of a list that listeners can reload as a whole.
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

  // A received message is delivered nowhere else, and listeners need it for a sound or a notification: these wait for
  // as long as it takes.
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
  // The queue cannot grow long: at most one list and the last update of each draft wait.
  var likeness: BroadcastLikeness? {
    switch self {
    case .draftMessages: .all
    case .draftUpdated(let event): .draft(event.draftMessage.key)
    case .draftDeleted(let event): .draft(event.key)
    }
  }

  static func compacted(_ waiting: [Self]) -> [Self] { waiting }
}

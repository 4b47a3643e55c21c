import ChatDomain

/// An element that is delivered to listeners that may be slow.
nonisolated protocol Broadcastable: Sendable {
  /// Updates with the same key replace one another while they wait. Nil: every one is delivered.
  var coalescingKey: CoalescingKey? { get }
  /// Shortens an overlong queue: what a listener can look up becomes one `.reloaded`; the rest stays.
  static func compacted(_ waiting: [Self]) -> [Self]
}

/// The part of the state an update describes; the next update for the same part replaces it.
nonisolated enum CoalescingKey: Hashable, Sendable {
  case all, typing, channel
  case thread(MessageID)
  case draft(DraftKey)
}

/// A change of a list that listeners can reload as a whole.
nonisolated protocol Reloadable: Sendable {
  static var reloaded: Self { get }
}

nonisolated extension Array: Broadcastable where Element: Reloadable {
  var coalescingKey: CoalescingKey? { nil }
  static func compacted(_ waiting: [Self]) -> [Self] { [[.reloaded]] }
}

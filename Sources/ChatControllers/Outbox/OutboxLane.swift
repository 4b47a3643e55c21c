import ChatDomain

/// What goes on in one channel: one thing at a time, or a pause before the next try.
struct OutboxLane {
  /// Works the entries off; nil when there is nothing to do or a pause.
  var worker: Task<Void, Never>?
  /// Ends the pause.
  var timer: Task<Void, Never>?
  var pause: RetryPause
  /// The entry that the service is being asked about.
  var current: TransactionID?
  /// Whether the request that would make the current entry's message known to others has gone out.
  var hasAsked = false
  /// Whether there was a reason, since the current entry's turn began, not to wait before the next try.
  var isWoken = false
}

import ChatDomain

/// The state of one channel: one entry in progress, or a pause before the next attempt.
struct ChannelSendState {
  /// The task that works through the entries; nil if there is nothing to do or during a pause.
  var task: Task<Void, Never>?
  /// Ends the pause.
  var timer: Task<Void, Never>?
  var pause: RetryPause
  /// The reason why the last attempt failed temporarily.
  var obstacle: ChatError?
  /// The earliest time at which the service accepts another attempt; nothing shortens the pause before that.
  var notBefore: Timestamp?
  /// Whether the user has to sign in again before there is an attempt.
  var isSignedOut = false
  /// The entry that the service is being asked about.
  var current: TransactionID?
  /// Whether the request that would make the current entry's message visible to others has been sent.
  var requestWasSent = false
  /// Whether something happened since the current entry's turn began that makes the next pause pointless.
  var skipsNextPause = false
}

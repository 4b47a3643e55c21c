import ChatDomain

/// What the loop of an account remembers between two of its rounds.
final class SyncPulse {
  /// A round that somebody asked for and that has not begun.
  var next: Task<ChatError?, Never>?
  /// The one that somebody asked for last, which may have ended.
  var last: Task<ChatError?, Never>?
  /// The rest before the next attempt, after a failure.
  var rest: Task<Void, Never>?
  /// How many attempts in a row have failed.
  var failures = 0
  /// How many answers in a row said at once that nothing happened.
  var idleAnswers = 0
  static let mostIdleAnswers = 5
  /// Whether the last round succeeded.
  var isConnected = false
  /// When the last one did.
  var answeredAt: Timestamp?
  /// How many answers in a row nobody could read.
  var unreadable = 0
  /// After how many it begins anew: each time twice as many, because it may be of no use.
  var mostUnreadable = 3
  /// How often in a row the connection broke off while the gap of a room was filled.
  var brokenGaps: [ChannelID: Int] = [:]
  static let mostBrokenGaps = 3
  /// Whether the server was asked in this run what it takes, and how often.
  var hasAskedForLimits = false
  var limitRequests = 0

  /// How long to rest after so many failures.
  var restingTime: Duration { .seconds(min(30, 1 << min(failures, 5))) }
}

import ChatDomain

/// The number of messages to keep: a list shows its first page from the cache, and the service has the rest.
struct CacheBounds {
  /// The newest messages that are kept of a channel.
  var messagesPerChannel = 200
  /// The messages that are kept of all channels together: a page for each of a thousand.
  var messages = 50_000
  /// The messages that are removed in one go, so that a key in between is not delayed.
  var messagesPerBatch = 100
  /// The messages that are added between two checks.
  var messagesPerCheck = 2_000
}

/// Decides when the cache is checked against its bounds: when the first messages of a session are added, and at intervals.
struct CacheCheck {
  var bounds = CacheBounds()
  /// The number of messages added since the last check.
  private var added = 0
  private var wasMade = false

  mutating func note(_ changes: [StoreChange]) {
    for case .cacheMessages(let messages) in changes { added += messages.count }
  }

  var isDue: Bool { added > 0 && (!wasMade || added >= bounds.messagesPerCheck) }

  mutating func begin() { (wasMade, added) = (true, 0) }
}

import ChatDomain

/// The number of messages to keep: a list shows its first page from the cache, and the service has the rest.
struct CacheBounds {
  /// The newest messages per channel.
  var ofChannel = 200
  /// The total for all channels: a page for each of a thousand.
  var ofAll = 50_000
  /// The number removed in one go, so that a key in between is not delayed.
  var atOnce = 100
  /// The number of added messages after which the bounds are checked again.
  var every = 2_000
}

/// Decides when the cache is checked against its bounds: when the first messages of a session are added, and at intervals.
struct CacheCheck {
  var bounds = CacheBounds()
  /// The number of messages added since the last check.
  private var added = 0
  private var wasMade = false

  mutating func count(_ changes: [StoreChange]) {
    for case .cacheMessages(let messages) in changes { added += messages.count }
  }

  var isDue: Bool { added > 0 && (!wasMade || added >= bounds.every) }

  mutating func begin() { (wasMade, added) = (true, 0) }
}

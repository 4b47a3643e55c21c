import ChatDomain

/// The limits of the message cache. A list shows only its first page from the cache, and the service has the rest.
struct CacheBounds {
  /// The number of newest messages that are kept for each channel.
  var messagesPerChannel = 200
  /// The number of messages that are kept for all channels together: a page for each of a thousand.
  var messages = 50_000
  /// The number of messages that are removed in one transaction: few, so that keys are not delayed.
  var messagesPerBatch = 100
  /// The number of added messages after which the bounds are checked again.
  var messagesPerCheck = 2_000
}

/// Decides when the cache is checked against its bounds: after the first messages of a session, and then after every
/// `messagesPerCheck`.
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

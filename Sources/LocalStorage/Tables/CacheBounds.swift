/// The number of messages to keep: a list shows its first page from the cache, and the service has the rest.
struct CacheBounds {
  /// The newest messages per channel.
  var ofChannel = 200
  /// The total for all channels: a page for each of a thousand.
  var ofAll = 50_000
  /// The number removed in one go, so that a key in between does not wait.
  var atOnce = 100
  /// The number of added messages after which the bounds are checked again.
  var every = 2_000
}

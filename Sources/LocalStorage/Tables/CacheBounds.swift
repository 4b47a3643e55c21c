/// How much is kept of the messages: a list shows its first page of it, and the service has the rest.
struct CacheBounds {
  /// The newest of a channel.
  var ofChannel = 200
  /// Of all channels together: a page for each of a thousand.
  var ofAll = 50_000
  /// So many are taken away in one go, so that a key in between does not wait.
  var atOnce = 100
  /// So many can be added before it is looked at again.
  var every = 2_000
}

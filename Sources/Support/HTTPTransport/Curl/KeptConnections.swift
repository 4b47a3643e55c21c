import CCurl

/// The connections that are kept for later requests, by the port that they have here. All on the thread of a loop.
///
/// libcurl takes whatever came meanwhile on a kept connection for the answer to the next request (7.88, in Debian 12, does).
/// Nothing does, unless somebody on the way has lost count and gives an answer twice.
final class KeptConnections {
  /// Those on which answers come one after another: beside each other, others may be on their way at any time.
  private var sequential: Set<Int32> = []

  /// An answer came to its end.
  func record(_ port: Int32, isSequential: Bool) {
    if isSequential { sequential.insert(port) } else { sequential.remove(port) }
  }

  /// Whether the next thing to come on a connection can be the answer to what is sent now. If not, it is of no more use.
  func isClean(_ port: Int32) -> Bool {
    guard sequential.contains(port), libcurl_has_unread(port) != 0 else { return true }
    sequential.remove(port)
    return false
  }
}

import CCurl

/// The connections that are kept for later requests, by their local port. Used only on the thread of a loop.
///
/// libcurl takes data that arrived on an idle connection for the answer to the next request (at least 7.88, in Debian 12). Such
/// data only arrives if a faulty server or proxy sends an answer twice.
final class KeptConnections {
  /// The connections with one answer at a time. On multiplexed ones, other answers may arrive at any time.
  private var sequential: Set<Int32> = []

  /// Notes that an answer on a connection is complete.
  func record(_ port: Int32, isSequential: Bool) {
    if isSequential { sequential.insert(port) } else { sequential.remove(port) }
  }

  /// Whether the next data on a connection can be the answer to a request that is sent now. If not, the connection must not be
  /// reused.
  func isClean(_ port: Int32) -> Bool {
    guard sequential.contains(port), libcurl_has_unread(port) != 0 else { return true }
    sequential.remove(port)
    return false
  }
}

import ChatDomain

/// Somebody wants to be left alone for a while.
extension MatrixService {
  /// Cuts the device off from the server, or connects it again. What was sent before is finished; everything else fails as
  /// it does without a network, and what is to be sent waits.
  public func setOffline(_ isOffline: Bool) {
    guard connection.isOffline != isOffline else { return }
    connection.isOffline = isOffline
    guard isOffline else {
      pulse.rest?.cancel()
      return begin()
    }
    // The server may still be holding an answer back, which nobody wants now.
    loop?.cancel()
    loop = nil
    pulse.isConnected = false
    end(streams: .connection(.offline))
  }
}

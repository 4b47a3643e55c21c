import ChatDomain

/// Where a message stands: those of the service by its timetoken, those on their way behind the one they were written
/// after, in the order in which they were written.
nonisolated struct MessagePlace: Hashable, Comparable, Sendable {
  /// The message's own timetoken, or that of the one it follows; 0 for none.
  var token: UInt64
  /// 0 for a message of the service.
  var sequence = 0
  /// Keeps apart what a service should not have given the same token.
  var id: MessageID

  static func < (left: MessagePlace, right: MessagePlace) -> Bool {
    (left.token, left.sequence, left.id) < (right.token, right.sequence, right.id)
  }

  var isLocal: Bool { sequence > 0 }
}

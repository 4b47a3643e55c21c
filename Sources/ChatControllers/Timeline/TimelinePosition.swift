import ChatDomain

/// The position of a message: the service's messages are ordered by timetoken, pending messages come after the message
/// that was the last when they were written, in the order of writing.
nonisolated struct TimelinePosition: Hashable, Comparable, Sendable {
  /// The message's own timetoken, or that of the message it follows; 0 for none.
  var token: UInt64
  /// 0 for a message of the service.
  var sequence = 0
  /// A tie-breaker, in case a service issues the same token twice.
  var id: MessageID

  static func < (left: TimelinePosition, right: TimelinePosition) -> Bool {
    (left.token, left.sequence, left.id) < (right.token, right.sequence, right.id)
  }

  var isLocal: Bool { sequence > 0 }
}

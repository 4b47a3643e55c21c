package import ChatDomain

/// The position of a message: the service's messages are ordered by timetoken, and pending messages come after all of
/// them, in the order of writing.
package nonisolated struct TimelinePosition: Hashable, Comparable, Sendable {
  let rank: TimelineRank
  /// A tie-breaker, in case a service issues the same token twice.
  package let id: MessageID

  init(_ rank: TimelineRank, id: MessageID) {
    self.rank = rank
    self.id = id
  }

  init(token: UInt64, sequence: Int = 0, id: MessageID) {
    self.init(TimelineRank(token: token, sequence: sequence), id: id)
  }

  /// The position of a message that the outbox has yet to send.
  package static func pending(_ send: OutboxEntry) -> TimelinePosition {
    TimelinePosition(token: .max, sequence: send.sequence, id: send.message.id)
  }

  package static func < (left: TimelinePosition, right: TimelinePosition) -> Bool {
    left.rank == right.rank ? left.id < right.id : left.rank < right.rank
  }

  var isLocal: Bool { rank.isLocal }
}

/// The sort key of a message without its id, because lists have the ids already.
nonisolated struct TimelineRank: Hashable, Comparable, Sendable {
  /// The message's own timetoken; the highest one for a pending message.
  let token: UInt64
  /// 0 for a message of the service.
  let sequence: Int

  static func < (left: TimelineRank, right: TimelineRank) -> Bool {
    (left.token, left.sequence) < (right.token, right.sequence)
  }

  var isLocal: Bool { sequence > 0 }
}

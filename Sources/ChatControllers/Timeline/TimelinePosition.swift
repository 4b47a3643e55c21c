import ChatDomain

/// The position of a message: the service's messages are ordered by timetoken, pending messages come after the message
/// that was the last when they were written, in the order of writing.
nonisolated struct TimelinePosition: Hashable, Comparable, Sendable {
  let place: TimelinePlace
  /// A tie-breaker, in case a service issues the same token twice.
  let id: MessageID

  init(_ place: TimelinePlace, id: MessageID) {
    self.place = place
    self.id = id
  }

  init(token: UInt64, sequence: Int = 0, id: MessageID) {
    self.init(TimelinePlace(token: token, sequence: sequence), id: id)
  }

  static func < (left: TimelinePosition, right: TimelinePosition) -> Bool {
    left.place == right.place ? left.id < right.id : left.place < right.place
  }

  var isLocal: Bool { place.isLocal }
}

/// A position without the id of its message, which is kept for each message of a list: the list has the ids already.
nonisolated struct TimelinePlace: Hashable, Comparable, Sendable {
  /// The message's own timetoken, or that of the message it follows; 0 for none.
  let token: UInt64
  /// 0 for a message of the service.
  let sequence: Int

  static func < (left: TimelinePlace, right: TimelinePlace) -> Bool {
    (left.token, left.sequence) < (right.token, right.sequence)
  }

  var isLocal: Bool { sequence > 0 }
}

import ChatDomain

/// An event to send to a room, encrypted or not.
struct OutgoingEvent: Hashable, Sendable {
  let type: String
  let content: [UInt8]
  let room: ChannelID
  let transaction: TransactionID
}

extension MatrixRequest {
  /// Sends the event in the clear.
  static func send(_ event: OutgoingEvent) -> MatrixRequest {
    send(event.type, event.content, in: event.room, transaction: event.transaction)
  }

  /// The content of a room's state with an empty key.
  static func state(_ type: String, of room: ChannelID) -> MatrixRequest {
    MatrixRequest(.get, ["rooms", room.rawValue, "state", type, ""])
  }
}

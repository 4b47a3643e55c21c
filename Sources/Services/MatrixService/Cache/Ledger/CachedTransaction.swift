package import ChatDomain

/// Something that was sent under an id of ours, and what came of it.
package struct CachedTransaction: Hashable, Sendable {
  package let id: TransactionID
  package let room: ChannelID
  /// What was sent, in the words of the service: an id can be used once for each purpose.
  package let purpose: String
  /// The message that came of it.
  package let result: MessageID
  package let at: Timestamp

  package init(
    id: TransactionID, room: ChannelID, purpose: String, result: MessageID, at: Timestamp
  ) {
    self.id = id
    self.room = room
    self.purpose = purpose
    self.result = result
    self.at = at
  }
}

/// A file on its way to the server.
package struct CachedUpload: Hashable, Sendable {
  package let id: UploadID
  package let transactionId: TransactionID
  package let file: FileDescription
  /// How many bytes of it there are.
  package var received: Int
  /// Where the server will have it, once it has said so.
  package var address: String?
  package var isDone: Bool

  package init(
    id: UploadID, transactionId: TransactionID, file: FileDescription, received: Int, address: String? = nil,
    isDone: Bool = false
  ) {
    self.id = id
    self.transactionId = transactionId
    self.file = file
    self.received = received
    self.address = address
    self.isDone = isDone
  }
}

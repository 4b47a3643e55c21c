public import ChatDomain

/// The contract's form of a message.
extension MatrixEvent {
  /// The message that the event began, before edits, reactions and pins.
  ///
  /// - Parameters:
  ///   - author: the sender, as they are called in the room.
  ///   - viewer: the one who is signed in.
  ///   - quoted: the message that it quotes, in its own words; nil if it is not known.
  /// - Returns: nil for what is no message, or cannot be read.
  public func message(
    author: User, viewer: UserID, timetoken: Timetoken, time: SaneTime, quoted: QuotedMessage? = nil
  ) -> Message? {
    guard case .message(let content) = meaning, author.id == sender else { return nil }
    return Message(
      id: id, channelId: room, parentId: content.parentId, author: author, elements: content.elements,
      files: content.file.map { [$0] } ?? [], quoted: quoted, createdAt: time.timestamp(sentAt),
      timetoken: timetoken, isShownInChannel: content.isShownInChannel,
      transactionId: transaction(for: viewer),
      extras: content.extras)
  }
}

extension Message {
  /// The message with the words of an edit that counts; see `EventTrust`.
  public func edited(to edit: EditContent, at time: Timestamp, version: Timetoken) -> Message {
    var message = self
    message.elements = edit.content.elements
    message.files = edit.content.file.map { [$0] } ?? []
    message.editedAt = time
    message.version = max(version, self.version ?? version)
    return message
  }
}

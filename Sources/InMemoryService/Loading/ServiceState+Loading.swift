import ChatDomain

extension ServiceState {
  /// Adds a message to the history without sending events.
  mutating func load(_ message: HistoricMessage, into room: Int) throws(ChatError) -> UInt64 {
    var parent: UInt64 = 0
    if let id = message.parentId {
      let record = try record(id, in: room)
      if let refusal = ThreadRules.refusal(ofReplyTo: self.message(record, in: room, for: record.author)) {
        throw .refused(refusal)
      }
      parent = record.token
    }
    var details = MessageDetails()
    if let id = message.quotedId {
      let quoted = try record(id, in: room)
      details.quoted = QuoteReference(id: quoted.id, author: quoted.author)
    }
    details.files = message.files.map { keep($0, of: message.author, in: room) }
    details.pin = message.pin
    details.reactions = message.reactions
    var traits: MessageRecord.Traits = parent == 0 || message.isShownInChannel ? [.shownInChannel] : []
    if message.isUnreadable { traits.insert(.unreadable) }
    let record = MessageRecord(
      token: makeToken(at: message.createdAt), createdAt: message.createdAt, parent: parent,
      author: message.author, elements: message.elements, traits: traits, details: details)
    store(record, in: room)
    if message.pin != nil { rooms[room].pins.pin(record.token, at: record.token) }
    return record.token
  }

  private mutating func keep(_ file: HistoricFile, of user: UserID, in room: Int) -> FileAttachment {
    let attachment = FileAttachment(
      id: vault.makeFileID(), name: file.name, mimeType: file.mimeType, size: file.bytes.count)
    vault.add(attachment, bytes: file.bytes, owner: user)
    vault.attach([attachment], to: room)
    return attachment
  }
}

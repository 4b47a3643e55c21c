import ChatDomain
import DraftEngine

extension ServiceState {
  mutating func send(_ new: NewMessage, by user: UserID) throws(ChatError) -> Message {
    let room = try room(new.channelId, for: user)
    if let answer = answer(to: new.transactionId, of: user) { return answer }
    let content = try content(markup: new.markup, files: new.files, by: user, in: room)
    if let refusal = new.extras.refusal { throw .refused(refusal) }
    try require(new.needs)
    let parent = try parent(of: new, in: room)
    let record = MessageRecord(
      token: makeToken(), createdAt: now, parent: parent ?? 0, author: user, elements: content.elements,
      traits: parent == nil || new.isShownInChannel ? [.shownInChannel] : [],
      transactionId: new.transactionId,
      details: MessageDetails(
        files: content.files, quoted: try reference(to: new.quoted, in: room),
        pin: new.pinning.map { Pin(by: user, at: now, expiresAt: $0.expiresAt) },
        extras: new.extras, expiresAt: try expiry(of: new.delivery)))
    stopTyping(of: user, under: new.parentId, in: room)
    vault.attach(content.files, to: room)
    let created = message(record, in: room, for: user)
    guard new.delivery.shouldStore else {
      desks[user, default: Desk()].transactions[new.transactionId] = .answer(created)
      rooms[room].passing.insert(record.id)
      tellMembers(of: room, about: created) { .messageCreated($0) }
      return created
    }
    desks[user, default: Desk()].transactions[new.transactionId] = .message(room: room, token: record.token)
    store(record, in: room)
    if record.details.pin != nil { rooms[room].pins.pin(record.token, at: record.token) }
    tellMembers(of: room, created: record)
    if let parent { tellThreadInfo(under: parent, in: room) }
    return created
  }

  mutating func edit(_ edit: MessageEdit, by user: UserID) throws(ChatError) -> Message {
    let room = try room(edit.channelId, for: user)
    if let answer = answer(to: edit.transactionId, of: user) { return answer }
    let record = try record(edit.messageId, in: room)
    guard record.author == user, !record.isSystem else { throw .refused(.notAllowed) }
    guard !record.isDeleted else { throw .refused(.messageDeleted) }
    guard !record.isUnreadable else { throw .refused(.messageUnreadable) }
    let content = try content(markup: edit.markup, files: edit.files, by: user, in: room)
    var edited = record
    edited.body = MessageBody(content.elements)
    edited.details.files = content.files
    edited.details.editedAt = now
    replace(record, by: edited, in: room)
    vault.attach(content.files, to: room)
    desks[user, default: Desk()].transactions[edit.transactionId] = .message(room: room, token: record.token)
    return try announceUpdate(of: record.token, in: room, for: user)
  }

  /// Replaces a message by its edited version, and updates the counted mentions.
  private mutating func replace(_ record: MessageRecord, by edited: MessageRecord, in room: Int) {
    if record.isShownInChannel { rooms[room].reading.remove(record) }
    rooms[room].modify(record.token) { $0 = edited }
    if record.isShownInChannel { rooms[room].reading.add(edited) }
    guard record.involvedUsers != edited.involvedUsers else { return }
    for parent in [record.token, record.parent] {
      guard let version = rooms[room].threads[parent]?.updatedAt else { continue }
      // The involved users determine which lists contain the thread; its info does not change.
      changeThread(under: parent, in: room, at: version) {
        $0.release(record.involvedUsers)
        $0.involve(edited.involvedUsers)
      }
    }
  }

  // MARK: What was asked for

  /// The answer to a transaction that was sent before; nil if it was not.
  func answer(to transaction: TransactionID, of user: UserID) -> Message? {
    switch desks[user]?.transactions[transaction] {
    case .message(let room, let token): message(at: token, in: room, for: user)
    case .answer(let message): withPresentQuote(message)
    case nil: nil
    }
  }

  private func content(
    markup: String, files: [FileID], by user: UserID, in room: Int
  ) throws(ChatError) -> (elements: [MessageElement], files: [FileAttachment]) {
    let bytes = markup.utf8.count
    guard bytes <= limits.messageBytes else {
      throw .refused(.messageTooLong(bytes: bytes, limit: limits.messageBytes))
    }
    guard files.count <= limits.filesPerMessage else {
      throw .refused(.wrongNumberOfFiles(count: files.count, limit: limits.filesPerMessage))
    }
    let elements = MessageMarkup.parse(markup)
    let hasWords = elements.contains { $0.target != nil || !$0.text.isBlank }
    guard hasWords || !files.isEmpty else { throw .refused(.emptyMessage) }
    var attachments: [FileAttachment] = []
    for file in files {
      attachments.append(try vault.attachment(file, for: user, in: desks[user]?.rooms ?? []))
    }
    return (elements, attachments)
  }

  private func parent(of new: NewMessage, in room: Int) throws(ChatError) -> UInt64? {
    guard let id = new.parentId else { return nil }
    if let token = id.token, rooms[room].gone.contains(token) { throw .refused(.replyToDeletedMessage) }
    let parent = try record(id, in: room)
    if let refusal = ThreadRules.refusal(ofReplyTo: message(parent, in: room, for: parent.author)) {
      throw .refused(refusal)
    }
    return parent.token
  }

  /// Refuses what the service is configured not to do.
  func require(_ needs: Set<ServiceAbility>) throws(ChatError) {
    if let refusal = configuration.abilities.refusal(ofNeeding: needs) { throw .refused(refusal) }
  }

  private func expiry(of delivery: DeliveryOptions) throws(ChatError) -> Timestamp? {
    guard delivery.shouldStore, let hours = delivery.timeToLive, hours != 0 else { return nil }
    guard hours > 0 else { throw .refused(.invalid("a time to live of \(hours) hours")) }
    let (length, isTooLong) = Int64(hours).multipliedReportingOverflow(by: 3_600_000_000)
    let (end, isTooLate) = now.microseconds.addingReportingOverflow(length)
    return isTooLong || isTooLate ? nil : Timestamp(microseconds: end)
  }
}

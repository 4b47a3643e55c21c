import ChatDomain
import DraftEngine

/// Carries out what a user says, changes and takes back.
struct MessageRequests {
  let user: UserID

  init(of user: UserID) { self.user = user }

  func send(_ new: NewMessage, _ state: inout ServiceState) throws(ChatError) -> Message {
    let room = try state.room(new.channelId, for: user)
    if let answer = answer(to: new.transactionId, state) { return answer }
    let content = try content(markup: new.markup, files: new.files, state)
    if let refusal = new.extras.refusal { throw .refused(refusal) }
    try state.require(new.needs)
    let parent = try parent(of: new, in: room, state)
    let record = MessageRecord(
      token: state.makeToken(), createdAt: state.now, parent: parent ?? 0, author: user,
      elements: content.elements,
      traits: parent == nil || new.isShownInChannel ? [.shownInChannel] : [],
      transactionId: new.transactionId,
      details: MessageDetails(
        files: content.files, quoted: try reference(to: new.quoted, in: state.rooms[room]),
        pin: new.pinning.map { Pin(by: user, at: state.now, expiresAt: $0.expiresAt) },
        extras: new.extras, expiresAt: try expiry(of: new.delivery, state)))
    SignalRequests(of: user).stopTyping(under: new.parentId, in: room, &state)
    state.files.attach(content.files, to: room)
    let created = state.message(record, in: room, for: user)
    guard new.delivery.shouldStore else {
      state.transactions[new.transactionId, of: user] = .answer(created)
      state.rooms[room].history.addUnstored(record.id)
      state.events.send(about: created, to: state.rooms[room].members) { .messageCreated($0) }
      return created
    }
    state.transactions[new.transactionId, of: user] = .message(room: room, token: record.token)
    state.store(record, in: room)
    if record.details.pin != nil { state.rooms[room].history.pins.pin(record.token, at: record.token) }
    state.events.sendCreated(record, in: room, to: state.rooms[room].members)
    if let parent { state.sendThreadInfo(under: parent, in: room) }
    return created
  }

  func edit(_ edit: MessageEdit, _ state: inout ServiceState) throws(ChatError) -> Message {
    let room = try state.room(edit.channelId, for: user)
    if let answer = answer(to: edit.transactionId, state) { return answer }
    let record = try state.record(edit.messageId, in: room)
    guard record.author == user, !record.isSystem else { throw .refused(.notAllowed) }
    guard !record.isDeleted else { throw .refused(.messageDeleted) }
    guard !record.isUnreadable else { throw .refused(.messageUnreadable) }
    guard record.isEditable else { throw .refused(.messageNotEditable) }
    let content = try content(markup: edit.markup, files: edit.files, state)
    var edited = record
    edited.body = MessageBody(content.elements)
    edited.details.files = content.files
    edited.details.editedAt = state.now
    state.replace(record, by: edited, in: room)
    state.files.attach(content.files, to: room)
    state.transactions[edit.transactionId, of: user] = .message(room: room, token: record.token)
    return try state.sendUpdate(of: record.token, in: room, for: user)
  }

  /// Deleting a message again has no effect: the answer to the first request may have been lost.
  func delete(
    _ id: MessageID, in channel: ChannelID, hard: Bool, _ state: inout ServiceState
  ) throws(ChatError) {
    let room = try state.room(channel, for: user)
    if state.rooms[room].history.wasRemoved(id) { return }
    let record = try state.record(id, in: room)
    guard !record.isSystem else { throw .refused(.notAllowed) }
    if record.author != user { try state.check(.deleteOthers, by: user, in: room) }
    guard hard || !record.isDeleted else { return }
    state.remove(record, from: room, isHard: hard)
  }

  /// The answer to a transaction that was sent before; nil if it was not.
  func answer(to transaction: TransactionID, _ state: ServiceState) -> Message? {
    switch state.transactions[transaction, of: user] {
    case .message(let room, let token): state.reader.message(at: token, in: state.rooms[room], for: user)
    case .answer(let message): message.replacingQuote(state.presentQuote)
    case nil: nil
    }
  }

  // MARK: Checking

  private func content(
    markup: String, files: [FileID], _ state: ServiceState
  ) throws(ChatError) -> (elements: [MessageElement], files: [FileAttachment]) {
    let (bytes, limits) = (markup.utf8.count, state.limits)
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
      attachments.append(
        try state.files.attachment(file, for: user, in: state.channelLists.rooms(of: user)))
    }
    return (elements, attachments)
  }

  private func parent(
    of new: NewMessage, in room: Int, _ state: ServiceState
  ) throws(ChatError) -> UInt64? {
    guard let id = new.parentId else { return nil }
    if state.rooms[room].history.wasRemoved(id) { throw .refused(.replyToDeletedMessage) }
    return try state.parent(id, in: room)
  }

  /// The reference to what somebody quotes. Nobody can put words or a name into another user's mouth: only the id is
  /// believed, unless the message is gone.
  private func reference(
    to quoted: QuotedMessage?, in room: ChannelRoom
  ) throws(ChatError) -> QuoteReference? {
    guard let quoted else { return nil }
    guard quoted.channelId == room.id else { throw .refused(.quoteFromOtherChannel) }
    // A message that was deleted while this one was in transit is no reason to refuse this one.
    let author = quoted.id.token.flatMap { room.history.record($0) }?.author ?? quoted.author.id
    return QuoteReference(id: quoted.id, author: author)
  }

  private func expiry(
    of delivery: DeliveryOptions, _ state: ServiceState
  ) throws(ChatError) -> Timestamp? {
    guard delivery.shouldStore, let hours = delivery.timeToLive, hours != 0 else { return nil }
    guard hours > 0 else { throw .refused(.invalid("a time to live of \(hours) hours")) }
    let (length, isTooLong) = Int64(hours).multipliedReportingOverflow(by: 3_600_000_000)
    let (end, isTooLate) = state.now.microseconds.addingReportingOverflow(length)
    return isTooLong || isTooLate ? nil : Timestamp(microseconds: end)
  }
}

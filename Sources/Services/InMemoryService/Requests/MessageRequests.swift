import ChatDomain
import DraftEngine

/// A user's new, edited and deleted messages.
struct MessageRequests {
  let user: UserID

  func send(_ new: NewMessage, _ state: inout ServiceState) throws(ChatError) -> Message {
    let room = try state.room(new.channelId, for: user)
    if let answer = answer(to: new.transactionId, state) { return answer }
    try EncryptionRequests(user: user).checkSending(in: room, isEncrypted: new.isEncrypted, state)
    let content = try content(markup: new.markup, files: new.files, state)
    if let refusal = new.extras.refusal { throw .refused(refusal) }
    try state.require(new.needs)
    let parent = try parent(of: new, in: room, state)
    let token = state.makeToken()
    var message = Message(
      id: MessageID(token: token), channelId: new.channelId, parentId: new.parentId,
      author: state.users.known(user), elements: content.elements, files: content.files,
      quoted: try reference(to: new.quoted, in: state.rooms[room]), createdAt: state.now,
      timetoken: Timetoken(token),
      pin: new.pinning.map { Pin(by: user, at: state.now, expiresAt: $0.expiresAt) },
      isEncrypted: state.rooms[room].channel.isEncrypted,
      isShownInChannel: parent == nil || new.isShownInChannel, transactionId: new.transactionId,
      extras: new.extras)
    message.alsoMentioned = state.everyone(mentionedBy: message, in: room)
    let expiry = try expiry(of: new.delivery, state)
    SignalRequests(user: user).stopTyping(under: new.parentId, in: room, &state)
    state.files.attach(content.files, to: room)
    let created = state.present(message, for: user)
    guard new.delivery.shouldStore else {
      state.transactions[user, default: [:]][new.transactionId] = .answer(created)
      state.rooms[room].history.unstored.insert(message.id)
      state.sendMessage(message, in: room) { .messageCreated($0) }
      return created
    }
    state.transactions[user, default: [:]][new.transactionId] = .message(room: room, token: token)
    state.store(message, in: room, expiresAt: expiry)
    if message.pin != nil { state.rooms[room].history.pins[token] = token }
    state.sendMessage(message, in: room) { .messageCreated($0) }
    if let parent { state.sendThreadInfo(under: parent, in: room) }
    return created
  }

  func edit(_ edit: MessageEdit, _ state: inout ServiceState) throws(ChatError) -> Message {
    let room = try state.room(edit.channelId, for: user)
    if let answer = answer(to: edit.transactionId, state) { return answer }
    let message = try state.stored(edit.messageId, in: room)
    guard message.author.id == user, message.kind == .regular else { throw .refused(.notAllowed) }
    guard !message.isDeleted else { throw .refused(.messageDeleted) }
    guard !message.isUnreadable else { throw .refused(.messageUnreadable) }
    guard message.isEditable else { throw .refused(.messageNotEditable) }
    try EncryptionRequests(user: user).checkSending(in: room, isEncrypted: message.isEncrypted, state)
    let content = try content(markup: edit.markup, files: edit.files, state)
    var edited = message
    edited.elements = content.elements
    edited.files = content.files
    edited.alsoMentioned = state.everyone(mentionedBy: edited, in: room)
    edited.editedAt = state.now
    state.replace(message, by: edited, in: room)
    state.files.attach(content.files, to: room)
    state.transactions[user, default: [:]][edit.transactionId] = .message(room: room, token: message.token)
    return try state.sendUpdate(of: message.token, in: room, for: user)
  }

  /// Deleting a message again has no effect: the answer to the first request may have been lost.
  func delete(
    _ id: MessageID, in channel: ChannelID, hard: Bool, _ state: inout ServiceState
  ) throws(ChatError) {
    let room = try state.room(channel, for: user)
    if state.rooms[room].history.wasRemoved(id) { return }
    let message = try state.stored(id, in: room)
    guard message.kind == .regular else { throw .refused(.notAllowed) }
    if message.author.id != user { try state.check(.deleteOthers, by: user, in: room) }
    guard hard || !message.isDeleted else { return }
    state.remove(message, from: room, isHard: hard)
  }

  /// The answer to a transaction that was sent before; nil if it was not.
  func answer(to transaction: TransactionID, _ state: ServiceState) -> Message? {
    switch state.transactions[user]?[transaction] {
    case .message(let room, let token): state.rooms[room].history[token].map { state.present($0, for: user) }
    case .answer(let message): message.replacingQuote(state.currentQuote)
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

  /// The quote as it is stored: without text, because readers get the current text. The given author is used only if the quoted
  /// message is gone.
  private func reference(
    to quoted: QuotedMessage?, in room: ChannelRoom
  ) throws(ChatError) -> QuotedMessage? {
    guard let quoted else { return nil }
    guard quoted.channelId == room.id else { throw .refused(.quoteFromOtherChannel) }
    // A message that was deleted while this one was in transit is no reason to refuse this one.
    let author = quoted.id.token.flatMap { room.history[$0] }?.author ?? quoted.author
    return QuotedMessage(id: quoted.id, channelId: room.id, author: author, elements: [])
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

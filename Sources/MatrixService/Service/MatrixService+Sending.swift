public import ChatDomain
import DraftEngine
import MatrixCache
import MatrixWire

extension MatrixService {
  // MARK: Sending

  public func send(_ new: NewMessage) async throws(ChatError) -> Message {
    try await ready()
    let room = try room(new.channelId)
    if let sent = try await answer(to: new.transactionId, of: .message, in: room) { return sent }
    let content = try await content(of: new, in: room)
    let id = try await put(
      .send(content, in: room.id, transaction: new.transactionId), content.bytes, in: room,
      isReadable: true)
    guard let id else { throw .connection(.interrupted) }
    try remember(new.transactionId, .message, id, in: room)
    try await waitForEcho(of: id, in: room.id)
    // It is sent, whether that can be told or not; typing ends by itself.
    if typingIn.remove(room.id) != nil {
      Task { [weak self, id = room.id] in await self?.endTyping(in: id) }
    }
    if let pinning = new.pinning { return try await pin(id, in: room.id, pinning) }
    return try sent(id, in: room)
  }

  /// What was sent with a transaction, which may be an answer of the server that got lost.
  enum Purpose: String { case message, edit, reaction }

  /// The message that a transaction led to; nil if it was not sent yet.
  private func answer(
    to transaction: TransactionID, of purpose: Purpose, in room: Room
  ) async throws(ChatError) -> Message? {
    let me = currentUser.id
    let id: MessageID? = try known { (replica) throws(CacheFault) -> MessageID? in
      if let kept = try replica.cache.transaction(transaction, purpose: purpose.rawValue) {
        return kept.result.map { MessageID($0) }
      }
      guard let row = try replica.cache.event(sentAs: transaction, by: me, in: room.id) else {
        return nil
      }
      guard purpose == .message else { return row.target }
      return row.kind == .message ? row.id : nil
    }
    guard let id else { return nil }
    // It may have been sent just before the answer got lost, and stand where nothing was seen since.
    try await waitForEcho(of: id, in: room.id)
    return try sent(id, in: room)
  }

  private func remember(
    _ transaction: TransactionID, _ purpose: Purpose, _ id: MessageID, in room: Room
  ) throws(ChatError) {
    let now = clock.now
    try known { replica throws(CacheFault) in
      try replica.cache.saveTransaction(
        CachedTransaction(
          id: transaction, room: room.id, purpose: purpose.rawValue, result: id.rawValue, at: now))
    }
  }

  /// A message of the user, also if it was deleted since: nobody is told that it was never sent.
  private func sent(_ id: MessageID, in room: Room) throws(ChatError) -> Message {
    let message = try known { replica throws(CacheFault) -> Message? in
      guard let row = try replica.cache.event(id, in: room.id) else { return nil }
      if let message = try replica.maker.message(row, in: room) { return message }
      return try replica.maker.remains(of: row, in: room)
    }
    guard let message else { throw .connection(.timedOut) }
    return message
  }

  private func put(
    _ request: MatrixRequest, _ content: [UInt8], in room: Room, isReadable: Bool = false
  ) async throws(ChatError) -> MessageID? {
    if let refusal = EventSize.refusal(content: content, sender: currentUser.id, room: room.id) {
      throw .refused(refusal)
    }
    // Until it is sent, somebody may make the room an encrypted one.
    let bytes = try await connection.answer(to: request, FailureContext(.send(bytes: content.count))) {
      [id = room.id] in isReadable ? sendingRefusal(in: id) : nil
    }
    guard let bytes else { return nil }
    do throws(AnswerError) { return try SentAnswer(bytes).id } catch { throw .connection(.interrupted) }
  }

  // MARK: What may be sent

  private func content(of new: NewMessage, in room: Room) async throws(ChatError) -> MessageContent {
    if room.isEncrypted { throw .refused(.encryptedChannel) }
    let file = try await checked(new.markup, new.files, in: room)
    if let refusal = new.extras.refusal { throw .refused(refusal) }
    guard new.delivery.shouldStore else { throw .refused(.invalid("a message that is not stored")) }
    if let hours = new.delivery.timeToLive, hours != 0 {
      throw .refused(.invalid("a time to live of \(hours) hours"))
    }
    if new.pinning?.expiresAt != nil { throw .refused(.invalid("a pin with an end")) }
    if let id = new.parentId {
      let isGone = try known { replica throws(CacheFault) in
        try replica.cache.event(id, in: room.id).map { $0.kind == .message && !$0.isShown } ?? false
      }
      if isGone { throw .refused(.replyToDeletedMessage) }
      let row = try await row(id, in: room)
      guard let parent = try message(of: row, in: room) else { throw .refused(.notFound("message \(id)")) }
      if let refusal = ThreadRules.refusal(ofReplyTo: parent) { throw .refused(refusal) }
    }
    if let quoted = new.quoted, quoted.channelId != room.id { throw .refused(.quoteFromOtherChannel) }
    return MessageContent(new, file: file)
  }

  /// - Returns: the file, if there is one.
  private func checked(
    _ markup: String, _ files: [FileID], in room: Room
  ) async throws(ChatError) -> FileAttachment? {
    let limits = limits
    let bytes = markup.utf8.count
    guard bytes <= limits.messageBytes else {
      throw .refused(.messageTooLong(bytes: bytes, limit: limits.messageBytes))
    }
    guard files.count <= limits.filesPerMessage else {
      throw .refused(.wrongNumberOfFiles(count: files.count, limit: limits.filesPerMessage))
    }
    let elements = MessageMarkup.parse(markup)
    guard elements.contains(where: { $0.target != nil || !$0.text.isBlank }) || !files.isEmpty else {
      throw .refused(.emptyMessage)
    }
    return try files.first.map { (file) throws(ChatError) in try attachment(file, in: room) }
  }

  /// A file that was uploaded here, or stands in a message of the room.
  private func attachment(_ id: FileID, in room: Room) throws(ChatError) -> FileAttachment {
    let found = try known { replica throws(CacheFault) in try replica.attachment(id, in: room) }
    guard let found else { throw .refused(.notFound("file \(id)")) }
    return found
  }

  // MARK: Changing

  public func edit(_ edit: MessageEdit) async throws(ChatError) -> Message {
    try await ready()
    let room = try room(edit.channelId)
    if let sent = try await answer(to: edit.transactionId, of: .edit, in: room) { return sent }
    let row = try await row(edit.messageId, in: room)
    guard row.sender == currentUser.id, row.kind == .message else { throw .refused(.notAllowed) }
    guard let message = try message(of: row, in: room) else {
      throw .refused(.notFound("message \(edit.messageId)"))
    }
    guard !message.isDeleted else { throw .refused(.messageDeleted) }
    if room.isEncrypted { throw .refused(.encryptedChannel) }
    guard !message.isUnreadable else { throw .refused(.messageUnreadable) }
    let file = try await checked(edit.markup, edit.files, in: room)
    let content = EditContent(
      of: row.id,
      to: MessageContent(
        elements: MessageMarkup.parse(edit.markup), file: file, extras: message.extras),
      before: message.mentionedUsers, transactionId: edit.transactionId)
    let id = try await put(
      .send(content, in: room.id, transaction: edit.transactionId), content.bytes, in: room,
      isReadable: true)
    guard let id else { throw .connection(.interrupted) }
    try remember(edit.transactionId, .edit, row.id, in: room)
    try await waitForEcho(of: id, in: room.id)
    return try sent(row.id, in: room)
  }

  public func delete(_ id: MessageID, in channel: ChannelID, hard: Bool) async throws(ChatError) {
    try await ready()
    let room = try room(channel)
    let gone = try known { replica throws(CacheFault) in
      try replica.cache.event(id, in: room.id).map { $0.kind == .message && !$0.isShown } ?? false
    }
    guard !gone else { return }
    let row = try await row(id, in: room)
    guard row.sender == currentUser.id, row.kind == .message else { throw .refused(.notAllowed) }
    guard let message = try message(of: row, in: room), hard || !message.isDeleted else { return }
    let content = RedactionContent(
      of: row.id, isHard: hard, parentId: row.parentId, isShownInChannel: row.isInChannel)
    // Deleting it again is the same deletion.
    let transaction = TransactionID("delete-\(hard ? "hard" : "soft")-\(row.id)")
    if let redaction = try await put(
      .redact(content, in: room.id, transaction: transaction), content.bytes, in: room)
    {
      try await waitForEcho(of: redaction, in: room.id)
    }
  }

  // MARK: Marks

  public func pin(
    _ id: MessageID, in channel: ChannelID, _ pinning: Pinning
  ) async throws(ChatError) -> Message {
    if pinning.expiresAt != nil { throw .refused(.invalid("a pin with an end")) }
    return try await mark(id, in: channel) { board, message throws(ChatError) in
      guard !message.isDeleted else { throw .refused(.messageDeleted) }
      if let pin = message.pin, pin.by == self.currentUser.id { return nil }
      var content = board
      content.pin(message.id, Pin(by: self.currentUser.id, at: self.clock.now))
      return content
    }
  }

  public func unpin(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await mark(id, in: channel) { board, message in
      guard board[message.id] != nil else { return nil }
      var content = board
      content.unpin(message.id)
      return content
    }
  }

  /// Writes the list of pins anew until it is as it should be: whoever writes it at the same time replaces it.
  ///
  /// - Parameter change: the list that there should be; nil if it is so already.
  private func mark(
    _ id: MessageID, in channel: ChannelID,
    _ change: (PinnedContent, Message) throws(ChatError) -> PinnedContent?
  ) async throws(ChatError) -> Message {
    await marking.enter()
    defer { marking.leave() }
    for _ in 0..<5 {
      try await refresh()
      let room = try room(channel)
      guard let message = try message(of: try await row(id, in: room), in: room) else {
        throw .refused(.notFound("message \(id)"))
      }
      guard let content = try change(room.pins.content, message) else { return message }
      _ = try await connection.answer(to: .setPinned(content, in: channel))
    }
    throw .connection(.busy(retryAfter: nil))
  }

  public func setReaction(_ change: ReactionChange) async throws(ChatError) -> Message {
    guard change.user == currentUser.id else { throw .refused(.notAllowed) }
    guard !change.name.isBlank else { throw .refused(.invalid("an empty reaction")) }
    try await refresh()
    let room = try room(change.channelId)
    if let sent = try await answer(to: change.transactionId, of: .reaction, in: room) { return sent }
    let row = try await row(change.messageId, in: room)
    guard let message = try message(of: row, in: room), !message.isDeleted else {
      throw .refused(.messageDeleted)
    }
    guard let content = ReactionContent(to: row.id, name: change.name) else {
      throw .refused(.invalid("a reaction of \(change.name.utf8.count) bytes"))
    }
    let own = try known { replica throws(CacheFault) in try replica.maker.ownReaction(change.name, to: row) }
    var event: MessageID?
    switch (own, change.isOn) {
    case (nil, true):
      event = try await put(
        .send(content, in: room.id, transaction: change.transactionId), content.bytes, in: room,
        isReadable: true)
    case (let own?, false):
      let content = RedactionContent(of: own, isHard: false, parentId: nil, isShownInChannel: true)
      event = try await put(
        .redact(content, in: room.id, transaction: change.transactionId), content.bytes, in: room)
    case (nil, false), (.some, true): break
    }
    try remember(change.transactionId, .reaction, row.id, in: room)
    if let event { try await waitForEcho(of: event, in: room.id) } else { try await refresh() }
    return try sent(row.id, in: room)
  }

  /// The server tells of a mention together with the message.
  public func sendMention(_ event: MentionEvent) async throws(ChatError) {
    try await refresh()
    let room = try room(event.channelId)
    guard event.by == currentUser.id else { throw .refused(.notAllowed) }
    let gone = try known { replica throws(CacheFault) in
      try replica.cache.event(event.messageId, in: room.id).map { !$0.isShown } ?? false
    }
    guard !gone else { return }
    guard try await row(event.messageId, in: room).sender == currentUser.id else {
      throw .refused(.notAllowed)
    }
  }
}

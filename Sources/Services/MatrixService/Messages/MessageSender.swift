import ChatDomain
import DraftEngine

/// Sends messages, edits, deletions and reactions. Each call returns once its event has come back from the server, so
/// the result is what everyone sees.
struct MessageSender: AccountPart {
  let account: AccountContext
  let sync: SyncLoop
  let pins: PinList
  let typing: TypingNotifier
  let encryption: RoomEncryption

  // MARK: Sending

  func send(_ new: NewMessage) async throws(ChatError) -> Message {
    try await sync.syncUnlessLive()
    let room = try store.room(new.channelId)
    if let sent = try await alreadySent(with: new.transactionId, of: .message, in: room) { return sent }
    if new.isEncrypted { _ = try isEncrypted(room, isRequired: true) }
    let content = try await content(of: new, in: room)
    let id = try await sendMessage(
      content.bytes, in: room, new.transactionId, mustBeEncrypted: new.isEncrypted)
    try remember(new.transactionId, .message, id, in: room)
    try encryption.sent(new.transactionId)
    try await waitForEcho(of: id, in: room.id)
    typing.recordSent(in: room.id)
    if let pinning = new.pinning { return try await pins.pin(id, in: room.id, pinning) }
    return try sent(id, in: room)
  }

  /// The kind of a transaction, under which its result is saved.
  enum Purpose: String { case message, edit, reaction }

  /// The result of a transaction; nil if it was not sent yet.
  private func alreadySent(
    with transaction: TransactionID, of purpose: Purpose, in room: Room
  ) async throws(ChatError) -> Message? {
    let me = me
    let id: MessageID? = try store.withReplica { (replica) throws(CacheFault) -> MessageID? in
      if let kept = try replica.cache.transactions.result(of: transaction, purpose: purpose.rawValue) {
        return kept
      }
      guard let row = try replica.cache.events.event(sentAs: transaction, by: me, in: room.id) else {
        return nil
      }
      guard purpose == .message else { return row.target }
      return row.kind == .message ? row.id : nil
    }
    guard let id else { return nil }
    // The event may be newer than the last sync.
    try await waitForEcho(of: id, in: room.id)
    return try sent(id, in: room)
  }

  private func remember(
    _ transaction: TransactionID, _ purpose: Purpose, _ id: MessageID, in room: Room
  ) throws(ChatError) {
    let now = clock.now
    try store.withReplica { replica throws(CacheFault) in
      try replica.cache.transactions.save(
        transaction, purpose.rawValue, in: room.id, result: id, at: now)
    }
  }

  /// A sent message, even if it was deleted since: it must not look unsent.
  private func sent(_ id: MessageID, in room: Room) throws(ChatError) -> Message {
    let message = try store.withReplica { replica throws(CacheFault) -> Message? in
      guard let row = try replica.cache.events.event(id, in: room.id) else { return nil }
      if let message = try replica.builder.message(row, in: room) { return message }
      return try replica.builder.tombstone(of: row, in: room)
    }
    guard let message else { throw .connection(.timedOut) }
    return message
  }

  /// Sends a message event, encrypted if the room is.
  ///
  /// - Parameter mustBeEncrypted: whether it was written as encrypted, so that it never goes in the clear.
  private func sendMessage(
    _ content: [UInt8], in room: Room, _ transaction: TransactionID, mustBeEncrypted: Bool
  ) async throws(ChatError) -> MessageID {
    let event = OutgoingEvent(
      type: EventType.message, content: content, room: room.id, transaction: transaction)
    let id: MessageID?
    if try isEncrypted(room, isRequired: mustBeEncrypted) {
      let sealed = OutgoingEvent(
        type: EventType.encrypted, content: try await encryption.content(event), room: room.id,
        transaction: transaction)
      do throws(ChatError) { id = try await sendEvent(.send(sealed), in: room) } catch {
        // The server refused this encrypted form for good.
        if case .refused = error { try encryption.sent(transaction) }
        throw error
      }
    } else {
      id = try await sendEvent(.send(event), in: room, isClear: true)
    }
    guard let id else { throw .connection(.interrupted) }
    return id
  }

  /// - Parameters:
  ///   - isClear: whether it is a message in the clear, which must not go to an encrypted room.
  ///   - isRemoval: whether it only removes something, which is allowed where sending is not.
  private func sendEvent(
    _ request: MatrixRequest, in room: Room, isClear: Bool = false, isRemoval: Bool = false
  ) async throws(ChatError) -> MessageID? {
    let content: [UInt8] = if case .json(let bytes) = request.body { bytes } else { [] }
    if let refusal = EventSize.refusal(content: content, sender: me, room: room.id) {
      throw .refused(refusal)
    }
    var becameEncrypted = false
    let bytes: [UInt8]?
    do throws(ChatError) {
      bytes = try await connection.answer(to: request, FailureContext(.send(bytes: content.count))) {
        [id = room.id] in
        // The room may become encrypted before the request is sent.
        if isClear, announcements.isEncrypted(id) || keys.forbidsClearText(in: id) {
          becameEncrypted = true
          return .encryptedChannel
        }
        return isRemoval ? nil : announcements.sendingRefusal(in: id)
      }
    } catch {
      // If this device can encrypt, the next attempt does.
      if becameEncrypted, keys.isUsable { throw .connection(.interrupted) }
      throw error
    }
    guard let bytes else { return nil }
    do throws(AnswerError) { return try SentAnswer(bytes).id } catch { throw .connection(.interrupted) }
  }

  // MARK: Echoes

  /// Waits until a sent event has come back.
  private func waitForEcho(of id: MessageID, in channel: ChannelID) async throws(ChatError) {
    guard try store.event(id, in: channel) == nil else { return }
    if sync.isConnected, streams.hasListeners {
      let clock = clock
      let limit = Task { [weak service = account.service] in
        do { try await clock.sleep(for: .seconds(1)) } catch { return }
        await service?.stopWaiting(for: id)
      }
      await echoes.wait(for: id)
      limit.cancel()
    }
    guard try store.event(id, in: channel) == nil else { return }
    try await sync.syncNow()
    guard try store.event(id, in: channel) == nil else { return }
    do throws(ChatError) { try await fetcher.fetch(id, in: channel, isPast: false) } catch {
      // The server has accepted it, so this is no refusal.
      if case .refused = error { throw .connection(.timedOut) }
      throw error
    }
  }

  // MARK: Validation

  private func content(of new: NewMessage, in room: Room) async throws(ChatError) -> MessageContent {
    if let refusal = room.sendingRefusal(of: me, withoutKeys: keys.refusal) { throw .refused(refusal) }
    let file = try await checked(new.markup, new.files, in: room)
    if let refusal = new.extras.refusal { throw .refused(refusal) }
    if let refusal = Announcements.all.refusal(ofNeeding: new.needs) { throw .refused(refusal) }
    if let hours = new.delivery.timeToLive, hours < 0 {
      throw .refused(.invalid("a time to live of \(hours) hours"))
    }
    if let id = new.parentId {
      let isGone = try store.isGone(id, in: room.id)
      if isGone { throw .refused(.replyToDeletedMessage) }
      let row = try await fetcher.row(id, in: room)
      guard let parent = try store.message(of: row, in: room) else {
        throw .refused(.notFound("message \(id)"))
      }
      if let refusal = ThreadRules.refusal(ofReplyTo: parent) { throw .refused(refusal) }
    }
    if let quoted = new.quoted, quoted.channelId != room.id { throw .refused(.quoteFromOtherChannel) }
    return MessageContent(new, file: file)
  }

  /// - Returns: the file, if there is one.
  private func checked(
    _ markup: String, _ files: [FileID], in room: Room
  ) async throws(ChatError) -> FileAttachment? {
    let limits = announcements.limits
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

  /// A file that was uploaded here, or is in a message of the room.
  private func attachment(_ id: FileID, in room: Room) throws(ChatError) -> FileAttachment {
    let isEncrypted = try isEncrypted(room)
    let found = try store.withReplica { replica throws(CacheFault) in
      try replica.attachment(id, in: room, isEncrypted: isEncrypted)
    }
    guard let found else {
      if isEncrypted, let address = MediaAddress(id), address.key == nil {
        throw .refused(.invalid("a file from before the channel was encrypted"))
      }
      throw .refused(.notFound("file \(MediaAddress(id)?.url ?? "")"))
    }
    // The file's key would be sent in the clear.
    if !isEncrypted, MediaAddress(id)?.key != nil {
      throw .refused(.invalid("a file of an encrypted channel"))
    }
    return found
  }

  // MARK: Changing

  func edit(_ edit: MessageEdit) async throws(ChatError) -> Message {
    try await sync.syncUnlessLive()
    let room = try store.room(edit.channelId)
    if let sent = try await alreadySent(with: edit.transactionId, of: .edit, in: room) { return sent }
    let row = try await fetcher.row(edit.messageId, in: room)
    guard row.sender == me, row.kind == .message else { throw .refused(.notAllowed) }
    guard let message = try store.message(of: row, in: room) else {
      throw .refused(.notFound("message \(edit.messageId)"))
    }
    guard !message.isDeleted else { throw .refused(.messageDeleted) }
    if let refusal = room.sendingRefusal(of: me, withoutKeys: keys.refusal) { throw .refused(refusal) }
    guard !message.isUnreadable else { throw .refused(.messageUnreadable) }
    guard message.isEditable else { throw .refused(.messageNotEditable) }
    if message.isEncrypted { _ = try isEncrypted(room, isRequired: true) }
    let file = try await checked(edit.markup, edit.files, in: room)
    // The author of the quoted message stays mentioned without another notification.
    let told = MatrixEvent(bytes: row.bytes, in: room.id)?.mentionedPeople ?? []
    let answered = [message.quoted?.author.id].compactMap(\.self).filter(told.contains)
    let content = EditContent(
      of: row.id,
      to: MessageContent(
        elements: MessageMarkup.parse(edit.markup), file: file, extras: message.extras,
        alsoMentioning: answered),
      before: message.mentionedUsers + answered, transactionId: edit.transactionId)
    let id = try await sendMessage(
      content.bytes, in: room, edit.transactionId, mustBeEncrypted: message.isEncrypted)
    try remember(edit.transactionId, .edit, row.id, in: room)
    try encryption.sent(edit.transactionId)
    try await waitForEcho(of: id, in: room.id)
    return try sent(row.id, in: room)
  }

  func delete(_ id: MessageID, in channel: ChannelID, hard: Bool) async throws(ChatError) {
    try await sync.syncUnlessLive()
    let room = try store.room(channel)
    let gone = try store.isGone(id, in: room.id)
    guard !gone else { return }
    let row = try await fetcher.row(id, in: room)
    guard row.kind == .message else { throw .refused(.notAllowed) }
    if row.sender != me { try store.check(.deleteOthers, in: room) }
    guard let message = try store.message(of: row, in: room), hard || !message.isDeleted else { return }
    let content = RedactionContent(
      of: row.id, isHard: hard, parentId: row.parentId, isShownInChannel: row.isInChannel)
    // A repeated deletion has the same transaction.
    let transaction = TransactionID("delete-\(hard ? "hard" : "soft")-\(row.id)")
    let redaction = try await sendEvent(
      .redact(content, in: room.id, transaction: transaction), in: room, isRemoval: true)
    if let redaction {
      try await waitForEcho(of: redaction, in: room.id)
    }
  }

  // MARK: Reactions and mentions

  func setReaction(_ change: ReactionChange) async throws(ChatError) -> Message {
    guard change.user == me else { throw .refused(.notAllowed) }
    guard !change.name.isBlank else { throw .refused(.invalid("an empty reaction")) }
    try await sync.syncNow()
    let room = try store.room(change.channelId)
    if let sent = try await alreadySent(with: change.transactionId, of: .reaction, in: room) { return sent }
    let row = try await fetcher.row(change.messageId, in: room)
    guard let message = try store.message(of: row, in: room), !message.isDeleted else {
      throw .refused(.messageDeleted)
    }
    guard let content = ReactionContent(to: row.id, name: change.name) else {
      throw .refused(.invalid("a reaction of \(change.name.utf8.count) bytes"))
    }
    let own = try store.withReplica { replica throws(CacheFault) in
      try replica.builder.ownReaction(change.name, to: row)
    }
    var event: MessageID?
    switch (own, change.isOn) {
    case (nil, true):
      event = try await sendEvent(
        .send(content, in: room.id, transaction: change.transactionId), in: room)
    case (let own?, false):
      let content = RedactionContent(of: own, isHard: false, parentId: nil, isShownInChannel: true)
      event = try await sendEvent(
        .redact(content, in: room.id, transaction: change.transactionId), in: room, isRemoval: true)
    case (nil, false), (.some, true): break
    }
    try remember(change.transactionId, .reaction, row.id, in: room)
    if let event { try await waitForEcho(of: event, in: room.id) } else { try await sync.syncNow() }
    return try sent(row.id, in: room)
  }

  /// Servers deliver mentions with the message, so this only checks the request.
  func sendMention(_ event: MentionEvent) async throws(ChatError) {
    try await sync.syncNow()
    let room = try store.room(event.channelId)
    guard event.by == me else { throw .refused(.notAllowed) }
    let gone = try store.withReplica { replica throws(CacheFault) in
      try replica.cache.events.event(event.messageId, in: room.id).map { !$0.isShown } ?? false
    }
    guard !gone else { return }
    guard try await fetcher.row(event.messageId, in: room).sender == me else {
      throw .refused(.notAllowed)
    }
  }
}

extension MatrixEvent {
  /// The users whom the message notified when it was sent.
  fileprivate var mentionedPeople: [UserID] {
    if case .message(let content) = meaning { content.mentions } else { [] }
  }
}

extension Replica {
  /// A file that was uploaded here, or is in a message of the room.
  fileprivate func attachment(
    _ id: FileID, in room: Room, isEncrypted: Bool
  ) throws(CacheFault) -> FileAttachment? {
    // In an encrypted room, an upload without a key is left out, because others could read it. A file of an earlier message stays.
    if !isEncrypted || MediaAddress(id)?.key != nil {
      for upload in try cache.uploads.all() {
        if upload.isDone, let file = upload.attachment, file.id == id { return file }
      }
    }
    guard let address = MediaAddress(id) else { return nil }
    for row in try cache.events.messages(holding: address.url, in: room.id) {
      if let file = try builder.message(row, in: room)?.files.first(where: { $0.id == id }) { return file }
    }
    return nil
  }
}

public import ChatDomain
public import DraftEngine

extension ChannelController {
  /// The draft of this channel. Limits outside 1 to 100 are refused.
  public func createMessageDraft(
    userSuggestionSource: UserSuggestionSource = .channel, isTypingIndicatorTriggered: Bool = true,
    userLimit: Int = 10, channelLimit: Int = 10
  ) throws(ChatError) -> MessageDraft {
    if let channel { client.suggestions.cache.remember(channel) }
    return try client.messageDraft(
      for: DraftKey(channelId: channelId), userSuggestionSource: userSuggestionSource,
      isTypingIndicatorTriggered: isTypingIndicatorTriggered, userLimit: userLimit,
      channelLimit: channelLimit)
  }

  // MARK: Messages that are sent later

  /// Writes a message into the channel and returns as soon as it is saved on this device; it is sent from there.
  ///
  /// - Returns: the id of the message until the service has it; the timeline follows it to its final id.
  @discardableResult
  public func createNewMessage(
    elements: [MessageElement], pinning: Pinning? = nil, files: [InputFile] = [],
    quotedMessageId: MessageID? = nil, extras: MessageExtras = MessageExtras()
  ) async throws(OutboxError) -> MessageID {
    var message = OutgoingMessage(
      key: DraftKey(channelId: channelId), elements: elements, inputFiles: files, pinning: pinning,
      extras: extras)
    message.quoted = try await client.quote(of: quotedMessageId, in: channelId, known: feed.timeline)
    let entry = try await client.outbox.enqueueSend(message)
    client.stopTyping(in: message.key)
    return entry.message.id
  }

  /// The variant for plain text.
  @discardableResult
  public func createNewMessage(
    text: String, pinning: Pinning? = nil, files: [InputFile] = [], quotedMessageId: MessageID? = nil,
    extras: MessageExtras = MessageExtras()
  ) async throws(OutboxError) -> MessageID {
    try await createNewMessage(
      elements: [.plainText(text: text)], pinning: pinning, files: files, quotedMessageId: quotedMessageId,
      extras: extras)
  }

  /// The variant with a completion handler, called when the message is saved on this device.
  public func createNewMessage(
    text: String, pinning: Pinning? = nil, files: [InputFile] = [], quotedMessageId: MessageID? = nil,
    extras: MessageExtras = MessageExtras(), completion: ((Result<MessageID, OutboxError>) -> Void)?
  ) {
    createNewMessage(
      elements: [.plainText(text: text)], pinning: pinning, files: files, quotedMessageId: quotedMessageId,
      extras: extras, completion: completion)
  }

  /// The variant for text with mentions, channel references and links.
  public func createNewMessage(
    elements: [MessageElement], pinning: Pinning? = nil, files: [InputFile] = [],
    quotedMessageId: MessageID? = nil, extras: MessageExtras = MessageExtras(),
    completion: ((Result<MessageID, OutboxError>) -> Void)?
  ) {
    complete({ completion?($0) }) { () async throws(OutboxError) in
      try await self.createNewMessage(
        elements: elements, pinning: pinning, files: files, quotedMessageId: quotedMessageId, extras: extras)
    }
  }

  // MARK: Messages with parameters

  /// Sends a text message, or a reply if the parameters name a parent, and waits until the service has it.
  @discardableResult
  public func sendUserMessage(_ params: UserMessageCreateParams) async throws(OutboxError) -> Message {
    var message = try await outgoing(params)
    message.elements = params.elements
    return try await send(message)
  }

  /// The variant with a completion handler.
  public func sendUserMessage(
    params: UserMessageCreateParams, completionHandler: @escaping (Message?, OutboxError?) -> Void
  ) {
    complete({ completionHandler($0.value, $0.failure) }) { () async throws(OutboxError) in
      try await self.sendUserMessage(params)
    }
  }

  /// Sends a message with a file and waits until the service has it.
  @discardableResult
  public func sendFileMessage(_ params: FileMessageCreateParams) async throws(OutboxError) -> Message {
    try await check([params.file])
    var message = try await outgoing(params)
    if !params.message.isEmpty { message.elements = [.plainText(text: params.message)] }
    message.inputFiles = [params.file.inputFile]
    return try await send(message)
  }

  /// The variant with a completion handler.
  public func sendFileMessage(
    params: FileMessageCreateParams, completionHandler: @escaping (Message?, OutboxError?) -> Void
  ) {
    complete({ completionHandler($0.value, $0.failure) }) { () async throws(OutboxError) in
      try await self.sendFileMessage(params)
    }
  }

  /// Sends a message with 2 to 30 files, uploaded one after the other, and waits until the service has it.
  ///
  /// - Parameters:
  ///   - params: the files, with the text and the message to reply to or to quote.
  ///   - fileUploadHandler: called once for each file, when it was uploaded or failed for good, with the message's
  ///     transaction, the file's index, the file, and the error if it failed.
  @discardableResult
  public func sendMultipleFilesMessage(
    _ params: MultipleFilesMessageCreateParams, fileUploadHandler: FileUploadHandler? = nil
  ) async throws(OutboxError) -> Message {
    let infos = params.uploadableFileInfoList
    let limit = min(
      MultipleFilesMessageCreateParams.fileCount.upperBound, client.service.limits.filesPerMessage)
    guard infos.count >= MultipleFilesMessageCreateParams.fileCount.lowerBound, infos.count <= limit else {
      throw .failed(.refused(.wrongNumberOfFiles(count: infos.count, limit: limit)))
    }
    try await check(infos)
    var message = try await outgoing(params)
    if !params.message.isEmpty { message.elements = [.plainText(text: params.message)] }
    message.inputFiles = infos.map(\.inputFile)
    let id = client.outbox.entries.nextTransactionId()
    let uploads = client.subscribe { notice in
      guard case .upload(let progress) = notice, progress.transactionId == id,
        infos.indices.contains(progress.index)
      else { return }
      switch progress.state {
      case .sending, .waiting: break
      case .finished: fileUploadHandler?(id, progress.index, infos[progress.index], nil)
      case .failed(let error): fileUploadHandler?(id, progress.index, infos[progress.index], error)
      }
    }
    defer { uploads.cancel() }
    return try await send(message, as: id)
  }

  /// The variant with a completion handler.
  public func sendMultipleFilesMessage(
    params: MultipleFilesMessageCreateParams, fileUploadHandler: FileUploadHandler? = nil,
    completionHandler: @escaping (Message?, OutboxError?) -> Void
  ) {
    complete({ completionHandler($0.value, $0.failure) }) { () async throws(OutboxError) in
      try await self.sendMultipleFilesMessage(params, fileUploadHandler: fileUploadHandler)
    }
  }

  /// Called for each file of a message with several files.
  public typealias FileUploadHandler = (TransactionID, Int, UploadableFileInfo, ChatError?) -> Void

  /// The message without its text and files.
  private func outgoing(_ params: some BaseMessageCreateParams) async throws(OutboxError) -> OutgoingMessage {
    var parentId: MessageID?
    if let parent = params.parentMessageId {
      parentId = try await client.checkedThread(under: parent, in: channelId, known: feed.timeline)
    }
    var message = OutgoingMessage(
      key: DraftKey(channelId: channelId, parentId: parentId), elements: [],
      isShownInChannel: params.isReplyToChannel, extras: params.extras)
    message.quoted = try await client.quote(of: params.quotedMessageId, in: channelId, known: feed.timeline)
    return message
  }

  private func send(
    _ message: OutgoingMessage, as id: TransactionID? = nil
  ) async throws(OutboxError) -> Message {
    let entry = try await client.outbox.enqueueSend(message, as: id)
    client.stopTyping(in: message.key)
    return try await client.outbox.result(of: entry.transactionId)
  }

  /// A file whose size differs from the stated one is not the intended file.
  private func check(_ infos: [UploadableFileInfo]) async throws(OutboxError) {
    for info in infos {
      guard let wanted = info.fileSize else { continue }
      let size: Int
      do { size = try await client.outbox.files.size(of: info.inputFile) } catch { throw .failed(error) }
      if UInt(size) != wanted {
        throw .failed(.refused(.invalid("\(info.inputFile.name) with \(size) instead of \(wanted) bytes")))
      }
    }
  }
}

extension ChatClient {
  /// Quotes a message, which is requested from the service if it is not loaded here.
  func quote(
    of id: MessageID?, in channel: ChannelID, known timeline: MessageTimeline
  ) async throws(OutboxError) -> QuotedMessage? {
    guard let id else { return nil }
    let quoted = try await message(id, in: channel, known: timeline)
    if let refusal = QuoteRules.refusal(ofQuoting: quoted, in: channel) { throw .failed(.refused(refusal)) }
    return QuotedMessage(quoted)
  }

  func message(
    _ id: MessageID, in channel: ChannelID, known timeline: MessageTimeline
  ) async throws(OutboxError) -> Message {
    do {
      return try await identities.message(id, in: channel, known: timeline)
    } catch {
      throw .failed(error)
    }
  }

  /// Signals that nobody is typing here now.
  func stopTyping(in key: DraftKey) {
    // The typing signal keeps requests in order, and sends no stop if no start was sent.
    drafts.registry.state(for: key).typing.stop()
  }

  /// Refuses a reply where no thread may begin, before anything is sent. If the parent cannot be looked up, the
  /// decision is left to the service.
  ///
  /// - Returns: the parent's present id.
  func checkedThread(
    under parent: MessageID, in channel: ChannelID, known timeline: MessageTimeline
  ) async throws(OutboxError) -> MessageID {
    do throws(OutboxError) {
      let message = try await message(parent, in: channel, known: timeline)
      if let refusal = ThreadRules.refusal(ofReplyTo: message) { throw .failed(.refused(refusal)) }
      return message.id
    } catch {
      if case .failed(let reason) = error, reason.canSucceedLater { return parent }
      throw error
    }
  }
}

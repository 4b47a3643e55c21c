public import ChatDomain
import ChatSync
import DraftEngine

/// Messages that are described by parameter objects, and their variants with completion handlers.
extension ChannelController {
  /// Sends a text message, or a reply if the parameters name a parent, and waits until the service has it.
  @discardableResult
  public func sendUserMessage(_ params: UserMessageCreateParams) async throws(OutboxError) -> Message {
    var message = try await outgoing(params)
    message.elements = params.elements
    return try await send(message)
  }

  /// The variant with a completion handler, called once the service has the message, or with the error.
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

  /// The variant with a completion handler, called once the service has the message, or with the error.
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
  ///   - fileUploadHandler: called once for each file, when it was uploaded or failed permanently, with the message's
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
    let id = client.engine.outbox.entries.nextTransactionId()
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

  /// The variant with a completion handler, called once the service has the message, or with the error.
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
      isShownInChannel: params.isReplyToChannel, extras: params.extras,
      isEncrypted: channel?.isEncrypted == true)
    message.quoted = try await client.quote(of: params.quotedMessageId, in: channelId, known: feed.timeline)
    return message
  }

  private func send(
    _ message: OutgoingMessage, as id: TransactionID? = nil
  ) async throws(OutboxError) -> Message {
    let entry = try await client.engine.outbox.enqueueSend(message, as: id)
    client.stopTyping(in: message.key)
    return try await client.engine.outbox.result(of: entry.transactionId)
  }

  /// Refuses files whose size differs from the expected one.
  private func check(_ infos: [UploadableFileInfo]) async throws(OutboxError) {
    for info in infos {
      guard let wanted = info.fileSize else { continue }
      let size: Int
      do { size = try await client.engine.outbox.files.size(of: info.inputFile) } catch {
        throw .failed(error)
      }
      if UInt(size) != wanted {
        throw .failed(.refused(.invalid("\(info.inputFile.name) with \(size) instead of \(wanted) bytes")))
      }
    }
  }
}

package import ChatDomain
package import DraftEngine

/// A message written here, to be sent.
package nonisolated struct OutgoingMessage: Hashable, Sendable {
  /// The destination: a channel, or a thread in it.
  package var key: DraftKey
  package var elements: [MessageElement]
  /// Files the service already has.
  package var files: [FileAttachment]
  /// Files to upload before the message is sent; they come after those the service has.
  package var inputFiles: [InputFile]
  package var quoted: QuotedMessage?
  /// Whether a reply in a thread is also shown in the channel.
  package var isShownInChannel: Bool
  var pinning: Pinning?
  package var delivery: DeliveryOptions
  package var extras: MessageExtras
  /// Whether it was written for an encrypted channel, and is sent only encrypted.
  package var isEncrypted: Bool

  package init(
    key: DraftKey, elements: [MessageElement], files: [FileAttachment] = [], inputFiles: [InputFile] = [],
    quoted: QuotedMessage? = nil, isShownInChannel: Bool = false, pinning: Pinning? = nil,
    delivery: DeliveryOptions = DeliveryOptions(), extras: MessageExtras = MessageExtras(),
    isEncrypted: Bool = false
  ) {
    self.key = key
    self.elements = elements
    self.files = files
    self.inputFiles = inputFiles
    self.quoted = quoted
    self.isShownInChannel = isShownInChannel
    self.pinning = pinning
    self.delivery = delivery
    self.extras = extras
    self.isEncrypted = isEncrypted
  }
}

nonisolated extension OutgoingMessage {
  /// The message as it is shown until the service has it: under the id of its transaction.
  func echo(as id: TransactionID, by author: User, at time: Timestamp) -> Message {
    var message = Message(
      id: MessageID(id.rawValue), channelId: key.channelId, parentId: key.parentId, author: author,
      elements: elements, files: files, quoted: quoted, createdAt: time, isEncrypted: isEncrypted,
      isShownInChannel: key.parentId == nil || isShownInChannel, transactionId: id,
      localState: .pendingSend, extras: extras)
    message.pin = pinning.map { Pin(by: author.id, at: time, expiresAt: $0.expiresAt) }
    return message
  }

  package func request(as id: TransactionID) -> NewMessage {
    var message = NewMessage(
      transactionId: id, channelId: key.channelId, parentId: key.parentId,
      markup: MessageMarkup.render(elements), files: files.map(\.id), quoted: quoted,
      isShownInChannel: key.parentId == nil || isShownInChannel, pinning: pinning, delivery: delivery,
      extras: extras)
    message.isEncrypted = isEncrypted
    return message
  }
}

/// Refuses requests that the service would certainly refuse, before anything changes, as far as the client can know.
struct SendingRules {
  let service: any ChatService
  let files: any InputFileReader

  /// The reason the service would refuse a new message.
  func refusal(of message: OutgoingMessage) async -> ChatError.Refusal? {
    if message.key.channelId == .nowhere { return .notFound("channel to send it to") }
    if let refusal = service.sendingRefusal(in: message.key.channelId) { return refusal }
    let limits = service.limits
    let count = message.files.count + message.inputFiles.count
    if let refusal = limits.refusal(of: message.elements, fileCount: count) { return refusal }
    if let refusal = message.extras.refusal { return refusal }
    let needs = message.delivery.needs.union(message.pinning?.needs ?? [])
    if let refusal = service.abilities.refusal(ofNeeding: needs) { return refusal }
    if let quoted = message.quoted, quoted.channelId != message.key.channelId {
      return .quoteFromOtherChannel
    }
    for file in message.inputFiles {
      do {
        let size = try await files.size(of: file)
        if size > limits.fileBytes {
          return .fileTooLarge(name: file.name, bytes: size, limit: limits.fileBytes)
        }
      } catch {
        return .fileUnreadable(name: file.name)
      }
    }
    return nil
  }

  /// Refuses a change of a message for which the service lacks an ability.
  func require(_ needs: Set<ServiceAbility>) throws(OutboxError) {
    if let refusal = service.abilities.refusal(ofNeeding: needs) { throw .failed(.refused(refusal)) }
  }

  /// The reason the service would refuse an edit that gives a message this text and these files.
  func refusal(ofEditing wanted: Message, with inputFiles: [InputFile]) -> ChatError.Refusal? {
    if wanted.isDeleted { return .messageDeleted }
    if wanted.author.id != service.currentUser.id || wanted.kind == .system { return .notAllowed }
    if wanted.isUnreadable { return .messageUnreadable }
    if !wanted.isEditable { return .messageNotEditable }
    if let refusal = service.sendingRefusal(in: wanted.channelId) { return refusal }
    return service.limits.refusal(of: wanted.elements, fileCount: wanted.files.count + inputFiles.count)
  }
}

nonisolated extension ServiceLimits {
  /// The reason the service would refuse a message with this text and number of files.
  package func refusal(of elements: [MessageElement], fileCount count: Int) -> ChatError.Refusal? {
    if elements.allSatisfy({ $0.target == nil && $0.text.isBlank }), count == 0 {
      return .emptyMessage
    }
    if count > filesPerMessage { return .wrongNumberOfFiles(count: count, limit: filesPerMessage) }
    let bytes = MessageMarkup.render(elements).utf8.count
    if bytes > messageBytes { return .messageTooLong(bytes: bytes, limit: messageBytes) }
    return nil
  }
}

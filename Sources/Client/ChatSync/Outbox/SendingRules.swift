package import ChatDomain
package import DraftEngine

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

  /// The reason the service would refuse that a message gets these words and files.
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

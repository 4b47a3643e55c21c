public import ChatDomain
public import DraftEngine

extension ChannelController {
  /// Writes a message into the channel and returns as soon as it is kept on this device; it is sent from there.
  ///
  /// - Returns: the id of the message until the service has it; the timeline follows it to its later one.
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

  /// The same for plain words.
  @discardableResult
  public func createNewMessage(
    text: String, pinning: Pinning? = nil, files: [InputFile] = [], quotedMessageId: MessageID? = nil,
    extras: MessageExtras = MessageExtras()
  ) async throws(OutboxError) -> MessageID {
    try await createNewMessage(
      elements: [.plainText(text: text)], pinning: pinning, files: files, quotedMessageId: quotedMessageId,
      extras: extras)
  }

  /// The same for those who do not wait: the completion is told when the message is kept on this device.
  public func createNewMessage(
    text: String, pinning: Pinning? = nil, files: [InputFile] = [], quotedMessageId: MessageID? = nil,
    extras: MessageExtras = MessageExtras(), completion: ((Result<MessageID, OutboxError>) -> Void)? = nil
  ) {
    createNewMessage(
      elements: [.plainText(text: text)], pinning: pinning, files: files, quotedMessageId: quotedMessageId,
      extras: extras, completion: completion)
  }

  /// The same with mentions, channel references and links.
  public func createNewMessage(
    elements: [MessageElement], pinning: Pinning? = nil, files: [InputFile] = [],
    quotedMessageId: MessageID? = nil, extras: MessageExtras = MessageExtras(),
    completion: ((Result<MessageID, OutboxError>) -> Void)? = nil
  ) {
    complete({ completion?($0) }) { () async throws(OutboxError) in
      try await self.createNewMessage(
        elements: elements, pinning: pinning, files: files, quotedMessageId: quotedMessageId, extras: extras)
    }
  }
}

extension ChatClient {
  /// A quote of a message, which is asked for when it is not shown anywhere here.
  func quote(
    of id: MessageID?, in channel: ChannelID, known timeline: MessageTimeline
  ) async throws(OutboxError) -> QuotedMessage? {
    guard let id else { return nil }
    let quoted = try await message(id, in: channel, known: timeline)
    if quoted.isDeleted { throw .failed(.refused(.messageDeleted)) }
    return QuotedMessage(quoted)
  }

  func message(
    _ id: MessageID, in channel: ChannelID, known timeline: MessageTimeline
  ) async throws(OutboxError) -> Message {
    if let known = timeline[id] ?? outbox.arrival(of: id) { return known }
    do { return try await service.message(id, in: channel) } catch { throw .failed(error) }
  }

  /// Says that nobody types here any more.
  func stopTyping(in key: DraftKey) {
    // Through the signal: it says nothing when nothing was said before, and never overtakes what it said.
    drafts.state(for: key).typing.stop()
  }
}

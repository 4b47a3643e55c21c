public import ChatDomain
public import DraftEngine

extension ChannelController {
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
    extras: MessageExtras = MessageExtras(), completion: ((Result<MessageID, OutboxError>) -> Void)? = nil
  ) {
    createNewMessage(
      elements: [.plainText(text: text)], pinning: pinning, files: files, quotedMessageId: quotedMessageId,
      extras: extras, completion: completion)
  }

  /// The variant for text with mentions, channel references and links.
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
    // Goes through the typing signal, which sends nothing if nothing was signalled before and keeps signals in order.
    drafts.state(for: key).typing.stop()
  }
}

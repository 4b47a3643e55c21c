public import ChatDomain
public import DraftEngine

extension MessageController {
  /// Writes a reply under the message and returns as soon as it is saved on this device; it is sent from there.
  ///
  /// Threads are one level deep: a reply to a reply, to a message by the service or to a deleted message is refused
  /// here.
  ///
  /// - Returns: the id of the reply until the service has it; the timeline follows it to its final id.
  @discardableResult
  public func createNewReply(
    elements: [MessageElement], pinning: Pinning? = nil, files: [InputFile] = [],
    showReplyInChannel: Bool = false, quotedMessageId: MessageID? = nil,
    extras: MessageExtras = MessageExtras()
  ) async throws(OutboxError) -> MessageID {
    let parent = try await client.checkedThread(under: messageId, in: channelId, known: own)
    // The quoted message is a reply, or the message itself.
    let known = quotedMessageId == messageId ? own : feed.timeline
    let quoted = try await client.quote(of: quotedMessageId, in: channelId, known: known)
    // Built only now: this message may have arrived while the quoted one was being requested.
    let reply = OutgoingMessage(
      key: client.outbox.resolved(DraftKey(channelId: channelId, parentId: parent)), elements: elements,
      inputFiles: files,
      quoted: quoted, isShownInChannel: showReplyInChannel, pinning: pinning, extras: extras)
    let entry = try await client.outbox.enqueueSend(reply)
    client.stopTyping(in: reply.key)
    return entry.message.id
  }

  /// The variant for plain text.
  @discardableResult
  public func createNewReply(
    text: String, pinning: Pinning? = nil, files: [InputFile] = [], showReplyInChannel: Bool = false,
    quotedMessageId: MessageID? = nil, extras: MessageExtras = MessageExtras()
  ) async throws(OutboxError) -> MessageID {
    try await createNewReply(
      elements: [.plainText(text: text)], pinning: pinning, files: files,
      showReplyInChannel: showReplyInChannel, quotedMessageId: quotedMessageId, extras: extras)
  }

  /// The variant with a completion handler, called when the reply is saved on this device.
  public func createNewReply(
    text: String, pinning: Pinning? = nil, files: [InputFile] = [], showReplyInChannel: Bool = false,
    quotedMessageId: MessageID? = nil, extras: MessageExtras = MessageExtras(),
    completion: ((Result<MessageID, OutboxError>) -> Void)? = nil
  ) {
    complete({ completion?($0) }) { () async throws(OutboxError) in
      try await self.createNewReply(
        text: text, pinning: pinning, files: files, showReplyInChannel: showReplyInChannel,
        quotedMessageId: quotedMessageId, extras: extras)
    }
  }
}

public import ChatDomain
public import DraftEngine

extension MessageController {
  /// Writes a reply under the message and returns as soon as it is kept on this device; it is sent from there.
  ///
  /// Threads are one level deep: under a reply, a message of the service or a deleted one it is refused here.
  ///
  /// - Returns: the id of the reply until the service has it; the timeline follows it to its later one.
  @discardableResult
  public func createNewReply(
    elements: [MessageElement], pinning: Pinning? = nil, files: [InputFile] = [],
    showReplyInChannel: Bool = false, quotedMessageId: MessageID? = nil,
    extras: MessageExtras = MessageExtras()
  ) async throws(OutboxError) -> MessageID {
    try await client.checkThread(under: messageId, in: channelId, known: own)
    // Quoted is a reply, or the message itself.
    let known = quotedMessageId == messageId ? own : feed.timeline
    let quoted = try await client.quote(of: quotedMessageId, in: channelId, known: known)
    // Only now: while the quoted message was asked for, this one may have arrived.
    let reply = OutgoingMessage(
      key: DraftKey(channelId: channelId, parentId: messageId), elements: elements, inputFiles: files,
      quoted: quoted, isShownInChannel: showReplyInChannel, pinning: pinning, extras: extras)
    let entry = try await client.outbox.enqueueSend(reply)
    client.stopTyping(in: reply.key)
    return entry.message.id
  }

  /// The same for plain words.
  @discardableResult
  public func createNewReply(
    text: String, pinning: Pinning? = nil, files: [InputFile] = [], showReplyInChannel: Bool = false,
    quotedMessageId: MessageID? = nil, extras: MessageExtras = MessageExtras()
  ) async throws(OutboxError) -> MessageID {
    try await createNewReply(
      elements: [.plainText(text: text)], pinning: pinning, files: files,
      showReplyInChannel: showReplyInChannel, quotedMessageId: quotedMessageId, extras: extras)
  }

  /// The same for those who do not wait: the completion is told when the reply is kept on this device.
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

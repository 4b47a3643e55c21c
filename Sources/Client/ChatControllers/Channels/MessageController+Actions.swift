public import ChatDomain
import ChatSync
public import DraftEngine

extension MessageController {
  // MARK: The message

  /// Changes the message's text; returns as soon as the edit is saved on this device.
  ///
  /// - Parameters:
  ///   - elements: the complete new text.
  ///   - files: the existing files to keep; nil keeps all.
  ///   - inputFiles: files to be uploaded and added.
  /// - Returns: the transaction whose result ``ChatClient/result(of:)`` waits for.
  @discardableResult
  public func editMessage(
    elements: [MessageElement], files: [FileAttachment]? = nil, inputFiles: [InputFile] = []
  ) async throws(OutboxError) -> TransactionID {
    try await client.engine.outbox.edit(
      await known(), elements: elements, files: files, inputFiles: inputFiles)
  }

  /// The variant for plain text.
  @discardableResult
  public func editMessage(text: String) async throws(OutboxError) -> TransactionID {
    try await editMessage(elements: [.plainText(text: text)])
  }

  /// Deletes the message; returns as soon as the deletion is saved on this device.
  ///
  /// - Parameter hard: whether to remove the message completely; a soft deletion keeps its place.
  @discardableResult
  public func deleteMessage(hard: Bool = false) async throws(OutboxError) -> TransactionID {
    try await client.engine.outbox.delete(await known(), hard: hard)
  }

  /// Takes back the latest deletion, pin or unpin, which is possible until `ClientConfiguration.takeBackPeriod` is over.
  public func takeBack() async throws(OutboxError) {
    try await client.engine.outbox.takeBack(messageId, in: channelId)
  }

  /// Retries the failed sending, edit or deletion. The message keeps its place.
  public func resendMessage() async throws(OutboxError) {
    try await client.engine.outbox.resend(messageId, in: channelId)
  }

  /// Discards a failed change: removes an unsent message, or stops showing a failed edit or deletion.
  public func discardFailure() async throws(OutboxError) {
    try await client.engine.outbox.discard(messageId, in: channelId)
  }

  /// Pins the message.
  @discardableResult
  public func pin(_ pinning: Pinning = .noExpiration) async throws(OutboxError) -> TransactionID {
    try await client.engine.outbox.pin(await known(), pinning)
  }

  /// Unpins the message.
  @discardableResult
  public func unpin() async throws(OutboxError) -> TransactionID {
    try await client.engine.outbox.unpin(await known())
  }

  /// Adds a reaction to the message; returns as soon as it is saved on this device. If the service refuses, it is
  /// removed again.
  @discardableResult
  public func addReaction(_ name: String) async throws(OutboxError) -> TransactionID {
    try await client.engine.outbox.setReaction(name, true, on: await known())
  }

  /// Removes the user's own reaction.
  @discardableResult
  public func removeReaction(_ name: String) async throws(OutboxError) -> TransactionID {
    try await client.engine.outbox.setReaction(name, false, on: await known())
  }

  func known() async throws(OutboxError) -> Message {
    try await client.message(messageId, in: channelId, known: messageTimeline)
  }

  // MARK: The thread under it

  /// Writes a reply under the message and returns as soon as it is saved on this device; the outbox sends it.
  ///
  /// Threads are one level deep: a reply to a reply, to a message by the service or to a deleted message is refused.
  ///
  /// - Returns: the id of the reply until the service has it. The timeline finds the reply by this id afterwards too.
  @discardableResult
  public func createNewReply(
    elements: [MessageElement], pinning: Pinning? = nil, files: [InputFile] = [],
    showReplyInChannel: Bool = false, quotedMessageId: MessageID? = nil,
    extras: MessageExtras = MessageExtras()
  ) async throws(OutboxError) -> MessageID {
    let parent = try await client.checkedThread(under: messageId, in: channelId, known: messageTimeline)
    // The quoted message is a reply, or the message itself.
    let known = quotedMessageId == messageId ? messageTimeline : feed.timeline
    let quoted = try await client.quote(of: quotedMessageId, in: channelId, known: known)
    // Built only now: this message may have arrived while the quoted one was being requested.
    let reply = OutgoingMessage(
      key: client.engine.outbox.resolved(DraftKey(channelId: channelId, parentId: parent)),
      elements: elements,
      inputFiles: files,
      quoted: quoted, isShownInChannel: showReplyInChannel, pinning: pinning, extras: extras)
    let entry = try await client.engine.outbox.enqueueSend(reply)
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

  /// The draft of a reply to this message, whether its thread exists yet or not. Refused for a reply, a deleted message and a
  /// message by the service.
  public func createThreadMessageDraft(
    userSuggestionSource: UserSuggestionSource = .channel, isTypingIndicatorTriggered: Bool = true,
    userLimit: Int = 10, channelLimit: Int = 10
  ) async throws(ChatError) -> MessageDraft {
    if message == nil { try await synchronize() }
    guard let message else { throw .refused(.notFound("message")) }
    return try client.threadMessageDraft(
      for: message, userSuggestionSource: userSuggestionSource,
      isTypingIndicatorTriggered: isTypingIndicatorTriggered, userLimit: userLimit,
      channelLimit: channelLimit)
  }
}

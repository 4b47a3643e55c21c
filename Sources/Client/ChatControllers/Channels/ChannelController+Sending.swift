public import ChatDomain
import ChatSync
public import DraftEngine

extension ChannelController {
  /// The draft of this channel. Limits outside 1 to 100 are refused.
  public func createMessageDraft(
    userSuggestionSource: UserSuggestionSource = .channel, isTypingIndicatorTriggered: Bool = true,
    userLimit: Int = 10, channelLimit: Int = 10
  ) throws(ChatError) -> MessageDraft {
    if let channel { client.engine.suggestions.cache.remember(channel) }
    return try client.messageDraft(
      for: DraftKey(channelId: channelId), userSuggestionSource: userSuggestionSource,
      isTypingIndicatorTriggered: isTypingIndicatorTriggered, userLimit: userLimit,
      channelLimit: channelLimit)
  }

  // MARK: Messages sent from the outbox

  /// Writes a message into the channel and returns as soon as it is saved on this device; the outbox sends it.
  ///
  /// If `isEncrypted` is true, the message is refused if the channel turns out not to be encrypted.
  ///
  /// - Returns: the id of the message until the service has it. The timeline finds the message by this id afterwards too.
  @discardableResult
  public func createNewMessage(
    elements: [MessageElement], pinning: Pinning? = nil, files: [InputFile] = [],
    quotedMessageId: MessageID? = nil, extras: MessageExtras = MessageExtras(), isEncrypted: Bool = false
  ) async throws(OutboxError) -> MessageID {
    var message = OutgoingMessage(
      key: DraftKey(channelId: channelId), elements: elements, inputFiles: files, pinning: pinning,
      extras: extras, isEncrypted: isEncrypted || channel?.isEncrypted == true)
    message.quoted = try await client.quote(of: quotedMessageId, in: channelId, known: feed.timeline)
    let entry = try await client.engine.outbox.enqueueSend(message)
    client.stopTyping(in: message.key)
    return entry.message.id
  }

  /// The variant for plain text.
  @discardableResult
  public func createNewMessage(
    text: String, pinning: Pinning? = nil, files: [InputFile] = [], quotedMessageId: MessageID? = nil,
    extras: MessageExtras = MessageExtras(), isEncrypted: Bool = false
  ) async throws(OutboxError) -> MessageID {
    try await createNewMessage(
      elements: [.plainText(text: text)], pinning: pinning, files: files, quotedMessageId: quotedMessageId,
      extras: extras, isEncrypted: isEncrypted)
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
      return try await engine.outbox.message(id, in: channel, known: timeline)
    } catch {
      throw .failed(error)
    }
  }

  /// Signals that the user has stopped typing here.
  func stopTyping(in key: DraftKey) {
    // The typing signal keeps requests in order, and sends no stop if no start was sent.
    engine.drafts.registry.stopTyping(in: key)
  }

  /// Refuses a reply where no thread may begin, before anything is sent. If the parent cannot be looked up, the service
  /// decides.
  ///
  /// - Returns: the parent's current id.
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

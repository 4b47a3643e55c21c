public import ChatDomain

extension ChannelController {
  /// The draft of this channel. Limits outside 1 to 100 are refused.
  public func createMessageDraft(
    userSuggestionSource: UserSuggestionSource = .channel, isTypingIndicatorTriggered: Bool = true,
    userLimit: Int = 10, channelLimit: Int = 10
  ) throws(ChatError) -> MessageDraft {
    if let channel { client.suggestionCache.remember(channel) }
    return try client.messageDraft(
      for: DraftKey(channelId: channelId), userSuggestionSource: userSuggestionSource,
      isTypingIndicatorTriggered: isTypingIndicatorTriggered, userLimit: userLimit,
      channelLimit: channelLimit)
  }
}

extension MessageController {
  /// The draft of a reply in the thread under this message, whether there is a thread yet or not. It is refused on a
  /// reply, on a deleted message and on one of the service.
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

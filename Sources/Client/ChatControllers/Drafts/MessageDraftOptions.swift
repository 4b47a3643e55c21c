import ChatDomain

/// Where users are looked up for mentions.
public nonisolated enum UserSuggestionSource: Hashable, Sendable {
  /// Among the members of the channel; for a thread, of the channel it is in.
  case channel
  /// Among everybody.
  case global
}

/// How a draft behaves: the parameters of `createMessageDraft`.
nonisolated struct MessageDraftOptions: Hashable, Sendable {
  let userSuggestionSource: UserSuggestionSource
  let isTypingIndicatorTriggered: Bool
  let userLimit: Int
  let channelLimit: Int

  init(
    userSuggestionSource: UserSuggestionSource, isTypingIndicatorTriggered: Bool, userLimit: Int,
    channelLimit: Int
  ) throws(ChatError) {
    guard (1...100).contains(userLimit) else { throw .refused(.invalid("a limit of \(userLimit) people")) }
    guard (1...100).contains(channelLimit) else {
      throw .refused(.invalid("a limit of \(channelLimit) channels"))
    }
    self.userSuggestionSource = userSuggestionSource
    self.isTypingIndicatorTriggered = isTypingIndicatorTriggered
    self.userLimit = userLimit
    self.channelLimit = channelLimit
  }
}

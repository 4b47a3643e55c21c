/// The rule for quotes: every message of the same channel that is not deleted can be quoted, also one that is only in a thread,
/// because all readers of the quote may read the message.
public enum QuoteRules {
  /// The reason a message may not be quoted in a channel or in one of its threads; nil if it may.
  public static func refusal(ofQuoting message: Message, in channel: ChannelID) -> ChatError.Refusal? {
    if message.channelId != channel { return .quoteFromOtherChannel }
    if message.isDeleted { return .messageDeleted }
    return nil
  }
}

/// The rules for where a thread may begin. Threads are one level deep.
public enum ThreadRules {
  /// The reason no reply may be written under a message; nil if replies are allowed.
  public static func refusal(ofReplyTo parent: Message) -> ChatError.Refusal? {
    if parent.isReply { return .replyToReply }
    if parent.kind == .system { return .replyToSystemMessage }
    if parent.isDeleted { return .replyToDeletedMessage }
    return nil
  }
}

extension MessageExtras {
  /// Why no service accepts and no store can keep a message with this data; nil if the data is valid.
  public var refusal: ChatError.Refusal? {
    let isTooDeep = meta?.values.contains { $0.isNested(deeperThan: JSONValue.maximumDepth) } ?? false
    return isTooDeep ? .nestedTooDeep(limit: JSONValue.maximumDepth) : nil
  }
}

/// The rule for what may be quoted: every message of the same channel that is not deleted, whether it stands in the
/// channel or only in one of its threads. Whoever reads the quote may read the message.
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
  /// Why no service would take a message with this data, and no store could keep it; nil if it is fine.
  public var refusal: ChatError.Refusal? {
    let isTooDeep = meta?.values.contains { $0.isNested(deeperThan: JSONValue.maximumDepth) } ?? false
    return isTooDeep ? .nestedTooDeep(limit: JSONValue.maximumDepth) : nil
  }
}

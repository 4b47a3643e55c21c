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

package import ChatDomain

extension MatrixCache {
  /// Where events are shown in their order.
  package enum Place: Hashable, Sendable {
    /// What is shown of a slice in its channel.
    case slice(SliceID, in: ChannelID)
    /// The replies under a message.
    case thread(MessageID, in: ChannelID)
  }

  /// Which part of a place.
  package enum Window: Hashable, Sendable {
    case newest
    case oldest
    /// The nearest before a token.
    case before(Timetoken)
    /// The nearest after a token.
    case after(Timetoken)
  }
}

package import ChatDomain

/// Events that are shown in their order.
package enum EventList: Hashable, Sendable {
  /// What is shown of a slice in its channel.
  case slice(SliceID, in: ChannelID)
  /// The replies under a message.
  case thread(MessageID, in: ChannelID)
}

/// Which part of a list.
package enum EventWindow: Hashable, Sendable {
  case newest
  case oldest
  /// The nearest before a token.
  case before(Timetoken)
  /// The nearest after a token.
  case after(Timetoken)
}

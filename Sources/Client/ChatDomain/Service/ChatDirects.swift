/// The direct channels of a service, looked for without making any.
public protocol ChatDirects: Sendable {
  /// The direct channel with a user, if the current user is in it and the other one is too, or is invited to it; nil if
  /// ``ChatChannels/directChannel(with:)`` would have to make one, enter one, or invite somebody. Nothing is changed by
  /// asking, and nobody is told.
  ///
  /// A service need not know whether there is such a user.
  func knownDirectChannel(with user: UserID) async throws(ChatError) -> ChannelSummary?
}

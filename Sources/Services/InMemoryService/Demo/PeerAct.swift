import ChatDomain

/// An action that somebody in the demo is going to take, decided in advance.
struct PeerAct: Hashable, Sendable {
  enum Deed: Hashable, Sendable {
    case say(String)
    case react(String, MessageID)
  }

  var person: UserID
  var channel: ChannelID
  /// The message whose thread it belongs to.
  var parent: MessageID?
  var deed: Deed
  /// Whether the user at the terminal is mentioned.
  var mentionsUser = false
  var reading: Duration
  var typing: Duration
  /// Unique within a run.
  var number: UInt64
}

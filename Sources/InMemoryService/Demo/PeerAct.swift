import ChatDomain

/// Something that somebody of the demo is going to do, decided on before it begins.
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
  /// Whether the person at the terminal is mentioned.
  var mentionsUser = false
  var reading: Duration
  var typing: Duration
  /// Told apart from all others of the run.
  var number: UInt64
}

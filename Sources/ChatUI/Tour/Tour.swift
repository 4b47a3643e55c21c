import ChatDomain

/// A short walk through what is different here, step by step. It looks at what is so and asks for the next thing: no
/// clock moves it on, and whoever does something else than it asks for is led on from there.
nonisolated struct Tour: Hashable, Sendable {
  enum Step: Int, Hashable, Sendable, CaseIterable {
    case mention, accept, leave, offline, send, online
  }

  /// What the tour sees of the program.
  struct Sight: Hashable, Sendable {
    var channel: ChannelID?
    /// The channel before that one.
    var last: ChannelID?
    /// Whether people are suggested, with somebody to choose.
    var isSuggesting = false
    /// Whether a person is mentioned in the words that stand in the composer.
    var hasMention = false
    var isComposerEmpty = true
    /// Whether there is a draft where the tour asked for it.
    var hasDraft = false
    var isOffline = false
    /// Messages that wait for the connection.
    var waiting = 0
  }

  private(set) var step = Step.mention
  /// Where the draft is that the tour is about.
  private(set) var place: ChannelID?
  private(set) var isOver = false
  /// Whether a message has waited for the connection.
  private var hasWaited = false

  /// Goes on as far as what is so allows, and back where something it stands on is gone.
  mutating func see(_ sight: Sight) {
    while !isOver, let next = following(sight), next != step { step = next }
  }

  private mutating func following(_ sight: Sight) -> Step? {
    switch step {
    case .mention, .accept:
      guard sight.hasMention else { return sight.isSuggesting ? .accept : .mention }
      place = sight.channel
      return .leave
    case .leave:
      if sight.channel == place { return .leave }
      // Words that were written somewhere else on the way are as good.
      return sight.hasDraft ? .offline : .leave
    case .offline: return sight.isOffline ? .send : .offline
    case .send:
      if sight.waiting > 0 {
        hasWaited = true
        return .online
      }
      if sight.isOffline { return .send }
      guard hasWaited else { return .offline }
      // It went out before the connection was seen to be back.
      isOver = true
      return nil
    case .online:
      guard sight.waiting == 0 else { return .online }
      if sight.isOffline { return .send }
      isOver = true
      return nil
    }
  }
}

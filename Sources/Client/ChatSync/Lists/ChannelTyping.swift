package import ChatDomain

/// The users who are typing in the channels of a list.
package final class ChannelTyping {
  private let me: UserID
  private let clock: any ChatClock
  private let timer: ExpiryTimer
  private var rosters: [ChannelID: TypingRoster] = [:]
  /// Called with a channel's typing users when they change.
  package var onChange: (ChannelID, [User]) -> Void = { _, _ in }

  package init(me: UserID, clock: any ChatClock) {
    self.me = me
    self.clock = clock
    timer = ExpiryTimer(clock: clock)
  }

  package func users(in channel: ChannelID) -> [User] { rosters[channel]?.users ?? [] }

  package func apply(_ event: TypingEvent) {
    change(event.channelId) { $0.apply(event, at: clock.now) }
  }

  /// The author of a message is no longer typing.
  package func apply(_ message: Message) {
    if rosters[message.channelId] != nil { change(message.channelId) { $0.apply(message) } }
  }

  package func forget(_ channel: ChannelID) { rosters[channel] = nil }

  private func change(_ channel: ChannelID, _ body: (inout TypingRoster) -> Bool) {
    var roster = rosters[channel] ?? TypingRoster(key: DraftKey(channelId: channel), me: me)
    let isChanged = body(&roster)
    rosters[channel] = roster.users.isEmpty ? nil : roster
    timer.set(rosters.values.compactMap(\.nextExpiry).min()) { [weak self] in self?.expire() }
    if isChanged { onChange(channel, roster.users) }
  }

  private func expire() {
    for channel in rosters.keys { change(channel) { $0.expire(at: clock.now) } }
  }
}

package import ChatDomain

/// Tracks the users typing in one place: applies signals and lets them expire.
package final class TypingTracker {
  private var roster: TypingRoster
  private let timer: ExpiryTimer
  private let clock: any ChatClock
  /// Called with all typing users when they change.
  package var onChange: ([User]) -> Void = { _ in }

  package init(engine: SyncEngine, key: DraftKey) {
    roster = TypingRoster(key: key, me: engine.currentUser.id)
    timer = ExpiryTimer(clock: engine.clock)
    clock = engine.clock
  }

  /// The typing users, without the current one.
  package var users: [User] { roster.users }

  package func handle(_ event: TypingEvent) {
    let now = clock.now
    change { $0.apply(event, at: now) }
  }

  /// The author of a message is no longer typing.
  package func handle(_ message: Message) { change { $0.apply(message) } }

  private func change(_ body: (inout TypingRoster) -> Bool) {
    let isChanged = body(&roster)
    timer.set(roster.nextExpiry) { [weak self] in
      guard let self else { return }
      let now = clock.now
      change { $0.expire(at: now) }
    }
    if isChanged { onChange(roster.users) }
  }
}

/// The users typing in a channel or a thread, in the order in which they began.
nonisolated struct TypingRoster: Sendable {
  private let key: DraftKey
  private let me: UserID
  private var typing: [(user: User, expiresAt: Timestamp)] = []

  init(key: DraftKey, me: UserID) {
    self.key = key
    self.me = me
  }

  var users: [User] { typing.map(\.user) }
  var nextExpiry: Timestamp? { typing.map(\.expiresAt).min() }

  /// - Returns: whether a user started or stopped typing.
  mutating func apply(_ event: TypingEvent, at now: Timestamp) -> Bool {
    guard DraftKey(channelId: event.channelId, parentId: event.parentId) == key, event.user.id != me else {
      return false
    }
    let before = users
    if !event.isTyping || event.expiresAt <= now {
      typing.removeAll { $0.user.id == event.user.id }
    } else if let index = typing.firstIndex(where: { $0.user.id == event.user.id }) {
      typing[index] = (event.user, max(event.expiresAt, typing[index].expiresAt))
    } else {
      typing.append((event.user, event.expiresAt))
    }
    return users != before
  }

  /// Stops showing the author of a message as typing.
  mutating func apply(_ message: Message) -> Bool {
    guard message.channelId == key.channelId, message.parentId == key.parentId else { return false }
    let count = typing.count
    typing.removeAll { $0.user.id == message.author.id }
    return typing.count != count
  }

  mutating func expire(at now: Timestamp) -> Bool {
    let count = typing.count
    typing.removeAll { $0.expiresAt <= now }
    return typing.count != count
  }
}

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

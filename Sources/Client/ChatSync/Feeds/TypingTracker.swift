package import ChatDomain

/// Tracks the users typing in one place, or in all channels: applies signals and lets them expire.
package final class TypingTracker {
  private let me: UserID
  private let clock: any ChatClock
  private let timer: ExpiryTimer
  private let only: DraftKey?
  private var rosters: [DraftKey: TypingRoster] = [:]
  /// Called with a place and all users typing there when they change.
  package var onChange: (DraftKey, [User]) -> Void = { _, _ in }

  /// - Parameter only: the one place to track; nil: all channels, without their threads.
  package init(engine: SyncEngine, only: DraftKey? = nil) {
    me = engine.currentUser.id
    clock = engine.clock
    timer = ExpiryTimer(clock: engine.clock)
    self.only = only
  }

  /// The users typing in a place, without the current user.
  package func users(of key: DraftKey) -> [User] { rosters[key]?.users ?? [] }

  package func apply(_ event: TypingEvent) {
    let key = DraftKey(channelId: event.channelId, parentId: event.parentId)
    guard event.user.id != me, only.map({ $0 == key }) ?? (key.parentId == nil) else { return }
    change(key) { $0.apply(event, at: clock.now) }
  }

  /// Removes the author of a message, who is no longer typing.
  package func apply(_ message: Message) {
    let key = DraftKey(channelId: message.channelId, parentId: message.parentId)
    if rosters[key] != nil { change(key) { $0.remove(message.author.id) } }
  }

  package func forget(_ key: DraftKey) { rosters[key] = nil }

  private func change(_ key: DraftKey, _ body: (inout TypingRoster) -> Void) {
    var roster = rosters[key] ?? TypingRoster()
    let before = roster.users
    body(&roster)
    rosters[key] = roster.users.isEmpty ? nil : roster
    timer.set(rosters.values.compactMap(\.nextExpiry).min()) { [weak self] in self?.expire() }
    if roster.users != before { onChange(key, roster.users) }
  }

  private func expire() {
    for key in rosters.keys { change(key) { $0.expire(at: clock.now) } }
  }
}

/// The users typing in a channel or a thread, in the order in which they began.
nonisolated struct TypingRoster: Sendable {
  private var typing: [(user: User, expiresAt: Timestamp)] = []

  var users: [User] { typing.map(\.user) }
  var nextExpiry: Timestamp? { typing.map(\.expiresAt).min() }

  mutating func apply(_ event: TypingEvent, at now: Timestamp) {
    if !event.isTyping || event.expiresAt <= now {
      remove(event.user.id)
    } else if let index = typing.firstIndex(where: { $0.user.id == event.user.id }) {
      typing[index] = (event.user, max(event.expiresAt, typing[index].expiresAt))
    } else {
      typing.append((event.user, event.expiresAt))
    }
  }

  mutating func remove(_ user: UserID) { typing.removeAll { $0.user.id == user } }

  mutating func expire(at now: Timestamp) { typing.removeAll { $0.expiresAt <= now } }
}

import ChatDomain

/// Tracks the users typing in one place: applies signals and lets them expire.
final class TypingTracker {
  private var roster: TypingRoster
  private let timer: ExpiryTimer
  private let clock: any ChatClock
  /// Called with all typing users when they change.
  var onChange: ([User]) -> Void = { _ in }

  init(client: ChatClient, key: DraftKey) {
    roster = TypingRoster(key: key, me: client.currentUser.id)
    timer = ExpiryTimer(clock: client.clock)
    clock = client.clock
  }

  /// The typing users, without the current one.
  var users: [User] { roster.users }

  func handle(_ event: TypingEvent) {
    let now = clock.now
    change { $0.apply(event, at: now) }
  }

  /// The author of a message is no longer typing.
  func handle(_ message: Message) { change { $0.apply(message) } }

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

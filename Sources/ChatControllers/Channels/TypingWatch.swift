import ChatDomain

/// Who is typing in a place, as it is heard of and as it ends by itself.
final class TypingWatch {
  private var roster: TypingRoster
  private let timer: ExpiryTimer
  private let clock: any ChatClock
  /// Told of everybody who is typing when that has changed.
  var tell: ([User]) -> Void = { _ in }

  init(client: ChatClient, key: DraftKey) {
    roster = TypingRoster(key: key, me: client.currentUser.id)
    timer = ExpiryTimer(clock: client.clock)
    clock = client.clock
  }

  /// Oneself is not among them.
  var users: [User] { roster.users }

  func hear(_ event: TypingEvent) {
    let now = clock.now
    change { $0.apply(event, at: now) }
  }

  /// Whoever has said something does not type any more.
  func hear(_ message: Message) { change { $0.apply(message) } }

  private func change(_ body: (inout TypingRoster) -> Bool) {
    let isChanged = body(&roster)
    timer.set(roster.nextExpiry) { [weak self] in
      guard let self else { return }
      let now = clock.now
      change { $0.expire(at: now) }
    }
    if isChanged { tell(roster.users) }
  }
}

import ChatDomain
import Synchronization

/// The state of the connection, derived from the outcome of requests.
final class LinkReport: Sendable {
  let teller = ConditionTeller(ServiceCondition(.connecting))
  private let clock: any ChatClock
  private let answered = Mutex<Timestamp?>(nil)
  private let refused = Mutex<RefusedUse?>(nil)

  /// The paths of requests that were refused because the account is on hold.
  private enum RefusedUse {
    case reading(Set<String>)
    case writing(Set<String>)

    /// The refusals that remain after a request was allowed.
    func remaining(after request: MatrixRequest) -> RefusedUse? {
      if request.isSeenByOthers { return nil }
      switch self {
      case .reading(var paths):
        guard paths.remove(request.path) != nil else { return self }
        // The refused request may never be repeated. Syncs are repeated, and one that succeeds shows that reading is allowed.
        return paths.isEmpty || request.isSync ? nil : .reading(paths)
      case .writing(var paths):
        guard request.method != .get else { return self }
        paths.remove(request.path)
        return paths.isEmpty ? nil : .writing(paths)
      }
    }
  }

  /// Shorter waits are not shown.
  private static let shortestWait = Duration.seconds(2)

  init(clock: any ChatClock) { self.clock = clock }

  /// The time of the last answer; nil if there was none.
  var answeredAt: Timestamp? { answered.withLock(\.self) }

  /// Records that the server answered.
  func recordAnswer() {
    let now = clock.now
    answered.withLock { $0 = now }
  }

  /// Records the last answer of an earlier run.
  func recordEarlierAnswer(at time: Timestamp) { answered.withLock { $0 = $0 ?? time } }

  /// Records that the server limits some requests.
  func recordLimit(for wait: Duration) {
    guard wait >= Self.shortestWait else { return }
    let until = clock.now + wait
    teller.change { $0.limitedUntil = max($0.limitedUntil ?? until, until) }
  }

  /// Records that the server refused a request because the account is on hold.
  func record(_ hold: AccountHold, by request: MatrixRequest) {
    refused.withLock { refused in
      switch refused {
      case .reading(let paths)? where request.method == .get:
        refused = .reading(paths.union([request.path]))
      case _ where request.method == .get: refused = .reading([request.path])
      // If reading is refused, writing is too.
      case .reading?: break
      case .writing(let paths)?: refused = .writing(paths.union([request.path]))
      case nil: refused = .writing([request.path])
      }
    }
    teller.change { $0.hold = hold }
  }

  /// Records that a request succeeded. The hold ends once each refused path is allowed, and at once after a request whose effect
  /// others see: reading one thing does not imply reading another, or writing.
  func recordSuccess(of request: MatrixRequest) {
    let isOver = refused.withLock { refused in
      guard let before = refused else { return false }
      refused = before.remaining(after: request)
      return refused == nil
    }
    if isOver { teller.change { $0.hold = nil } }
  }

  /// Records that a sync begins. An offline link stays offline until there is an answer.
  func begin(isFirst: Bool) {
    guard isFirst else { return }
    teller.change { if $0.link == .connecting { $0.link = .catchingUp(.unknown) } }
  }

  /// Reports progress on a long answer.
  func catchUp(_ rest: CatchingUp) { tell(.catchingUp(rest)) }

  /// Records that everything is up to date.
  func succeed() { tell(.online) }

  /// A late answer does not revive a session that has ended.
  private func tell(_ link: ServiceCondition.Link) {
    teller.change { if $0.link != .signedOut { $0.link = link } }
  }

  /// Records that a sync failed.
  func fail(_ error: ChatError) {
    switch error {
    case .signedOut: teller.change { $0.link = .signedOut }
    // The server is reachable and said how long to wait.
    case .connection(.busy(_?)) where (teller.condition.limitedUntil ?? clock.now) > clock.now: break
    case .connection(.badAnswer(let fault)): tell(.failing(fault))
    case .connection, .held: disconnect()
    case .refused, .draftConflict, .eventsGone, .cancelled: break
    }
  }

  /// Records that there is no connection.
  func disconnect() {
    let since = answeredAt
    teller.change {
      if $0.link != .signedOut { $0.link = .offline(since: since) }
    }
  }
}

extension MatrixRequest {
  fileprivate var isSync: Bool { path == MatrixRequest.sync(since: nil, filter: SyncFilter()).path }

  /// Whether others see the effect of the request, which an account on hold may not cause. Redactions of own messages are an
  /// exception: even members who may not write can send them.
  fileprivate var isSeenByOthers: Bool {
    switch rateClass {
    case .events, .joining, .inviting: !path.contains("/redact/")
    case .login, .other: false
    }
  }
}

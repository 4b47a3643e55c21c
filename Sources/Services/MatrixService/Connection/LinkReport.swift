import ChatDomain
import Synchronization

/// What the connection to the server is doing, put together from what its requests come to.
final class LinkReport: Sendable {
  let teller = ConditionTeller(ServiceCondition(.connecting))
  private let clock: any ChatClock
  private let answered = Mutex<Timestamp?>(nil)
  private let refused = Mutex<RefusedUse?>(nil)

  /// What was refused because the account is held up, by the paths of the requests.
  private enum RefusedUse {
    case reading(Set<String>)
    case writing(Set<String>)

    /// What is left of it once a request was allowed.
    func remaining(after request: MatrixRequest) -> RefusedUse? {
      if request.isSeenByOthers { return nil }
      switch self {
      case .reading(var paths):
        guard paths.remove(request.path) != nil else { return self }
        // What was asked once need not be asked again, but syncs go on, and tell of all there is.
        return paths.isEmpty || request.isSync ? nil : .reading(paths)
      case .writing(var paths):
        guard request.method != .get else { return self }
        paths.remove(request.path)
        return paths.isEmpty ? nil : .writing(paths)
      }
    }
  }

  /// A wait that is shorter is over before anybody has read of it.
  private static let shortestWait = Duration.seconds(2)

  init(clock: any ChatClock) { self.clock = clock }

  /// When the last answer came; nil if none ever did.
  var answeredAt: Timestamp? { answered.withLock(\.self) }

  /// The server answered, whatever it said.
  func recordAnswer() {
    let now = clock.now
    answered.withLock { $0 = now }
  }

  /// An answer of a run before.
  func recordEarlierAnswer(at time: Timestamp) { answered.withLock { $0 = $0 ?? time } }

  /// The server wants a pause, at least with some requests.
  func recordLimit(for wait: Duration) {
    guard wait >= Self.shortestWait else { return }
    let until = clock.now + wait
    teller.change { $0.limitedUntil = max($0.limitedUntil ?? until, until) }
  }

  /// The server did nothing because the account is held up.
  func record(_ hold: AccountHold, by request: MatrixRequest) {
    refused.withLock { refused in
      switch refused {
      case .reading(let paths)? where request.method == .get:
        refused = .reading(paths.union([request.path]))
      case _ where request.method == .get: refused = .reading([request.path])
      // Whoever may not even read is told so by everything else as well.
      case .reading?: break
      case .writing(let paths)?: refused = .writing(paths.union([request.path]))
      case nil: refused = .writing([request.path])
      }
    }
    teller.change { $0.hold = hold }
  }

  /// The server did what it was asked: it holds the account up no longer, if that is all it refused before. That an
  /// account may read one thing does not say that it may read another one, or write.
  func recordSuccess(of request: MatrixRequest) {
    let isOver = refused.withLock { refused in
      guard let before = refused else { return false }
      refused = before.remaining(after: request)
      return refused == nil
    }
    if isOver { teller.change { $0.hold = nil } }
  }

  /// A sync begins. What was offline stays so until there is an answer.
  func begin(isFirst: Bool) {
    guard isFirst else { return }
    teller.change { if $0.link == .connecting { $0.link = .catchingUp(.unknown) } }
  }

  /// Something of that answer has yet to be taken in.
  func catchUp(_ rest: CatchingUp) { tell(.catchingUp(rest)) }

  /// All that happened is here.
  func succeed() { tell(.online) }

  /// An answer to what was asked before the session ended does not bring it back.
  private func tell(_ link: ServiceCondition.Link) {
    teller.change { if $0.link != .signedOut { $0.link = link } }
  }

  /// A sync failed.
  func fail(_ error: ChatError) {
    switch error {
    case .signedOut: teller.change { $0.link = .signedOut }
    // The server is there: it asks for patience, and says for how long.
    case .connection(.busy(_?)) where (teller.condition.limitedUntil ?? clock.now) > clock.now: break
    case .connection(.badAnswer(let fault)): tell(.failing(fault))
    case .connection, .held: disconnect()
    case .refused, .draftConflict, .eventsGone, .cancelled: break
    }
  }

  /// There is no connection, or nobody wants one.
  func disconnect() {
    let since = answeredAt
    teller.change {
      if $0.link != .signedOut { $0.link = .offline(since: since) }
    }
  }
}

extension MatrixRequest {
  fileprivate var isSync: Bool { path == MatrixRequest.sync(since: nil, filter: SyncFilter()).path }

  /// Whether others see what it does, which an account that is held up may not. What one said may be taken back by people who
  /// may say nothing.
  fileprivate var isSeenByOthers: Bool {
    switch rateClass {
    case .events, .joining, .inviting: !path.contains("/redact/")
    case .login, .other: false
    }
  }
}

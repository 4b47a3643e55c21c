import ChatDomain
import Synchronization

/// The gates before everything that one server counts.
final class RateGates: Sendable {
  /// What is counted together.
  private enum Key: Hashable {
    case kind(MatrixRequest.RateClass)
    /// Of the rest a server counts many things apart, and a search that has to wait must not hold up a sync.
    case path(String)
  }

  private let clock: any ChatClock
  private let gates = Mutex<[Key: RateGate]>([:])

  /// The most that a request waits here; whoever has to wait longer is told so.
  static let patience = Duration.seconds(10)

  init(clock: any ChatClock) { self.clock = clock }

  /// Returns when the request may be sent.
  ///
  /// - Parameter waited: how long it has waited here already.
  func pass(_ request: MatrixRequest, waited: inout Duration) async throws(ChatError) {
    while let wait = gates.withLock({ $0[Self.key(request)]?.remaining(at: clock.now) }) {
      guard waited + wait <= Self.patience else { throw .connection(.busy(retryAfter: wait)) }
      waited += wait
      do {
        try await clock.sleep(for: wait)
      } catch {
        throw .cancelled
      }
    }
  }

  /// The server refused because there was too much.
  ///
  /// - Returns: how long such requests wait now.
  @discardableResult func close(for request: MatrixRequest, wait: Duration?) -> Duration {
    let now = clock.now
    let key = Self.key(request)
    return gates.withLock { gates in
      gates[key, default: RateGate()].close(for: wait, at: now)
      defer { gates = gates.filter { !$0.value.isOpen(at: now) } }
      return gates[key]?.remaining(at: now) ?? .zero
    }
  }

  /// The server did what it was asked.
  func recordSuccess(of request: MatrixRequest) {
    gates.withLock { $0[Self.key(request)]?.recordSuccess() }
  }

  private static func key(_ request: MatrixRequest) -> Key {
    request.rateClass == .other ? .path(request.path) : .kind(request.rateClass)
  }
}

/// Whether requests that a server counts together have to wait, and how long.
struct RateGate: Hashable, Sendable {
  /// While it is closed.
  private var closed: Range<Timestamp>?
  /// How often in a row the server did not say how long.
  private var refusalsWithoutDelay = 0

  /// The least that is waited: a server that says "at once" and refuses again would be asked without end.
  static let shortest = Duration.milliseconds(250)
  /// The most where the server names no time.
  static let longestWithoutDelay = Duration.seconds(60)

  /// How long to wait; nil if nobody has to. A clock that was set back opens it.
  func remaining(at now: Timestamp) -> Duration? {
    guard let closed, closed.contains(now) else { return nil }
    return closed.upperBound - now
  }

  /// The server refused because there was too much.
  ///
  /// - Parameter wait: as the server names it; nil: it names none, and each time it is twice as long as before.
  mutating func close(for wait: Duration?, at now: Timestamp) {
    let remaining = remaining(at: now)
    let pause: Duration
    if let wait {
      pause = max(wait, Self.shortest)
    } else {
      // Those that were under way together are refused together, which is once.
      guard remaining == nil else { return }
      pause = min(.seconds(1) * (1 << min(refusalsWithoutDelay, 6)), Self.longestWithoutDelay)
      refusalsWithoutDelay += 1
    }
    if let remaining, remaining >= pause { return }
    closed = now..<(now + pause)
  }

  /// The server did what it was asked.
  mutating func recordSuccess() { refusalsWithoutDelay = 0 }

  /// Whether it can be forgotten.
  func isOpen(at now: Timestamp) -> Bool { refusalsWithoutDelay == 0 && remaining(at: now) == nil }
}

import ChatDomain
import Synchronization

/// The gates of all kinds of requests that a server rate-limits.
final class RateGates: Sendable {
  /// Requests that share a gate.
  private enum Key: Hashable {
    case kind(MatrixRequest.RateClass)
    /// Other requests are counted separately by path, so a limited search does not delay a sync.
    case path(String)
  }

  private let clock: any ChatClock
  private let gates = Mutex<[Key: RateGate]>([:])

  /// The maximum wait at a gate. A request that would wait longer fails with the remaining time.
  static let patience = Duration.seconds(10)

  init(clock: any ChatClock) { self.clock = clock }

  /// Waits until the request may be sent.
  ///
  /// - Parameter waited: how long the request has waited so far.
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

  /// Closes the gate of a request that exceeded the server's rate limit.
  ///
  /// - Returns: how long such requests must wait.
  @discardableResult func close(for request: MatrixRequest, wait: Duration?) -> Duration {
    let now = clock.now
    let key = Self.key(request)
    return gates.withLock { gates in
      gates[key, default: RateGate()].close(for: wait, at: now)
      defer { gates = gates.filter { !$0.value.isOpen(at: now) } }
      return gates[key]?.remaining(at: now) ?? .zero
    }
  }

  /// Records that the server accepted a request.
  func recordSuccess(of request: MatrixRequest) {
    gates.withLock { $0[Self.key(request)]?.recordSuccess() }
  }

  private static func key(_ request: MatrixRequest) -> Key {
    request.rateClass == .other ? .path(request.path) : .kind(request.rateClass)
  }
}

/// The gate of requests that a server counts together.
struct RateGate: Hashable, Sendable {
  /// The time while it is closed.
  private var closed: Range<Timestamp>?
  /// The number of consecutive refusals without a delay.
  private var refusalsWithoutDelay = 0

  /// The minimum wait: some servers say "at once" and refuse again.
  static let shortest = Duration.milliseconds(250)
  /// The maximum wait if the server names no delay.
  static let longestWithoutDelay = Duration.seconds(60)

  /// The remaining wait; nil if the gate is open. A clock that was set back opens it.
  func remaining(at now: Timestamp) -> Duration? {
    guard let closed, closed.contains(now) else { return nil }
    return closed.upperBound - now
  }

  /// Closes the gate of a request that exceeded the server's rate limit.
  ///
  /// - Parameter wait: the server's delay; nil: it named none, and the wait doubles each time.
  mutating func close(for wait: Duration?, at now: Timestamp) {
    let remaining = remaining(at: now)
    let pause: Duration
    if let wait {
      pause = max(wait, Self.shortest)
    } else {
      // Concurrent refusals count as one.
      guard remaining == nil else { return }
      pause = min(.seconds(1) * (1 << min(refusalsWithoutDelay, 6)), Self.longestWithoutDelay)
      refusalsWithoutDelay += 1
    }
    if let remaining, remaining >= pause { return }
    closed = now..<(now + pause)
  }

  /// Records that the server accepted a request.
  mutating func recordSuccess() { refusalsWithoutDelay = 0 }

  /// Whether the gate is open and has no refusals to remember.
  func isOpen(at now: Timestamp) -> Bool { refusalsWithoutDelay == 0 && remaining(at: now) == nil }
}

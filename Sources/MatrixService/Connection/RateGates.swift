import ChatDomain
import MatrixWire
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
  func close(for request: MatrixRequest, wait: Duration?) {
    let now = clock.now
    gates.withLock { gates in
      gates[Self.key(request), default: RateGate()].close(for: wait, at: now)
      gates = gates.filter { !$0.value.isOpen(at: now) }
    }
  }

  /// The server did what it was asked.
  func noteSuccess(of request: MatrixRequest) {
    gates.withLock { $0[Self.key(request)]?.noteSuccess() }
  }

  private static func key(_ request: MatrixRequest) -> Key {
    request.rateClass == .other ? .path(request.path) : .kind(request.rateClass)
  }
}

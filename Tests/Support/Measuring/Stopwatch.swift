/// Measures on the monotonic clock and keeps what was computed from being optimised away.
public final class Stopwatch {
  private let clock = ContinuousClock()
  /// What the last measurement took.
  public private(set) var elapsed: Duration = .zero
  /// A sum over all results; printing it makes every one of them needed.
  public private(set) var checksum = 0

  public init() {}

  /// Measures the work; what is done outside of the call is not counted.
  @inline(never)
  public func measure(_ work: () -> Void) {
    elapsed = clock.measure(work)
  }

  /// Measures work that waits for others; their part is counted.
  @inline(never)
  public func measureWaiting(_ work: () async throws -> Void) async rethrows {
    let start = clock.now
    try await work()
    elapsed = clock.now - start
  }

  /// Takes in a result.
  @inline(never)
  public func keep(_ value: Int) {
    checksum &+= value
  }
}

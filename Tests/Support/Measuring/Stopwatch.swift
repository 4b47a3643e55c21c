/// Measures on the monotonic clock, or is told what was measured elsewhere, and keeps what was computed from being optimised away.
public final class Stopwatch {
  private let clock = ContinuousClock()
  /// What was measured last: nanoseconds, or what the row counts.
  public private(set) var reading = 0.0
  /// A sum over all results; printing it makes every one of them needed.
  public private(set) var checksum = 0

  public init() {}

  /// Measures the work; what is done outside of the call is not counted.
  @inline(never)
  public func measure(_ work: () throws -> Void) rethrows {
    reading = try clock.measure(work).nanoseconds
  }

  /// Measures work that waits for others; their part is counted.
  @inline(never)
  public func measureWaiting(_ work: () async throws -> Void) async rethrows {
    let start = clock.now
    try await work()
    reading = (clock.now - start).nanoseconds
  }

  /// Takes over what was not measured here: by another clock, or no time at all.
  public func take(_ reading: Double) {
    self.reading = reading
  }

  /// Takes in a result.
  @inline(never)
  public func keep(_ value: Int) {
    checksum &+= value
  }
}

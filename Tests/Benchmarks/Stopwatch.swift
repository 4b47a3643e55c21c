/// Measures on the monotonic clock and keeps what was computed from being optimised away.
struct Stopwatch {
  private let clock = ContinuousClock()
  /// What the last measurement took.
  private(set) var elapsed: Duration = .zero
  /// A sum over all results; printing it makes every one of them needed.
  private(set) var checksum = 0

  /// Measures the work; what is done outside of the call is not counted.
  @inline(never)
  mutating func measure(_ work: () -> Void) {
    elapsed = clock.measure(work)
  }

  /// Takes in a result.
  @inline(never)
  mutating func keep(_ value: Int) {
    checksum &+= value
  }
}

/// What one contestant took, in nanoseconds for one run.
struct Samples: Sendable {
  private var values: [Double] = []

  var count: Int { values.count }

  mutating func append(_ value: Double) { values.append(value) }

  var median: Double { quantile(0.5) }
  var p99: Double { quantile(0.99) }

  private func quantile(_ part: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}

extension Duration {
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}

import Foundation

/// The samples of one contestant, per run, in the unit of its row.
struct Samples {
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

/// The unit of a row.
public enum Unit: String, Codable {
  case nanoseconds = "ns"
  case bytes = "B"
  case times = "times"
  case instructions = "instructions"
}

/// Formats figures for a table.
public enum TableCell {
  public static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: String(format: "%.0f ns", nanoseconds)
    case ..<1_000_000: String(format: "%.2f µs", nanoseconds / 1_000)
    default: String(format: "%.2f ms", nanoseconds / 1_000_000)
    }
  }

  public static func amount(_ value: Double, _ unit: Unit) -> String {
    switch unit {
    case .nanoseconds: time(value)
    case .times: String(format: "%.0f", value)
    case .instructions where value < 1_000_000: String(format: "%.0f k", value / 1_000)
    case .instructions: String(format: "%.2f M", value / 1_000_000)
    case .bytes where value < 1_000_000: String(format: "%.0f B", value)
    case .bytes: String(format: "%.1f MiB", value / 1_048_576)
    }
  }

  public static func factor(_ value: Double) -> String {
    switch value {
    case ..<0.095 where value > 0: String(format: "1/%.0f", 1 / value)
    case ..<100: String(format: "%.2fx", value)
    default: String(format: "%.0fx", value)
    }
  }

  public static func percent(_ value: Double) -> String {
    column(String(format: "%.2f %%", value), -9)
  }

  /// Pads on the right, or for a negative width on the left.
  public static func column(_ text: String, _ width: Int) -> String {
    let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? padding + text : text + padding
  }
}

/// Measures on the monotonic clock, or takes a reading from elsewhere, and keeps results from being optimised away.
public final class Stopwatch {
  private let clock = ContinuousClock()
  /// The last reading: nanoseconds, or the unit of the row.
  public private(set) var reading = 0.0
  /// A sum over all results; printing it keeps them from being optimised away.
  public private(set) var checksum = 0

  public init() {}

  /// Measures synchronous work; setup outside of the call does not count.
  @inline(never)
  public func measure(_ work: () throws -> Void) rethrows {
    reading = try clock.measure(work).nanoseconds
  }

  /// Measures asynchronous work, including the time of other tasks and threads.
  @inline(never)
  public func measureWaiting(_ work: () async throws -> Void) async rethrows {
    let start = clock.now
    try await work()
    reading = (clock.now - start).nanoseconds
  }

  /// Takes a reading from another clock or counter.
  public func take(_ reading: Double) {
    self.reading = reading
  }

  /// Adds a result to the checksum.
  @inline(never)
  public func keep(_ value: Int) {
    checksum &+= value
  }
}

/// An expensive value, made on first use and freed with the rows that use it.
public final class Once<Value> {
  private let make: () async throws -> Value
  private var value: Value?

  public init(_ make: @escaping () async throws -> Value) { self.make = make }

  public func callAsFunction() async throws -> Value {
    if let value { return value }
    let made = try await make()
    value = made
    return made
  }
}

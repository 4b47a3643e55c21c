/// A point in time, in microseconds since 1970 (UTC).
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The microseconds since 1970 (UTC); negative before it.
  public let microseconds: Int64

  /// The point in time this many microseconds after the beginning of 1970 (UTC).
  public init(microseconds: Int64) { self.microseconds = microseconds }
  /// Clamps to the range of microseconds.
  public init(seconds: Int64) { microseconds = Duration.seconds(seconds).microseconds }

  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

  /// The time after a duration, clamped to the range of microseconds.
  public static func + (left: Timestamp, right: Duration) -> Timestamp {
    let (sum, isOver) = left.microseconds.addingReportingOverflow(right.microseconds)
    return Timestamp(microseconds: isOver ? .extreme(isNegative: right < .zero) : sum)
  }

  /// The time from the right timestamp to the left one, clamped to the range of microseconds.
  public static func - (left: Timestamp, right: Timestamp) -> Duration {
    let (difference, isOver) = left.microseconds.subtractingReportingOverflow(right.microseconds)
    return .microseconds(isOver ? .extreme(isNegative: left < right) : difference)
  }
}

extension Duration {
  /// The duration in whole microseconds, truncated and clamped; `.seconds(.max)` means "never".
  public var microseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000) }
}

extension Int64 {
  fileprivate static func extreme(isNegative: Bool) -> Int64 { isNegative ? .min : .max }
}

/// The time at which the service accepted a message, in its own unit; unique among a service's messages.
public struct Timetoken: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// Wraps the number.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  public var description: String { String(rawValue) }
  public static func < (left: Timetoken, right: Timetoken) -> Bool { left.rawValue < right.rawValue }
}

/// The source of time. It is injected, so that tests control the time.
public protocol ChatClock: Sendable {
  /// The current time.
  var now: Timestamp { get }
  /// Returns at `deadline`, or throws `CancellationError`.
  func sleep(until deadline: Timestamp) async throws
  /// Returns after `duration`, or throws `CancellationError`. Setting the clock meanwhile has no effect.
  func sleep(for duration: Duration) async throws
}

extension ChatClock {
  /// The default, for a clock that is never set back.
  public func sleep(for duration: Duration) async throws {
    try await sleep(until: now + duration)
  }
}

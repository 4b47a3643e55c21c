/// A point in time, in microseconds since 1970 (UTC).
public struct Timestamp: Hashable, Comparable, Sendable {
  public let microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }
  public init(seconds: Int64) { microseconds = seconds * 1_000_000 }

  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

  public static func + (left: Timestamp, right: Duration) -> Timestamp {
    Timestamp(microseconds: left.microseconds + right.microseconds)
  }

  /// The time from the right timestamp to the left one.
  public static func - (left: Timestamp, right: Timestamp) -> Duration {
    .microseconds(left.microseconds - right.microseconds)
  }
}

extension Duration {
  /// The duration in whole microseconds, truncated.
  public var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}

/// The time at which the service accepted a message, in its own unit; unique among a service's messages.
public struct Timetoken: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  public var description: String { String(rawValue) }
  public static func < (left: Timetoken, right: Timetoken) -> Bool { left.rawValue < right.rawValue }
}

/// The source of time. It is passed to everything that needs it, so that a test controls the time.
public protocol ChatClock: Sendable {
  /// The current time.
  var now: Timestamp { get }
  /// Returns at `deadline`, or throws `CancellationError`.
  func sleep(until deadline: Timestamp) async throws
}

extension ChatClock {
  /// Returns after `duration`, or throws `CancellationError`.
  public func sleep(for duration: Duration) async throws {
    try await sleep(until: now + duration)
  }
}

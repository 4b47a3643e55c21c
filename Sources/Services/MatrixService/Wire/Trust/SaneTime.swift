public import ChatDomain

/// The times that are believed. Each server stamps its own events, and may stamp what it likes.
public struct SaneTime: Hashable, Sendable {
  /// In milliseconds since 1970: 2010, before there was Matrix.
  static let earliest = 1_262_304_000_000
  /// 44 bits are left for the time in a timetoken; a day of 2527.
  static let last = 1 << 44 - 1

  private let latest: Int

  /// - Parameter now: by a clock that may be hours wrong. What is later by more than a day is not believed.
  public init(now: Timestamp) {
    let milliseconds = Int(clamping: now.microseconds / 1000)
    latest = min(max(milliseconds, Self.earliest) + 86_400_000, Self.last)
  }

  /// The time in milliseconds, or the nearest that is believed.
  public func milliseconds(_ sentAt: Int) -> Int { min(max(sentAt, Self.earliest), latest) }

  public func timestamp(_ sentAt: Int) -> Timestamp {
    Timestamp(microseconds: Int64(milliseconds(sentAt)) * 1000)
  }
}

import ChatDomain

/// Clamps the times of events: each server sets its own.
struct SaneTime: Hashable, Sendable {
  /// In milliseconds since 1970: 2010, before Matrix existed.
  static let earliest = 1_262_304_000_000
  /// The last time that fits into the 44 bits of a timetoken, in the year 2527.
  static let last = 1 << 44 - 1

  private let latest: Int

  /// - Parameter now: by a clock that may be hours off. Times more than a day later are clamped.
  init(now: Timestamp) {
    let milliseconds = Int(clamping: now.microseconds / 1000)
    latest = min(max(milliseconds, Self.earliest) + 86_400_000, Self.last)
  }

  /// The time in milliseconds, clamped.
  func milliseconds(_ sentAt: Int) -> Int { min(max(sentAt, Self.earliest), latest) }

  func timestamp(_ sentAt: Int) -> Timestamp {
    Timestamp(microseconds: Int64(milliseconds(sentAt)) * 1000)
  }
}

/// The position of events in a room's history.
extension Timetoken {
  /// The token of an event by itself: its time, and 20 bits of a hash of its id to separate events of the same millisecond.
  init(matrix id: MessageID, sentAt: Int, in time: SaneTime) {
    self.init(UInt64(time.milliseconds(sentAt)) << 20 | id.hash20)
  }

  /// Strictly rising tokens for consecutive events, the oldest first. Each event keeps its own token if possible.
  ///
  /// - Parameters:
  ///   - lower: the token before the first; nil if there is none.
  ///   - upper: the token after the last; nil if there is none.
  /// - Returns: nil if there is not enough room between the two.
  static func rising(_ own: [Timetoken], after lower: Timetoken?, before upper: Timetoken?) -> [Timetoken]? {
    let end = upper?.rawValue ?? .max
    var least: UInt64 = 0
    if let lower {
      guard lower.rawValue < end else { return nil }
      least = lower.rawValue + 1
    }
    guard end - least >= UInt64(own.count) else { return nil }
    return own.enumerated().map { index, token in
      // The following events need tokens too.
      let most = end - UInt64(own.count - index)
      let value = min(max(token.rawValue, least), most)
      least = value + 1
      return Timetoken(value)
    }
  }
}

extension MessageID {
  /// A hash of 20 bits, equal on every device.
  fileprivate var hash20: UInt64 {
    let hash = rawValue.stableHash
    return (hash ^ hash >> 20 ^ hash >> 40) & 0xFFFFF
  }
}

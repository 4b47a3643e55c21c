import ChatDomain

/// The times that are believed. Each server stamps its own events, and may stamp what it likes.
struct SaneTime: Hashable, Sendable {
  /// In milliseconds since 1970: 2010, before there was Matrix.
  static let earliest = 1_262_304_000_000
  /// 44 bits are left for the time in a timetoken; a day of 2527.
  static let last = 1 << 44 - 1

  private let latest: Int

  /// - Parameter now: by a clock that may be hours wrong. What is later by more than a day is not believed.
  init(now: Timestamp) {
    let milliseconds = Int(clamping: now.microseconds / 1000)
    latest = min(max(milliseconds, Self.earliest) + 86_400_000, Self.last)
  }

  /// The time in milliseconds, or the nearest that is believed.
  func milliseconds(_ sentAt: Int) -> Int { min(max(sentAt, Self.earliest), latest) }

  func timestamp(_ sentAt: Int) -> Timestamp {
    Timestamp(microseconds: Int64(milliseconds(sentAt)) * 1000)
  }
}

/// The place of events in a room's history, as a number.
extension Timetoken {
  /// The number for an event alone: its time, and 20 bits of its id, so that two of the same millisecond differ.
  init(matrix id: MessageID, sentAt: Int, in time: SaneTime) {
    self.init(UInt64(time.milliseconds(sentAt)) << 20 | id.hash20)
  }

  /// The numbers for events that stand behind each other, the oldest first: strictly rising, and each the event's own
  /// where that is possible.
  ///
  /// - Parameters:
  ///   - lower: that of the event before the first; nil if there is none.
  ///   - upper: that of the event behind the last; nil if there is none.
  /// - Returns: nil if there are fewer numbers between the two than events.
  static func rising(_ own: [Timetoken], after lower: Timetoken?, before upper: Timetoken?)
    -> [Timetoken]?
  {
    let end = upper?.rawValue ?? .max
    var least: UInt64 = 0
    if let lower {
      guard lower.rawValue < end else { return nil }
      least = lower.rawValue + 1
    }
    guard end - least >= UInt64(own.count) else { return nil }
    return own.enumerated().map { index, token in
      // Those behind it need numbers too.
      let most = end - UInt64(own.count - index)
      let value = min(max(token.rawValue, least), most)
      least = value + 1
      return Timetoken(value)
    }
  }
}

extension MessageID {
  /// The same on every device, folded to 20 bits.
  fileprivate var hash20: UInt64 {
    let hash = rawValue.stableHash
    return (hash ^ hash >> 20 ^ hash >> 40) & 0xFFFFF
  }
}

public import ChatDomain

/// The place of events in a room's history, as a number.
extension Timetoken {
  /// The number for an event alone: its time, and 20 bits of its id, so that two of the same millisecond differ.
  public init(matrix id: MessageID, sentAt: Int, in time: SaneTime) {
    self.init(UInt64(time.milliseconds(sentAt)) << 20 | id.hash20)
  }

  /// The numbers for events that stand behind each other, the oldest first: strictly rising, and each the event's own
  /// where that is possible.
  ///
  /// - Parameters:
  ///   - lower: that of the event before the first; nil if there is none.
  ///   - upper: that of the event behind the last; nil if there is none.
  /// - Returns: nil if there are fewer numbers between the two than events.
  public static func rising(_ own: [Timetoken], after lower: Timetoken?, before upper: Timetoken?)
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

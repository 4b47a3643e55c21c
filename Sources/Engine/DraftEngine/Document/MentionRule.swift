/// Decides which edits a mention survives; the only code that does.
///
/// A mention survives text inserted right before or right after its words, and a removal that ends where they begin or
/// begins where they end. Text inserted strictly inside, and a removal of any part of them, remove the mention but not
/// the remaining words. So does an edit at an edge that leaves the edge inside a Character, because a combining mark or
/// a joiner fused into the mention's first or last one.
enum MentionRule {
  /// Whether replacing `change` would touch the words in `mention`.
  @inline(__always)
  static func touches(_ mention: Range<Int>, _ change: Range<Int>) -> Bool {
    change.upperBound > mention.lowerBound && change.lowerBound < mention.upperBound
  }

  /// How far after a change the Character boundaries can differ from before.
  ///
  /// A boundary depends on what follows it and on the Character before it, so the first ordinary scalar after the
  /// change ends its reach.
  static func reach(of change: Range<Int>, in text: String) -> ClosedRange<Int> {
    let bytes = text.utf8Span.span
    var end = change.upperBound
    while end < bytes.count, OrdinaryScalar.length(in: bytes, at: end) == 0 {
      end += 1
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    }
    return change.lowerBound...end
  }
}

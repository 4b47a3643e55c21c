/// A mention as the engine stores it: a range of UTF-8 bytes and its target.
///
/// Bytes rather than Characters, because Character offsets can change with a neighbouring edit (`"e"` and a combining
/// accent are two Characters apart and one together), while byte offsets only ever shift.
public struct MentionSpan: Hashable, Sendable {
  /// The UTF-8 bytes of the mention's words.
  public var range: Range<Int>
  /// The target of the words.
  public var target: MentionTarget

  /// The words that a mention covers, and what they stand for.
  public init(_ range: Range<Int>, _ target: MentionTarget) {
    self.range = range
    self.target = target
  }

  /// The same mention, shifted forward or back.
  package func moved(by distance: Int) -> MentionSpan {
    MentionSpan((range.lowerBound + distance)..<(range.upperBound + distance), target)
  }
}

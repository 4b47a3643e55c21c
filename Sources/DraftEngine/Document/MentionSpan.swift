/// A mention as the engine holds it: a range of UTF-8 bytes and what it stands for.
///
/// Bytes rather than Characters, because a Character count of what follows can change when its neighbour does
/// (`"e"` and a combining accent are two Characters apart and one together), while byte offsets only ever shift.
public struct MentionSpan: Hashable, Sendable {
  /// The UTF-8 bytes of the mention's words.
  public var range: Range<Int>
  /// What the words stand for.
  public var target: MentionTarget

  public init(_ range: Range<Int>, _ target: MentionTarget) {
    self.range = range
    self.target = target
  }

  /// The same mention in a text in which it stands further on, or further back.
  package func moved(by distance: Int) -> MentionSpan {
    MentionSpan((range.lowerBound + distance)..<(range.upperBound + distance), target)
  }
}

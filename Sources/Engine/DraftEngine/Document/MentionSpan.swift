/// A mention as the engine stores it: a range of UTF-8 bytes and its target.
///
/// Bytes rather than Characters, because Character offsets can change with a neighbouring edit (`"e"` and a combining accent
/// are two Characters apart and one together), whereas byte offsets only shift.
public struct MentionSpan: Hashable, Sendable {
  /// The byte range of the mention's text.
  public var range: Range<Int>
  /// The target of the mention.
  public var target: MentionTarget

  /// Creates a mention of a byte range with its target.
  public init(_ range: Range<Int>, _ target: MentionTarget) {
    self.range = range
    self.target = target
  }

  /// The same mention, shifted forward or back.
  package func moved(by distance: Int) -> MentionSpan {
    MentionSpan((range.lowerBound + distance)..<(range.upperBound + distance), target)
  }
}

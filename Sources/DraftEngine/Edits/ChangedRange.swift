/// Where a text changed: the UTF-8 bytes that went and the ones that came in their place.
public struct ChangedRange: Hashable, Sendable {
  /// What went, in the text before.
  public var old: Range<Int>
  /// What came, in the text after.
  public var new: Range<Int>

  public init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }

  /// How far everything behind it moved.
  public var shift: Int { new.upperBound - old.upperBound }

  var inverted: ChangedRange { ChangedRange(old: new, new: old) }
}

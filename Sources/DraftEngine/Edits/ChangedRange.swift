/// Where a text changed: the UTF-8 bytes that went and the ones that came in their place.
package struct ChangedRange: Hashable, Sendable {
  /// What went, in the text before.
  package var old: Range<Int>
  /// What came, in the text after.
  package var new: Range<Int>

  package init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }

  /// How far everything behind it moved.
  package var shift: Int { new.upperBound - old.upperBound }

  var inverted: ChangedRange { ChangedRange(old: new, new: old) }
}

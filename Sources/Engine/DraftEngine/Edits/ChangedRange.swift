/// A place where a text changed: the UTF-8 bytes that were removed and the bytes that replaced them.
package struct ChangedRange: Hashable, Sendable {
  /// The removed range, in the text before.
  package var old: Range<Int>
  /// The inserted range, in the text after.
  package var new: Range<Int>

  package init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }

  /// How far everything after it moved.
  package var shift: Int { new.upperBound - old.upperBound }

  var inverted: ChangedRange { ChangedRange(old: new, new: old) }
}

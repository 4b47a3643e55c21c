/// Maps positions in the text before an edit to positions in the text after it.
public struct PositionMapping: Hashable, Sendable {
  /// The neighbour that a position stays with when text is inserted exactly there.
  public enum Side: Hashable, Sendable {
    /// It stays with the text before it; the new text comes after it.
    case before
    /// It stays with the text after it; the new text comes before it.
    case after
  }

  /// The edits in order, each as ascending, disjoint ranges.
  package private(set) var steps: [[ChangedRange]]

  /// The mapping of an edit that changed nothing.
  public static var identity: PositionMapping { PositionMapping(steps: []) }

  init(steps: [[ChangedRange]]) {
    self.steps = steps
  }

  /// The mapping of a single edit.
  package init(_ changes: [ChangedRange]) {
    steps = changes.isEmpty ? [] : [changes]
  }

  /// The new place of a UTF-8 offset. An offset inside replaced text moves to the start or the end of the replacement.
  public func map(_ utf8Offset: Int, side: Side = .after) -> Int {
    steps.reduce(utf8Offset) { Self.map($0, side: side, through: $1) }
  }

  /// The new range of a text, without insertions at its edges; empty if the text was removed.
  public func map(_ utf8Range: Range<Int>) -> Range<Int> {
    let lower = map(utf8Range.lowerBound, side: .after)
    let upper = map(utf8Range.upperBound, side: .before)
    return min(lower, upper)..<upper
  }

  /// Whether the text on both sides of the offset was replaced at once.
  package func isInsideReplacedText(_ utf8Offset: Int) -> Bool {
    var offset = utf8Offset
    for step in steps {
      if step.contains(where: { $0.old.lowerBound < offset && offset < $0.old.upperBound }) { return true }
      offset = Self.map(offset, side: .after, through: step)
    }
    return false
  }

  /// The place of the caret after the edits: after the last changed text, if any changed.
  public var caret: Int? { steps.last?.last?.new.upperBound }

  /// The inverse mapping.
  public var inverted: PositionMapping {
    PositionMapping(steps: steps.reversed().map { $0.map(\.inverted) })
  }

  /// This mapping followed by the other one.
  package func appending(_ other: PositionMapping) -> PositionMapping {
    PositionMapping(steps: steps + other.steps)
  }

  private static func map(_ offset: Int, side: Side, through step: [ChangedRange]) -> Int {
    let first = step.partitioningIndex { $0.old.upperBound >= offset }
    var shift = first > 0 ? step[first - 1].shift : 0
    for change in step[first...] {
      if offset < change.old.lowerBound { break }
      let isInsertionHere = change.old.isEmpty && offset == change.old.lowerBound
      if isInsertionHere ? side == .after : offset >= change.old.upperBound {
        shift = change.shift
        continue
      }
      if offset == change.old.lowerBound || side == .before { return change.new.lowerBound }
      return change.new.upperBound
    }
    return offset &+ shift
  }
}

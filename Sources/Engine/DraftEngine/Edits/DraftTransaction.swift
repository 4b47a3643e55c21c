/// A replacement of text: a range of UTF-8 bytes of the text before the edit, and its new text.
public struct TextChange: Hashable, Sendable {
  /// The range that is removed.
  public var range: Range<Int>
  /// The text that replaces it.
  public var replacement: String

  /// Creates a replacement; an empty text removes the range, an empty range inserts the text.
  public init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}

/// One edit of a draft, applied as a whole or not at all, and undone as a whole.
///
/// Mentions are removed first; then the text changes, which removes the mentions that it touches (`MentionRule`); then
/// mentions are added. In this order the inverse is also a transaction.
public struct DraftTransaction: Hashable, Sendable {
  /// The text changes, ascending and without overlap, in offsets of the text before the edit.
  public var changes: [TextChange]
  /// Mentions that are removed although their text stays, with their ranges before the edit.
  public var removing: [MentionSpan]
  /// Mentions that are added, with their ranges after the edit.
  public var adding: [MentionSpan]
  /// Why the draft is edited.
  public var origin: EditOrigin

  /// Creates an edit without applying it; ``DraftDocument/apply(_:)`` validates and applies it.
  public init(
    changes: [TextChange] = [], removing: [MentionSpan] = [], adding: [MentionSpan] = [],
    origin: EditOrigin
  ) {
    self.changes = changes
    self.removing = removing
    self.adding = adding
    self.origin = origin
  }
}

/// The result of an edit: how to undo it, and how positions moved.
public struct AppliedEdit: Hashable, Sendable {
  /// The edit that restores the text and the mentions.
  public let inverse: DraftTransaction
  /// Maps positions before the edit to positions after it.
  public let mapping: PositionMapping
  /// Mentions that the text changes removed, with their ranges before the edit.
  public let lostMentions: [MentionSpan]
  /// Why the draft was edited.
  public let origin: EditOrigin

  /// Whether the draft changed.
  public var changedAnything: Bool {
    !mapping.steps.isEmpty || !inverse.removing.isEmpty || !inverse.adding.isEmpty
  }

  /// The place of the caret after the edit: after the last inserted text, if the text changed.
  public var caret: Int? { mapping.caret }
}

/// The reason for an edit. The history joins typed keys into steps; listeners distinguish the user's edits from restored ones.
public enum EditOrigin: Hashable, Sendable {
  /// A key: a few Characters inserted or removed at the caret.
  case typing
  /// Text from the clipboard or a terminal's paste.
  case paste
  /// An accepted suggestion, or a mention set or removed by hand.
  case suggestion
  /// Undo or redo.
  case undo
  /// A stored draft was loaded.
  case restore
  /// Edits from another device.
  case merge
  /// The text was edited in an external editor, or replaced by `update(text:)`.
  case externalEditor
}

/// A place where a text changed: the UTF-8 bytes that were removed and the bytes that replaced them.
package struct ChangedRange: Hashable, Sendable {
  /// The removed range, in the text before the edit.
  package var old: Range<Int>
  /// The inserted range, in the text after the edit.
  package var new: Range<Int>

  package init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }

  /// How far the text after the change moved, including the shift by earlier changes.
  package var shift: Int { new.upperBound - old.upperBound }

  var inverted: ChangedRange { ChangedRange(old: new, new: old) }
}

/// Maps positions in the text before an edit to positions in the text after it.
public struct PositionMapping: Hashable, Sendable {
  /// The neighbour that a position stays with when text is inserted exactly there.
  public enum Side: Hashable, Sendable {
    /// The position stays with the text before it; the new text comes after it.
    case before
    /// The position stays with the text after it; the new text comes before it.
    case after
  }

  /// The edits in order, each as ascending, disjoint ranges.
  package let steps: [[ChangedRange]]

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

extension PositionMapping {
  /// The mapping of a single edit.
  package init(_ changes: [ChangedRange]) { self.init(steps: changes.isEmpty ? [] : [changes]) }
}

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

/// One edit of a draft: it happens as a whole or not at all, and can be undone as a whole.
///
/// Mentions are removed first; then the text changes, which also removes the mentions that `MentionRule` says it
/// touches; then mentions are added. In this order the inverse is also a transaction.
public struct DraftTransaction: Hashable, Sendable {
  /// The text changes, ascending and without overlap, as offsets in the text before.
  public var changes: [TextChange]
  /// Mentions that are removed although their text stays, with their ranges in the draft before.
  public var removing: [MentionSpan]
  /// Mentions that are added, with their ranges in the draft after.
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

/// The result of an edit: how to undo it, and where everything moved.
public struct AppliedEdit: Hashable, Sendable {
  /// The edit that restores the text and the mentions.
  public let inverse: DraftTransaction
  /// Maps positions in the draft before to positions now.
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

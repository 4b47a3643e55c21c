/// A piece of text to be replaced: a range of UTF-8 bytes of the text before the edit.
public struct TextChange: Hashable, Sendable {
  /// What goes.
  public var range: Range<Int>
  /// What comes in its place.
  public var replacement: String

  public init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}

/// One edit of a draft: it happens as a whole or not at all, and can be undone as a whole.
///
/// Mentions are removed first, then the text changes and takes with it the mentions that `MentionRule` says it
/// touches, then mentions are added. An inverse is therefore again a transaction.
public struct DraftTransaction: Hashable, Sendable {
  /// What is replaced, ascending and without overlap, counted in the text before.
  public var changes: [TextChange]
  /// Mentions that go although their text stays, as they stand in the draft before.
  public var removing: [MentionSpan]
  /// Mentions that come, as they stand in the draft after.
  public var adding: [MentionSpan]
  /// Why.
  public var origin: EditOrigin

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

/// What an edit did: how to take it back, and where everything went.
public struct AppliedEdit: Hashable, Sendable {
  /// The edit that brings back the text and the mentions as they were.
  public let inverse: DraftTransaction
  /// Where the positions of the draft before are now.
  public let mapping: PositionMapping
  /// Mentions that the change of the text took away, as they stood before.
  public let lostMentions: [MentionSpan]
  /// Why the draft was edited.
  public let origin: EditOrigin

  /// Whether the draft is another one now.
  public var changedAnything: Bool {
    !mapping.steps.isEmpty || !inverse.removing.isEmpty || !inverse.adding.isEmpty
  }

  /// Where a caret belongs after the edit: behind the last text that came, if the text changed.
  public var caret: Int? { mapping.caret }
}

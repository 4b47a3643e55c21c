public import DraftEngine

/// A draft as it is after a change: what a ``MessageDraftChangeListener`` is told, as a value.
public nonisolated struct MessageDraftUpdate: Sendable {
  /// What the composer shows: the draft, or the message that is being edited.
  public let elements: [MessageElement]
  /// The suggestions at the caret; nothing is looked up unless they are asked for.
  public let suggestedMentions: any FutureObject<[SuggestedMention]>
}

nonisolated extension MessageDraftUpdate: Broadcastable {
  /// Each replaces the one before: a draft is what it is now.
  var coalescingKey: CoalescingKey? { .all }
  static func compacted(_ waiting: [Self]) -> [Self] { waiting.suffix(1) }
}

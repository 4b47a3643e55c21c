import ChatSync
public import DraftEngine

/// A draft after a change: the arguments of a ``MessageDraftChangeListener`` as a value.
public nonisolated struct MessageDraftUpdate: Sendable {
  /// What the composer shows: the draft, or the message that is being edited.
  public let elements: [MessageElement]
  /// The suggestions at the caret; nothing is looked up unless they are asked for.
  public let suggestedMentions: any FutureObject<[SuggestedMention]>
}

nonisolated extension MessageDraftUpdate: Broadcastable {
  /// Each update replaces the one before, because only the latest state counts.
  var coalescingKey: CoalescingKey? { .all }
  static func compacted(_ waiting: [Self]) -> [Self] { waiting.suffix(1) }
}

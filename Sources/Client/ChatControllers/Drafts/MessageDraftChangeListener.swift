import ChatSync
public import DraftEngine

/// Receives every change of a draft and of its suggestions, immediately and in order.
public protocol MessageDraftChangeListener: AnyObject {
  /// Called with the current elements and the suggestions at the caret, after an edit and after a caret move that changes the
  /// suggestions.
  func onChange(messageElements: [MessageElement], suggestedMentions: any FutureObject<[SuggestedMention]>)
}

/// A listener that calls a closure.
public final class ClosureMessageDraftChangeListener: MessageDraftChangeListener {
  private let handler: ([MessageElement], any FutureObject<[SuggestedMention]>) -> Void

  /// Creates a listener for ``MessageDraft/addChangeListener(_:)``. Keep it in order to remove it later.
  ///
  /// - Parameter onChange: receives the elements and the suggestions at the caret, like
  ///   ``MessageDraftChangeListener/onChange(messageElements:suggestedMentions:)``.
  public init(_ onChange: @escaping ([MessageElement], any FutureObject<[SuggestedMention]>) -> Void) {
    handler = onChange
  }

  public func onChange(
    messageElements: [MessageElement], suggestedMentions: any FutureObject<[SuggestedMention]>
  ) {
    handler(messageElements, suggestedMentions)
  }
}

/// A draft after a change: the arguments of a ``MessageDraftChangeListener`` as a value.
public nonisolated struct MessageDraftUpdate: Sendable {
  /// What the composer shows: the draft, or the message that is being edited.
  public let elements: [MessageElement]
  /// The suggestions at the caret; they are looked up only on request.
  public let suggestedMentions: any FutureObject<[SuggestedMention]>
}

nonisolated extension MessageDraftUpdate: Broadcastable {
  /// Each update replaces the one before, because only the latest state counts.
  var coalescingKey: CoalescingKey? { .all }
  static func compacted(_ waiting: [Self]) -> [Self] { waiting.suffix(1) }
}

import ChatSync
public import DraftEngine

/// Receives every change of a draft and of what is suggested, immediately and in order.
public protocol MessageDraftChangeListener: AnyObject {
  /// Called with the current elements and with the suggestions at the caret: after an edit, and when the caret went to where
  /// other suggestions belong.
  func onChange(messageElements: [MessageElement], suggestedMentions: any FutureObject<[SuggestedMention]>)
}

/// A listener made of a closure.
public final class ClosureMessageDraftChangeListener: MessageDraftChangeListener {
  private let handler: ([MessageElement], any FutureObject<[SuggestedMention]>) -> Void

  /// A listener for ``MessageDraft/addChangeListener(_:)``. Keep it, to remove it again.
  ///
  /// - Parameter onChange: receives the elements and the suggestions at the caret, as
  ///   ``MessageDraftChangeListener/onChange(messageElements:suggestedMentions:)`` does.
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
  /// The suggestions at the caret; nothing is looked up unless they are asked for.
  public let suggestedMentions: any FutureObject<[SuggestedMention]>
}

nonisolated extension MessageDraftUpdate: Broadcastable {
  /// Each update replaces the one before, because only the latest state counts.
  var coalescingKey: CoalescingKey? { .all }
  static func compacted(_ waiting: [Self]) -> [Self] { waiting.suffix(1) }
}

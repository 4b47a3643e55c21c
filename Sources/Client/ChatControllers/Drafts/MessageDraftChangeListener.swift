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

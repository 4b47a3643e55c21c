public import DraftEngine

/// Is told of every change of a draft, at once and in order.
public protocol MessageDraftChangeListener: AnyObject {
  /// Called after an edit with what the draft is now, and with what could be suggested at the caret.
  func onChange(messageElements: [MessageElement], suggestedMentions: any FutureObject<[SuggestedMention]>)
}

/// A listener made of a closure.
public final class ClosureMessageDraftChangeListener: MessageDraftChangeListener {
  private let tell: ([MessageElement], any FutureObject<[SuggestedMention]>) -> Void

  public init(_ onChange: @escaping ([MessageElement], any FutureObject<[SuggestedMention]>) -> Void) {
    tell = onChange
  }

  public func onChange(
    messageElements: [MessageElement], suggestedMentions: any FutureObject<[SuggestedMention]>
  ) {
    tell(messageElements, suggestedMentions)
  }
}

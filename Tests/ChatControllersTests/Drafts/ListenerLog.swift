import DraftEngine

@testable import ChatControllers

/// Records what a draft reports.
final class ListenerLog: MessageDraftChangeListener {
  private(set) var elements: [[MessageElement]] = []
  private(set) var futures: [any FutureObject<[SuggestedMention]>] = []
  var onChange: (() -> Void)?

  var texts: [String] { elements.map(\.text) }

  func onChange(
    messageElements: [MessageElement], suggestedMentions: any FutureObject<[SuggestedMention]>
  ) {
    elements.append(messageElements)
    futures.append(suggestedMentions)
    onChange?()
  }
}

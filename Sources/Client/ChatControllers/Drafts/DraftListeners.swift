import DraftEngine

/// The listeners of one `MessageDraft`.
final class DraftListeners {
  /// The arguments of a listener.
  typealias Update = (elements: [MessageElement], suggestedMentions: any FutureObject<[SuggestedMention]>)

  private var entries: [any MessageDraftChangeListener] = []
  /// The subject of the suggestions when listeners were last notified or added.
  private var lastSubject: SuggestionSubject?
  /// The updates that wait until all listeners have received the previous one.
  private var waiting: [Update] = []
  private var isNotifying = false

  /// - Parameter subject: what is being typed at the caret.
  func add(_ listener: any MessageDraftChangeListener, subject: SuggestionSubject?) {
    guard !contains(listener) else { return }
    entries.append(listener)
    lastSubject = subject
  }

  func remove(_ listener: any MessageDraftChangeListener) { entries.removeAll { $0 === listener } }

  private func contains(_ listener: any MessageDraftChangeListener) -> Bool {
    entries.contains { $0 === listener }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Notifies all listeners of an edit, or of a caret move that changes the suggestions.
  ///
  /// - Parameter subject: what is being typed at the caret.
  func notify(of subject: SuggestionSubject?, isOfCaret: Bool, _ update: () -> Update) {
    if isOfCaret, subject == lastSubject { return }
    lastSubject = subject
    waiting.append(update())
    // If a listener edits, that edit is reported after all listeners have received the previous update.
    guard !isNotifying else { return }
    isNotifying = true
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      // A listener may have removed another one.
      for listener in entries where contains(listener) {
        listener.onChange(messageElements: next.elements, suggestedMentions: next.suggestedMentions)
      }
    }
    isNotifying = false
  }
}

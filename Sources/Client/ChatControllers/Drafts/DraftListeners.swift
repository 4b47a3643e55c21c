import ChatSync

/// The listeners of one `MessageDraft`, and the readers of its changes.
final class DraftListeners {
  private var entries: [any MessageDraftChangeListener] = []
  private let broadcast = Broadcast<MessageDraftUpdate>()
  /// The subject of the suggestions when listeners were last notified or added.
  private var lastSubject: SuggestionSubject?
  /// The updates that wait until all listeners know of the one before.
  private var waiting: [MessageDraftUpdate] = []
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

  /// - Parameter subject: what is being typed at the caret.
  func stream(subject: SuggestionSubject?) -> AsyncStream<MessageDraftUpdate> {
    lastSubject = subject
    return broadcast.stream()
  }

  var hasReaders: Bool { broadcast.hasReaders }

  /// Whether there are neither listeners nor readers.
  var isEmpty: Bool { entries.isEmpty && !hasReaders }

  /// Notifies everyone of an edit, or of a caret that moved to where other suggestions belong.
  ///
  /// - Parameter subject: what is being typed at the caret.
  func notify(of subject: SuggestionSubject?, isOfCaret: Bool, _ update: () -> MessageDraftUpdate) {
    if isOfCaret, subject == lastSubject { return }
    lastSubject = subject
    let update = update()
    broadcast.send(update)
    waiting.append(update)
    // If a listener edits, that edit is reported after all listeners know of the one before.
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

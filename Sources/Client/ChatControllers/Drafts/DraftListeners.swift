import ChatSync

/// The listeners of one `MessageDraft`, and the readers of its changes.
final class DraftListeners {
  private struct Entry {
    let listener: any MessageDraftChangeListener
    /// Whether it is also called when only the caret moved.
    let followsCaret: Bool
  }

  private var entries: [Entry] = []
  private let broadcast = Broadcast<MessageDraftUpdate>()
  /// The subject of the suggestions when listeners were last notified or added.
  private var lastSubject: SuggestionSubject?
  /// The updates that wait until all listeners know of the one before.
  private var waiting: [(update: MessageDraftUpdate, isOfCaret: Bool)] = []
  private var isNotifying = false

  /// - Parameter subject: what is being typed at the caret.
  func add(
    _ listener: any MessageDraftChangeListener, followsCaret: Bool, subject: SuggestionSubject?
  ) {
    guard !contains(listener) else { return }
    entries.append(Entry(listener: listener, followsCaret: followsCaret))
    lastSubject = subject
  }

  func remove(_ listener: any MessageDraftChangeListener) { entries.removeAll { $0.listener === listener } }

  private func contains(_ listener: any MessageDraftChangeListener) -> Bool {
    entries.contains { $0.listener === listener }
  }

  /// - Parameter subject: what is being typed at the caret.
  func stream(subject: SuggestionSubject?) -> AsyncStream<MessageDraftUpdate> {
    lastSubject = subject
    return broadcast.stream()
  }

  var hasReaders: Bool { broadcast.hasReaders }

  /// Whether an update would reach a listener or a reader.
  func areConcerned(isOfCaret: Bool) -> Bool {
    hasReaders || entries.contains { $0.followsCaret || !isOfCaret }
  }

  /// Notifies everyone of an edit, or of a caret that moved to where other suggestions belong.
  ///
  /// - Parameter subject: what is being typed at the caret.
  func notify(of subject: SuggestionSubject?, isOfCaret: Bool, _ update: () -> MessageDraftUpdate) {
    if isOfCaret, subject == lastSubject { return }
    lastSubject = subject
    let update = update()
    broadcast.send(update)
    waiting.append((update, isOfCaret))
    // If a listener edits, that edit is reported after all listeners know of the one before.
    guard !isNotifying else { return }
    isNotifying = true
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      for entry in entries where entry.followsCaret || !next.isOfCaret {
        // A listener may have removed this one.
        guard contains(entry.listener) else { continue }
        entry.listener.onChange(
          messageElements: next.update.elements, suggestedMentions: next.update.suggestedMentions)
      }
    }
    isNotifying = false
  }
}

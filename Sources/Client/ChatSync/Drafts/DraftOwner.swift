package import ChatDomain
package import DraftEngine

/// Saves and publishes drafts; every change is reported to it.
package protocol DraftOwner: AnyObject {
  /// The draft changed: it has to be saved, and what the user did has to be published.
  func didChange(_ state: Draft, by author: Draft.Author)
  /// Something changed that is saved but never published: the edit of a message, or the position of the caret.
  func didChangeLocally(_ state: Draft)
  /// Text left the composer, and must be found in the history.
  func addToHistory(
    _ elements: [MessageElement], of state: Draft, because reason: DraftHistoryEntry.Reason)
  /// Whether the service knows the channel or thread of the draft: there is no thread yet under a message that is being
  /// sent.
  func isKnownToService(_ state: Draft) -> Bool
}

/// Shows a draft.
package protocol DraftObserver: AnyObject {
  func draftDidChange()
  /// The caret moved, and nothing else changed.
  func caretDidMove()
  /// Another draft has replaced the visible one, and should be shown from now on.
  func draftWasAbsorbed(by other: Draft)
}

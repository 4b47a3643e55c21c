import ChatControllers
import ChatDomain
import DraftEngine

/// How the edit of a message ends without being sent.
extension ComposerPane {
  /// The message stays as it was. Words of a person's own are to be found again, and they are told where.
  func endEdit() {
    guard let message = draft.editedMessage else { return }
    let isChanged = DraftDocument(elements: draft.elements) != DraftDocument(elements: message.elements)
    draft.endEdit()
    guard isChanged, client.configuration.isDraftMessagesEnabled else {
      return say("The message stays as it was, and the draft is back")
    }
    say("The message stays as it was; \(keys(.global(.draftHistory))) has your words")
  }

  /// The message of an edit, open or left, is gone: nothing can come of the edit any more.
  func letGoOfEdit() {
    draft.endEdit()
    sayEditIsGone()
  }

  /// The service says that the message was deleted.
  func sayEditIsLost() {
    guard draft.editedMessage != nil else { return sayEditIsGone() }
    say("The message was deleted meanwhile; \(keys(.global(.stepBack))) lets go of the edit", .warning)
  }

  private func sayEditIsGone() {
    guard client.configuration.isDraftMessagesEnabled else { return say("The message is gone", .warning) }
    say("The message is gone; \(keys(.global(.draftHistory))) has your words", .warning)
  }
}

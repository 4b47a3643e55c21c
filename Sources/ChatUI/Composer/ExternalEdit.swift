import ChatControllers
import ChatDomain
import DraftEngine

/// The text of a composer while the user edits it in a program of their own.
struct ExternalEdit {
  /// The text as the program received it.
  let base: DraftDocument
  /// The message that was being edited then, if any.
  private let editedMessage: MessageID?
  private let editor: DraftEditor
  private let services: any AppServices
  private var draft: MessageDraft { editor.draft }

  init(_ editor: DraftEditor, services: any AppServices) {
    self.editor = editor
    self.services = services
    base = DraftDocument(elements: editor.draft.elements)
    editedMessage = editor.draft.editedMessage?.id
  }

  /// Puts the edited text into the composer, without sending it. Mentions whose text has not changed stay mentions.
  func finish(with edited: String) {
    var text = PastedText.clean(edited)
    // Editors end a file with a newline that nobody typed.
    if text.hasSuffix("\n"), !base.text.hasSuffix("\n") { text.removeLast() }
    var ours = base
    ours.update(text: text)
    guard draft.editedMessage?.id == editedMessage else { return keep(ours) }
    let present = DraftDocument(elements: draft.elements)
    // Another device may have changed the text meanwhile: both edits are kept.
    let merge = present == base ? nil : DraftMerge(base: base, ours: ours, theirs: present)
    if let merge, !merge.conflicts.isEmpty {
      // Where both changed the same words, those of the program stay, and the others are in the history.
      editor.change { draft.restore(entry(merge.document.elements, .merged)) }
    } else {
      editor.change { draft.update(text: (merge?.document ?? ours).text, origin: .externalEditor) }
    }
    editor.deselect()
    editor.beginAction()
    draft.utf8Caret = draft.text.utf8.count
  }

  /// The composer shows another message by now: the edited text goes to the history, out of its way.
  private func keep(_ edited: DraftDocument) {
    let present = entry(draft.elements, .replaced)
    draft.restore(entry(edited.elements, .replaced))
    draft.restore(present)
    let history = services.key(of: .global(.draftHistory))
    services.say(Notice("The message was left meanwhile; \(history) has what you wrote", .warning))
  }

  private func entry(
    _ elements: [MessageElement], _ reason: DraftHistoryEntry.Reason
  ) -> DraftHistoryEntry {
    DraftHistoryEntry(key: draft.key, elements: elements, reason: reason, at: services.client.clock.now)
  }
}

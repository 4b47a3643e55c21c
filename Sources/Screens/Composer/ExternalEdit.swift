import ChatControllers
import ChatDomain
import DraftEngine

/// Edits the text of a composer in an external editor.
final class ExternalEdit {
  /// The text passed to the editor.
  private let initial: DraftDocument
  /// The text last taken from the editor into the composer; at first the initial text.
  private var base: DraftDocument
  /// The message that was being edited when the editor was opened, if any.
  private let editedMessage: MessageID?
  private weak var editor: ComposerTextEditor?
  private weak var completion: Completion?
  private let context: any ComposerContext

  init(_ editor: ComposerTextEditor, completion: Completion, context: any ComposerContext) {
    initial = DraftDocument(elements: editor.draft.elements)
    base = initial
    editedMessage = editor.draft.editedMessage?.id
    self.editor = editor
    self.completion = completion
    self.context = context
  }

  /// Opens the editor. If that fails, nothing changes.
  func begin() {
    Task {
      do throws(ProgramError) {
        try await context.programs.edit(base.text) { edited in await self.finish(with: edited) }
      } catch {
        context.say(.failure(error.sentence))
      }
    }
  }

  /// - Returns: whether the text is saved; until then it is kept in a file.
  private func finish(with edited: EditedText) async -> Bool {
    guard let editor else { return false }
    switch edited {
    case .saved(let text): insert(text, in: editor)
    case .givenUp(let text):
      // If no history is kept, the file has the only copy.
      guard giveUp(text, beside: editor.draft) else { return false }
    }
    completion?.refresh(mayOpen: false)
    do {
      try await context.client.flush()
      return true
    } catch {
      return false
    }
  }

  /// Puts the edited text into the composer, without sending it. Mentions whose text has not changed stay mentions.
  private func insert(_ edited: String, in editor: ComposerTextEditor) {
    let draft = editor.draft
    let ours = edit(of: edited)
    guard draft.editedMessage?.id == editedMessage else {
      guard ours != base else { return }
      if base == initial { keep(ours, beside: draft) } else { draft.keepInHistory(ours.elements) }
      base = ours
      return context.say(.editEndedMeanwhile(restoredBy: historyKey))
    }
    let before = base
    base = ours
    let present = DraftDocument(elements: draft.elements)
    // Another device may have changed the text meanwhile: both edits are kept.
    let merge = present == before ? nil : DraftMerge(base: before, ours: ours, theirs: present)
    if let merge, !merge.conflicts.isEmpty {
      // Where both changed the same words, the editor's version stays, and the other device's goes to the history.
      editor.change { draft.restore(entry(merge.document.elements, .merged, of: draft)) }
    } else {
      editor.change { draft.update(text: (merge?.document ?? ours).text, origin: .externalEditor) }
    }
    editor.deselect()
    editor.beginAction()
    draft.utf8Caret = draft.text.utf8.count
  }

  /// The editor's text. Mentions of the last text stay mentions where their text is unchanged.
  private func edit(of text: String) -> DraftDocument {
    var text = PastedText.clean(text)
    // Editors end a file with a newline that the user did not type.
    if text.hasSuffix("\n"), !initial.text.hasSuffix("\n") { text.removeLast() }
    var ours = base
    ours.update(text: text)
    return ours
  }

  /// Restores the text from before the editor was opened, and moves the text of the abandoned file to the history.
  ///
  /// - Returns: whether the file can be deleted without losing text.
  private func giveUp(_ text: String, beside draft: MessageDraft) -> Bool {
    let written = edit(of: text)
    let hasWords = written != initial && !written.text.isBlank
    let isBack = takeBack(in: draft)
    let isKept = hasWords && context.client.configuration.isDraftMessagesEnabled
    if isKept { keep(written, beside: draft) }
    context.say(
      !isBack ? .editorGivenUpLate : isKept ? .editorGivenUp(restoredBy: historyKey) : .editorGivenUp)
    return isKept || !hasWords
  }

  /// Reverts the changes that the editor has saved into the draft.
  ///
  /// - Returns: false if they stay, because the same words have changed since, or the edit of the message has ended.
  private func takeBack(in draft: MessageDraft) -> Bool {
    guard base != initial else { return true }
    guard draft.editedMessage?.id == editedMessage else { return false }
    let present = DraftDocument(elements: draft.elements)
    let merge = DraftMerge(base: base, ours: initial, theirs: present)
    guard merge.conflicts.isEmpty else { return false }
    draft.restore(entry(merge.document.elements, .replaced, of: draft))
    return true
  }

  /// Adds a text to the history without changing the composer.
  private func keep(_ edited: DraftDocument, beside draft: MessageDraft) {
    // Restoring a text moves the present one to the history.
    let present = entry(draft.elements, .replaced, of: draft)
    draft.restore(entry(edited.elements, .replaced, of: draft))
    draft.restore(present)
  }

  private var historyKey: String { context.key(of: .global(.draftHistory)) }

  private func entry(
    _ elements: [MessageElement], _ reason: DraftHistoryEntry.Reason, of draft: MessageDraft
  ) -> DraftHistoryEntry {
    DraftHistoryEntry(key: draft.key, elements: elements, reason: reason, at: context.client.clock.now)
  }
}

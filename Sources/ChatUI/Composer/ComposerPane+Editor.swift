import ChatControllers
import ChatDomain
import DraftEngine

extension ComposerPane {
  /// Lets the person go on in an editor of their own. What comes back stands in the composer and is not sent; mentions
  /// whose words were left alone are still mentions, and a failed editor changes nothing.
  func openEditor() -> ComposerOutcome {
    guard let programs = services?.programs else { return .nothing }
    closePopup()
    let base = DraftDocument(elements: draft.elements)
    let edited = draft.editedMessage?.id
    Task { [weak self] in
      do throws(ProgramError) {
        try await programs.edit(base.text) { text in
          await self?.keep(text, editedFrom: base, of: edited) ?? false
        }
      } catch {
        self?.say(error.sentence, .error)
      }
    }
    return .done
  }

  /// - Returns: whether the words are in the store; until then they are in a file.
  private func keep(_ text: String, editedFrom base: DraftDocument, of edited: MessageID?) async -> Bool {
    take(text, editedFrom: base, of: edited)
    do {
      try await client.flush()
      return true
    } catch {
      return false
    }
  }

  private func take(_ text: String, editedFrom base: DraftDocument, of edited: MessageID?) {
    var text = PastedText.clean(text)
    // Editors end a file with a line end that nobody typed.
    if text.hasSuffix("\n"), !base.text.hasSuffix("\n") { text.removeLast() }
    var ours = base
    ours.update(text: text)
    guard draft.editedMessage?.id == edited else {
      // Another message stands here by now: what was written is to be found in the history, and not to be in its way.
      let standing = DraftHistoryEntry(
        key: draft.key, elements: draft.elements, reason: .replaced, at: client.clock.now)
      draft.restore(
        DraftHistoryEntry(key: draft.key, elements: ours.elements, reason: .replaced, at: client.clock.now))
      draft.restore(standing)
      say("The message was left meanwhile; \(keys(.global(.draftHistory))) has what you wrote", .warning)
      return
    }
    let present = DraftDocument(elements: draft.elements)
    // What another device did meanwhile is kept beside what was written in the editor.
    let merge = present == base ? nil : DraftMerge(base: base, ours: ours, theirs: present)
    if let merge, !merge.conflicts.isEmpty {
      // What was written in the editor stays, and what stood here goes to the history.
      let entry = DraftHistoryEntry(
        key: draft.key, elements: merge.document.elements, reason: .merged, at: client.clock.now)
      performing { draft.restore(entry) }
    } else {
      performing { draft.update(text: (merge?.document ?? ours).text, origin: .externalEditor) }
    }
    deselect()
    chain = .none
    draft.utf8Caret = draft.text.utf8.count
    refreshPopup(mayOpen: false)
  }
}

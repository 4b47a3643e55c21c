import ChatControllers
import DraftEngine

/// Text being typed in insert mode.
nonisolated struct ViInsertion {
  let command: ViCompleteCommand
  private let start: Int
  /// How many bytes stand behind it.
  private let rest: Int

  @MainActor
  init(after command: ViCompleteCommand, in draft: MessageDraft) {
    self.command = command
    start = draft.utf8Caret
    rest = draft.text.utf8.count - start
  }

  @MainActor
  func inserted(in draft: MessageDraft, _ editor: ComposerTextEditor) -> Clipping? {
    let end = draft.text.utf8.count - rest
    guard start <= end, end <= draft.text.utf8.count else { return nil }
    return editor.clipping(start..<end)
  }
}

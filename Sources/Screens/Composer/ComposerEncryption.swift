import ChatControllers

/// Whether the text of a composer is encrypted when it is sent, as the user was shown.
package final class ComposerEncryption {
  /// Whether the user was last shown that the text will be encrypted.
  package var isShown = false {
    didSet { if isShown != oldValue { textDidChange() } }
  }
  private let editor: ComposerTextEditor
  private let context: any ComposerContext

  init(_ editor: ComposerTextEditor, context: any ComposerContext) {
    (self.editor, self.context) = (editor, context)
  }

  /// Says once that text written to be encrypted would no longer be.
  ///
  /// - Returns: whether it may be sent now.
  func check() -> Bool {
    guard editor.draft.isEncrypted, !isShown else { return true }
    editor.draft.isEncrypted = false
    context.say(.notSentUnencrypted)
    return false
  }

  /// What is written while the user is shown that it will be encrypted stays so marked until the composer is empty.
  func textDidChange() {
    let draft = editor.draft
    draft.isEncrypted = (isShown || draft.isEncrypted) && hasContent
  }

  private var hasContent: Bool {
    let draft = editor.draft
    return !draft.text.isEmpty || !draft.files.isEmpty || !draft.attachments.isEmpty
  }
}

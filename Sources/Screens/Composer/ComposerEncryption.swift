import ChatControllers

/// Whether the text of a composer is encrypted when it is sent, as the user was shown.
package final class ComposerEncryption {
  /// Whether the user was last shown that the text will be encrypted; nil if it is not known yet.
  package var isShown: Bool? {
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
    guard editor.draft.isEncrypted, isShown == false else { return true }
    editor.draft.isEncrypted = false
    context.say(.notSentUnencrypted)
    return false
  }

  /// Marks text that is written while the user is shown that it will be encrypted. The mark stays if the text is erased, because
  /// undo brings it back.
  func textDidChange() {
    if isShown == true, hasContent { editor.draft.isEncrypted = true }
  }

  private var hasContent: Bool {
    let draft = editor.draft
    return !draft.text.isEmpty || !draft.files.isEmpty || !draft.attachments.isEmpty
  }
}

import ChatControllers

/// Whether the text of a composer is encrypted when it is sent, as the user was shown.
package final class ComposerEncryption {
  /// Whether the user was last shown that the text will be encrypted.
  package var isShown = false {
    didSet { isLost = !isShown && (isLost || oldValue && hasContent) }
  }
  /// Whether the text was written when it would have been encrypted, and now it would not.
  private var isLost = false
  private let editor: ComposerTextEditor
  private let context: any ComposerContext

  init(_ editor: ComposerTextEditor, context: any ComposerContext) {
    (self.editor, self.context) = (editor, context)
  }

  /// Says once that the text would no longer be encrypted.
  ///
  /// - Returns: whether it may be sent now.
  func check() -> Bool {
    guard isLost else { return true }
    isLost = false
    context.say(.notSentUnencrypted)
    return false
  }

  /// Text that is begun now is known to be unencrypted.
  func textDidChange() {
    if isLost, !hasContent { isLost = false }
  }

  private var hasContent: Bool {
    let draft = editor.draft
    return !draft.text.isEmpty || !draft.files.isEmpty || !draft.attachments.isEmpty
  }
}

public import ChatDomain
import DraftEngine

extension MessageDraft {
  /// The files to be uploaded; setting it replaces them all. While a message is being edited they are those of the edit,
  /// and the draft's files come back with the draft.
  public var files: [InputFile] {
    get { state.shownFiles }
    set { state.shownFiles = newValue }
  }

  /// The files to be sent that the service already has: from a draft of another device, or those of the message being
  /// edited.
  public var attachments: [FileAttachment] {
    get { state.shownAttachments }
    set { state.shownAttachments = newValue }
  }

  /// Whether a reply is also shown in the channel; has no effect for a draft of a channel.
  public var isShownInChannel: Bool {
    get { state.parts.isShownInChannel }
    set { setParts { $0.isShownInChannel = newValue } }
  }

  /// The message that is quoted.
  public var quotedMessage: QuotedMessage? { state.parts.quoted }

  /// Quotes a message of this channel or of one of its threads (`QuoteRules`).
  public func addQuote(_ message: Message) throws(ChatError) {
    if let refusal = QuoteRules.refusal(ofQuoting: message, in: key.channelId) { throw .refused(refusal) }
    setParts { $0.quoted = QuotedMessage(message) }
  }

  /// Removes the quote.
  public func removeQuote() {
    setParts { $0.quoted = nil }
  }

  private func setParts(_ change: (inout DraftParts) -> Void) {
    var parts = state.parts
    change(&parts)
    state.setParts(parts)
  }

  /// Restores a text that left the composer; the text it replaces goes into the history. While a message is being
  /// edited it becomes the text of the edit, and the draft stays as it is.
  public func restore(_ entry: DraftHistoryEntry) {
    state.replaceShown(with: DraftDocument(elements: entry.elements), retiring: .replaced)
    // To continue writing behind it.
    utf8Caret = text.utf8.count
  }

  /// Removes the text without keeping it in the history: it was a command for the program, not something to read. Undo
  /// brings it back.
  package func dropWords() {
    state.dropShown()
  }

  /// Moves the text into the history, from which it can be restored. Files and quote stay: the history does not have
  /// them.
  package func setAside() {
    state.replaceShown(with: DraftDocument(), retiring: .parked)
  }
}

public import ChatDomain
import DraftEngine

extension MessageDraft {
  /// The files that are to go along; setting it replaces them all. While a message is edited they are those that it is
  /// to get, and the draft's come back with the draft.
  public var files: [InputFile] {
    get { state.shownFiles }
    set { state.shownFiles = newValue }
  }

  /// Files that are to go along and that the service has already: from a draft of another device, or those of the
  /// message that is edited.
  public var attachments: [FileAttachment] {
    get { state.shownAttachments }
    set { state.shownAttachments = newValue }
  }

  /// Whether a reply is to be shown in the channel too; without meaning for a draft of a channel.
  public var isShownInChannel: Bool {
    get { state.parts.isShownInChannel }
    set { setParts { $0.isShownInChannel = newValue } }
  }

  /// The message that is quoted.
  public var quotedMessage: QuotedMessage? { state.parts.quoted }

  /// Quotes a message of this channel, whether it stands in the channel or in one of its threads (`QuoteRules`).
  public func addQuote(_ message: Message) throws(ChatError) {
    if let refusal = QuoteRules.refusal(ofQuoting: message, in: key.channelId) { throw .refused(refusal) }
    setParts { $0.quoted = QuotedMessage(message) }
  }

  /// Quotes nothing any more.
  public func removeQuote() {
    setParts { $0.quoted = nil }
  }

  private func setParts(_ change: (inout DraftParts) -> Void) {
    var parts = state.parts
    change(&parts)
    state.setParts(parts)
  }

  /// Brings back words that left the composer; those that stand there now can be brought back in turn. While a message
  /// is edited they become its words, and the draft under it is left alone.
  public func restore(_ entry: DraftHistoryEntry) {
    state.replaceShown(with: DraftDocument(elements: entry.elements), retiring: .replaced)
    // Whoever brings words back goes on behind them.
    utf8Caret = text.utf8.count
  }

  /// Takes the words that are shown away and keeps them nowhere: they were for the program, and for nobody to read. Undo
  /// brings them back.
  package func dropWords() {
    state.dropShown()
  }

  /// Puts the words that are shown aside so that they can be brought back. Files and quote stay: no history could bring
  /// them back.
  package func setAside() {
    state.replaceShown(with: DraftDocument(), retiring: .parked)
  }
}

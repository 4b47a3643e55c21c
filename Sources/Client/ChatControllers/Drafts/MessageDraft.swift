public import ChatDomain
import ChatSync
public import DraftEngine

/// A message being written: its text with mentions, its files and its quote.
///
/// There is one draft for each channel and one for each thread. Two objects for the same place show the same draft, each with
/// separate listeners and limits. Offsets and lengths count Characters.
public final class MessageDraft {
  /// The channel or thread to which it will be sent.
  public var key: DraftKey { shared.key }
  private let type: () -> ChannelType?
  private let options: MessageDraftOptions
  /// The draft of the place, which all objects made for it share.
  private(set) var shared: Draft
  let sender: DraftSender
  let lookup: SuggestionLookup
  private let listeners = DraftListeners()

  init(
    draft: Draft, channelType: @escaping () -> ChannelType?, options: MessageDraftOptions,
    sender: DraftSender,
    lookup: SuggestionLookup
  ) {
    type = channelType
    self.options = options
    shared = draft
    self.sender = sender
    self.lookup = lookup
    shared.add(self)
  }

  /// The type of its channel; nil if the client does not know it.
  public var channelType: ChannelType? { type() }
  /// Where users are looked up for ``suggestedMentions``.
  public var userSuggestionSource: UserSuggestionSource { options.userSuggestionSource }
  /// Whether other users are notified that the user is typing here; never in public channels.
  public var isTypingIndicatorTriggered: Bool { options.isTypingIndicatorTriggered }
  /// The maximum number of suggested users.
  public var userLimit: Int { options.userLimit }
  /// The maximum number of suggested channels.
  public var channelLimit: Int { options.channelLimit }

  /// What the composer shows: the draft, or the message that is being edited.
  var document: DraftDocument { shared.shownDocument }
  /// The text, mentions included.
  public var text: String { document.text }
  /// The text with typed mentions, channel references and links.
  public var elements: [MessageElement] { shared.shownElements }
  /// The mentions in text order.
  public var mentions: [Mention] { document.mentions }
  /// The mentions in text order, counted in UTF-8 bytes.
  public var mentionSpans: [MentionSpan] { document.mentionSpans }
  /// Whether nothing is worth saving: the text is blank, and there is no file and no quote.
  public var isEmpty: Bool { shared.isEmpty }

  /// Notifies a listener of every later change, including caret moves that change the suggestions. Adding it twice has no
  /// effect; it is retained until removed.
  public func addChangeListener(_ listener: any MessageDraftChangeListener) {
    listeners.add(listener, subject: subject)
  }

  /// Called after every change of the draft, before the listeners, for a composer that asks for suggestions itself.
  package var onEdit: () -> Void = {}

  /// Stops notifying a listener, and releases it.
  public func removeChangeListener(_ listener: any MessageDraftChangeListener) { listeners.remove(listener) }

  /// Suggestions for the text before the caret: people after `@`, channels after `#`, and for an address a link to it.
  public var suggestedMentions: any FutureObject<[SuggestedMention]> {
    SuggestionFuture(of: self, for: subject)
  }

  // MARK: Editing

  /// Replaces the whole text; mentions whose words are unchanged are kept.
  public func update(text: String, origin: EditOrigin = .typing) {
    do {
      try apply(document.transaction(updatingTo: text, origin: origin))
    } catch {
      preconditionFailure("the edit between two texts does not fit: \(error)")
    }
  }

  /// Inserts text before the Character at `offset`.
  public func insertText(offset: Int, text: String) throws(DraftError) {
    try apply(document.insertion(of: text, at: offset))
  }

  /// Removes `length` Characters from `offset` on.
  public func removeText(offset: Int, length: Int) throws(DraftError) {
    try apply(document.removal(offset: offset, length: length))
  }

  /// Turns `length` Characters from `offset` on into a mention of a target.
  public func addMention(offset: Int, length: Int, target: MentionTarget) throws(DraftError) {
    try apply(document.additionOfMention(offset: offset, length: length, target: target))
  }

  /// Removes the mention that begins at `offset` and keeps its text.
  ///
  /// - Returns: whether a mention begins there.
  @discardableResult
  public func removeMention(offset: Int) -> Bool {
    guard let removal = document.removalOfMention(offset: offset) else { return false }
    do {
      try apply(removal)
    } catch {
      preconditionFailure("a mention that was just found cannot be removed: \(error)")
    }
    return true
  }

  /// Accepts a suggestion: replaces the typed text by `text`, which becomes the mention.
  public func insertSuggestedMention(mention: SuggestedMention, text: String) throws(DraftError) {
    try apply(document.insertionOfSuggestedMention(mention, text: text))
  }

  /// Applies an edit as a whole; if it throws, the draft is unchanged.
  @discardableResult
  public func apply(_ transaction: DraftTransaction) throws(DraftError) -> AppliedEdit {
    let edit = try shared.perform(transaction)
    signalTyping(after: edit)
    return edit
  }

  /// Undoes the last edit, mentions included. Changes from other devices stay.
  ///
  /// - Returns: whether there was an edit to undo.
  @discardableResult
  public func undo() throws(DraftError) -> Bool { try shared.undo() }

  /// Redoes the last undone edit.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func redo() throws(DraftError) -> Bool { try shared.redo() }

  /// Makes all edits up to ``endUndoGroup()`` one step for ``undo()`` and ``redo()``.
  public func beginUndoGroup() { shared.changeShown { $0.beginUndoGroup() } }

  /// Ends the group that ``beginUndoGroup()`` began.
  public func endUndoGroup() { shared.changeShown { $0.endUndoGroup() } }

  /// Whether there is a step to undo.
  public var canUndo: Bool { shared.canUndo }
  /// Whether there is a step to redo.
  public var canRedo: Bool { shared.canRedo }

  /// The caret position in Characters, clamped to the text.
  public var caret: Int {
    get { document.text[..<index(ofUTF8: utf8Caret)].count }
    set { shared.moveCaret(toUTF8: document.text.prefix(max(0, newValue)).utf8.count) }
  }

  /// The caret position in UTF-8 bytes, clamped to the text and rounded down to the start of a Character.
  public var utf8Caret: Int {
    get { shared.shownCaret }
    set { shared.moveCaret(toUTF8: newValue) }
  }

  private func index(ofUTF8 offset: Int) -> String.Index {
    document.text.utf8.index(document.text.startIndex, offsetBy: offset)
  }

  // MARK: Typing signal

  /// Whether a text is a command, for which typing is not signalled; nil if there are no commands.
  package var isCommand: ((String) -> Bool)?

  /// Whether the draft has no text that others could wait for.
  private var hasNothingToAwait: Bool {
    let document = shared.composed.composition.document
    return document.isEmpty || isCommand?(document.text) == true
  }

  /// Signals typing after the user has edited the text; editing a sent message signals nothing.
  private func signalTyping(after edit: AppliedEdit) {
    guard shared.editing.current == nil, !edit.mapping.steps.isEmpty else { return }
    switch edit.origin {
    case .typing, .paste, .suggestion: break
    case .undo, .restore, .merge, .externalEditor: return
    }
    // Most keys come before the next signal is due, or in a channel without signals.
    guard isTypingIndicatorTriggered, shared.typing.isDue, channelType != .public, !hasNothingToAwait
    else { return }
    // The thread under a pending message does not exist for other users yet.
    guard shared.owner?.isKnownToService(shared) ?? true else { return }
    shared.typing.type()
  }

  // MARK: Files, quote and whole text

  /// The files to upload; setting it replaces them all. While a message is being edited they are those of the edit, and the
  /// draft's files return with the draft.
  public var files: [InputFile] {
    get { shared.shownFiles }
    set { shared.shownFiles = newValue }
  }

  /// The files to send that the service already has: from a draft of another device, or from the message being edited.
  public var attachments: [FileAttachment] {
    get { shared.shownAttachments }
    set { shared.shownAttachments = newValue }
  }

  /// Whether a reply is also shown in the channel; ignored for the draft of a channel.
  public var isShownInChannel: Bool {
    get { shared.composed.parts.isShownInChannel }
    set { setParts { $0.isShownInChannel = newValue } }
  }

  /// Whether the text was written to be sent encrypted. It is then refused in a channel that is not, also after a restart. Applies to
  /// the edit while a message is being edited.
  public var isEncrypted: Bool {
    get { shared.isShownEncrypted }
    set { shared.isShownEncrypted = newValue }
  }

  /// The quoted message.
  public var quoted: QuotedMessage? { shared.composed.parts.quoted }

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
    var parts = shared.composed.parts
    change(&parts)
    shared.setParts(parts)
  }

  /// Restores a text that left the composer, and moves the caret behind it; the replaced text moves to the history. While a
  /// message is being edited, the restored text becomes the text of the edit, and the draft is unchanged.
  public func restore(_ entry: DraftHistoryEntry) {
    shared.replaceShown(with: DraftDocument(elements: entry.elements), because: .replaced)
  }

  /// Removes the text without adding it to the history, because it was a command for the program. Undo restores it.
  package func dropWords() {
    shared.dropText(because: nil)
  }

  /// Moves the text, a command with an argument, to the history, which keeps commands apart from other texts. The text of an
  /// edited message is no command, and stays.
  package func takeCommand() {
    shared.dropText(because: .command)
  }

  /// Adds to the history a text that is being removed and exists nowhere else.
  package func keepInHistory(_ text: String) { keepInHistory([.plainText(text: text)]) }

  /// Adds text with its mentions to the history.
  package func keepInHistory(_ elements: [MessageElement]) {
    shared.addToHistory(DraftDocument(elements: elements), because: .cleared)
  }

  /// Moves the text to the history, from which it can be restored. Files and quote stay, because the history does not store
  /// them.
  package func setAside() {
    shared.replaceShown(with: DraftDocument(), because: .parked)
  }

  /// Moves the text to the history, and removes the files and the quote.
  package func discard() {
    let parts = DraftParts(isShownInChannel: isShownInChannel)
    shared.replace(with: DraftDocument(), parts: parts, origin: .restore, because: .parked)
  }
}

extension MessageDraft: DraftObserver {
  func draftDidChange() {
    // Typing ends when the text is gone, whatever removed it.
    if hasNothingToAwait { shared.typing.stop() }
    onEdit()
    notifyListeners(isOfCaret: false)
  }

  func caretDidMove() { notifyListeners(isOfCaret: true) }

  private func notifyListeners(isOfCaret: Bool) {
    guard !listeners.isEmpty else { return }
    let subject = subject
    listeners.notify(of: subject, isOfCaret: isOfCaret) {
      (elements, SuggestionFuture(of: self, for: subject))
    }
  }

  func draftWasAbsorbed(by other: Draft) {
    shared = other
    other.add(self)
  }
}

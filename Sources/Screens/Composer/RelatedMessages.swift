import ChatControllers
package import ChatDomain
import ChatScreens
import DraftEngine

/// The other messages that a draft is about: the one it quotes, the one it replies to, and the one whose edit is shown
/// in its place.
package final class RelatedMessages {
  /// Returns the parent message of the thread, if it is known.
  package var parent: () -> Message? = { nil }
  /// Returns the people of a thread, the author of its parent first; empty for a channel.
  package var threadPeople: () -> [UserID] = { [] }
  /// The message that was deleted while it was quoted.
  private var deletedQuote: MessageID?
  /// Whether the parent message was deleted while the composer was open.
  private var isParentDeleted = false
  private var lastEdited: MessageID?
  /// The last message whose edit was begun here, if it has formatting marks.
  private var styledMessage: MessageID?
  /// The last message whose edit was begun here, if its text begins with `/me` but is no action.
  private var commandMessage: MessageID?
  private let draft: MessageDraft
  private let context: any ComposerContext

  init(_ draft: MessageDraft, context: any ComposerContext) {
    self.draft = draft
    self.context = context
    lastEdited = draft.editedMessage?.id
  }

  // MARK: Deleted messages

  /// Why a reply cannot be sent; nil if it can.
  var replyRefusal: ChatError.Refusal? {
    isParentDeleted ? .replyToDeletedMessage : parent().flatMap { ThreadRules.refusal(ofReplyTo: $0) }
  }

  func isDeleted(quote: MessageID) -> Bool { quote == deletedQuote }

  func handle(_ deletion: MessageDeletedEvent) {
    guard deletion.channelId == draft.key.channelId else { return }
    if deletion.messageId == draft.quoted?.id { deletedQuote = deletion.messageId }
    if deletion.messageId == draft.key.parentId { isParentDeleted = true }
    context.setNeedsFrame()
  }

  // MARK: The quote and the thread

  /// Quotes a message in the draft. The edit of a message keeps the quote it was sent with.
  package func quote(_ message: Message) throws {
    if let edited = draft.editedMessage { throw OutboxError.editUnderWay(edited.id) }
    try draft.addQuote(message)
  }

  /// - Returns: whether there was a quote to remove.
  func removeQuote() -> Bool {
    guard draft.quoted != nil, checkThatDraftIsShown() else { return false }
    draft.removeQuote()
    return true
  }

  /// Switches whether a reply is also shown in the channel.
  func toggleShownInChannel() -> Bool {
    guard draft.key.parentId != nil else {
      context.say(.onlyReplyGoesToChannel)
      return false
    }
    guard checkThatDraftIsShown() else { return false }
    draft.isShownInChannel.toggle()
    return true
  }

  /// Refuses changes of the draft's quote and destination while an edit hides the draft.
  private func checkThatDraftIsShown() -> Bool {
    guard draft.editedMessage != nil else { return true }
    context.say(.finishEditFirst)
    return false
  }

  // MARK: The edit of a message

  /// Call after every change of the draft.
  ///
  /// - Returns: whether the composer now shows another message, or the draft again, so that its text is replaced.
  func updateEditedMessage() -> Bool {
    let edited = draft.editedMessageId
    defer { lastEdited = edited }
    return edited != lastEdited
  }

  /// Shows the text of one of the user's messages for editing, or an unfinished edit of it. The draft returns afterwards.
  package func beginEdit(_ message: Message) throws(ChatError) {
    var shown = message
    if context.composerSettings.messageFormat == .plain { shown.elements = message.elements.typed }
    shown.elements = shown.elements.asTyped
    try draft.beginEdit(shown)
    styledMessage = message.elements.isStyled ? message.id : nil
    commandMessage = message.elements.typedAction == nil ? nil : message.id
  }

  /// Whether the edited message keeps its formatting marks, even for a user who has turned formatting off.
  var keepsMarks: Bool { styledMessage != nil && styledMessage == draft.editedMessageId }

  /// Whether the edited message begins with a literal `/me`, which then does not make it an action.
  var beganWithCommand: Bool { commandMessage != nil && commandMessage == draft.editedMessageId }

  /// Ends the edit without sending it, and says where the user finds their changes.
  func endEdit() {
    guard draft.editedMessage != nil else { return }
    // Erased text is in no history, and unchanged text is still in the message.
    let hasWords = draft.isEditChanged && !draft.text.isBlank
    draft.endEdit()
    guard hasWords, context.client.configuration.isDraftMessagesEnabled else {
      return context.say(draft.isEmpty ? .editCancelled : .editCancelledBesideDraft)
    }
    context.say(.editCancelled(restoredBy: historyKey))
  }

  /// Ends an edit that changes nothing: sending it would only mark the message as edited.
  func endUnchangedEdit() {
    draft.endEdit()
    context.say(.unchangedEdit)
  }

  /// Ends an edit whose message was deleted.
  package func abandonEdit() {
    draft.endEdit()
    sayMessageIsGone()
  }

  /// Call when the message that is edited here was deleted.
  func editedMessageWasDeleted() {
    guard draft.editedMessage != nil else { return sayMessageIsGone() }
    context.say(.editedMessageDeleted(cancelledBy: context.key(of: .global(.stepBack))))
  }

  private func sayMessageIsGone() {
    let isKept = context.client.configuration.isDraftMessagesEnabled
    context.say(isKept ? .messageDeleted(restoredBy: historyKey) : .messageDeleted)
  }

  private var historyKey: String { context.key(of: .global(.draftHistory)) }
}

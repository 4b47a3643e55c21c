public import ChatDomain
import ChatSync
public import DraftEngine

extension MessageDraft {
  /// The message that is being edited here, while the draft is parked under it.
  public var editedMessage: Message? { contents.editing.current?.message }

  /// Its id, which with every key is asked for.
  package var editedMessageId: MessageID? { contents.editing.current?.message.id }

  /// Whether the message that is being edited would be another one.
  package var isEditChanged: Bool { contents.editing.current?.isChanged ?? false }

  /// An edit that was left unfinished: ``beginEdit(_:)`` with its message continues it, ``endEdit()``
  /// discards it.
  public var leftEdit: StoredEdit? { contents.editing.left }

  /// Parks the draft and shows the text of one of the user's messages to be edited.
  public func beginEdit(_ message: Message) throws(ChatError) {
    if message.isDeleted || message.localState == .deleting { throw .refused(.messageDeleted) }
    guard message.channelId == key.channelId else { throw .refused(.notFound("message")) }
    guard message.kind == .regular, message.author.id == sender.currentUser.id else {
      throw .refused(.notAllowed)
    }
    if message.isUnreadable { throw .refused(.messageUnreadable) }
    if !message.isEditable { throw .refused(.messageNotEditable) }
    contents.beginEdit(message)
  }

  /// Ends the edit without sending it and brings the draft back; the text can be restored from the history.
  public func endEdit() { contents.endEdit() }

  /// Sends the edit and brings the draft back. Returns the message once the service has it.
  ///
  /// - Parameter words: as in ``SendTextParams``.
  @discardableResult
  public func sendEdit(words: [MessageElement]? = nil) async throws(OutboxError) -> Message? {
    guard let edit = contents.editing.current else { throw .noEditUnderWay }
    guard !edit.composition.document.isBlank || !edit.attachments.isEmpty || !edit.inputFiles.isEmpty
    else {
      throw .failed(.refused(.emptyMessage))
    }
    return try await sender.sendEdit(edit, words: words, of: state)
  }
}

public import ChatDomain
import ChatSync
public import DraftEngine

extension MessageDraft {
  /// Sends the draft and returns its timetoken once the service has it.
  ///
  /// The composer is empty and usable at once. Throws the reason if the message is refused: a message that the service refuses
  /// stays in the timeline with its text, and one that the outbox refuses returns to the composer.
  @discardableResult
  public func send(params: SendTextParams = SendTextParams()) async throws(OutboxError) -> Timetoken {
    try await beginSend(params: params).timetoken()
  }

  /// Moves the message out of the composer, which is empty and usable when this returns. Text typed after that belongs to the
  /// next message.
  ///
  /// Errors that are found without waiting are thrown, and leave the composer unchanged. A message that is refused later
  /// returns to the composer, in front of any text typed since.
  ///
  /// - Returns: a handle to wait for the service. The message is sent even if the handle is not used.
  @discardableResult
  public func beginSend(params: SendTextParams = SendTextParams()) throws(OutboxError) -> OngoingSend {
    if let edit = shared.editing.current { throw .editUnderWay(edit.message.id) }
    guard shared.composed.isSendable else {
      throw shared.outgoing.isEmpty ? .failed(.refused(.emptyMessage)) : .sendUnderWay
    }
    if shared.hasLostParent { throw .failed(.refused(.replyToDeletedMessage)) }
    if let quoted = shared.composed.parts.quoted, quoted.channelId != key.channelId {
      throw .failed(.refused(.quoteFromOtherChannel))
    }
    return try sender.beginSend(shared, params: params)
  }
}

extension MessageDraft {
  /// The message that the composer shows for editing instead of the draft; nil if there is none.
  public var editedMessage: Message? { shared.editing.current?.message }

  /// The id of ``editedMessage``, which is read with every keystroke.
  package var editedMessageId: MessageID? { shared.editing.current?.message.id }

  /// Whether the edit differs from the message.
  package var isEditChanged: Bool { shared.editing.current?.isChanged ?? false }

  /// An unfinished edit: ``beginEdit(_:)`` with its message continues it, ``endEdit()`` discards it.
  public var leftEdit: StoredEdit? { shared.editing.left }

  /// Shows the text of one of the user's messages for editing. The draft returns when the edit ends.
  public func beginEdit(_ message: Message) throws(ChatError) {
    if message.isDeleted || message.localState == .deleting { throw .refused(.messageDeleted) }
    guard message.channelId == key.channelId else { throw .refused(.notFound("message")) }
    guard message.kind == .regular, message.author.id == sender.currentUser.id else {
      throw .refused(.notAllowed)
    }
    if message.isUnreadable { throw .refused(.messageUnreadable) }
    if !message.isEditable { throw .refused(.messageNotEditable) }
    shared.beginEdit(message)
  }

  /// Ends the edit without sending it and restores the draft; the edited text can be restored from the history.
  public func endEdit() { shared.endEdit() }

  /// Sends the edit and restores the draft. Returns the message once the service has it.
  ///
  /// If ``isEncrypted`` is false, the edit of a message that failed because the channel is not encrypted sends it unencrypted.
  ///
  /// - Parameter words: as in ``SendTextParams``.
  @discardableResult
  public func sendEdit(words: [MessageElement]? = nil) async throws(OutboxError) -> Message? {
    guard let edit = shared.editing.current else { throw .noEditUnderWay }
    guard !edit.composition.document.isBlank || !edit.attachments.isEmpty || !edit.inputFiles.isEmpty
    else {
      throw .failed(.refused(.emptyMessage))
    }
    return try await sender.sendEdit(edit, words: words, of: shared)
  }
}

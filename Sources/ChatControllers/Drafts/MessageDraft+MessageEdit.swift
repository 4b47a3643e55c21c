public import ChatDomain

extension MessageDraft {
  /// The message that is being edited here, while the draft is parked under it.
  public var editedMessage: Message? { state.edit?.message }

  /// An edit that was begun and left: `beginEdit` with its message takes it up, `endEdit` lets go of it.
  public var leftEdit: StoredEdit? { state.leftEdit }

  /// Parks the draft and shows the words of an own message to be edited.
  public func beginEdit(_ message: Message) throws(ChatError) {
    if message.isDeleted { throw .refused(.messageDeleted) }
    guard message.channelId == key.channelId else { throw .refused(.notFound("message")) }
    guard message.kind == .regular, message.author.id == sender.currentUser.id else {
      throw .refused(.notAllowed)
    }
    if message.isUnreadable { throw .refused(.messageUnreadable) }
    state.beginEdit(message)
  }

  /// Ends the edit without sending it and brings the draft back; the words can be brought back from the history.
  public func endEdit() { state.endEdit(isSent: false) }

  /// Sends the edit and brings the draft back. Returns the message once the service has it.
  @discardableResult
  public func sendEdit() async throws -> Message? {
    guard let edit = state.edit else { throw MessageDraftError.noEditUnderWay }
    guard !edit.composition.document.isBlank || !edit.attachments.isEmpty || !edit.inputFiles.isEmpty
    else {
      throw ChatError.refused(.emptyMessage)
    }
    return try await sender.sendEdit(edit, of: state)
  }
}

import ChatDomain
import DraftEngine

extension DraftState {
  /// Parks the draft and shows a message to be edited, or the unfinished edit of it that was left earlier.
  func beginEdit(_ message: Message) {
    if edit?.message.id == message.id { return }
    parkEdit()
    var elements = message.elements
    var caret = elements.text.utf8.count
    var (attachments, inputFiles): ([FileAttachment], [InputFile]) = (message.files, [])
    if let left = leftEdit {
      if left.messageId == message.id {
        elements = left.elements
        caret = left.caret
        attachments = left.files ?? message.files
        inputFiles = left.inputFiles
      } else {
        retire(DraftDocument(elements: left.elements), because: .parked)
      }
    }
    leftEdit = nil
    edit = EditedMessage(
      message: message, composition: Composition(DraftDocument(elements: elements), caret: caret),
      attachments: attachments, inputFiles: inputFiles)
    changedEdit()
  }

  /// Ends the edit and brings the draft back. Text that was not sent goes into the history.
  func endEdit(isSent: Bool) {
    if !isSent { parkEdit() }
    if !isSent, let left = leftEdit { retire(DraftDocument(elements: left.elements), because: .parked) }
    guard edit != nil || leftEdit != nil else { return }
    edit = nil
    leftEdit = nil
    changedEdit()
  }

  /// Call when the outbox has the edit of a message. The text goes into the history, as the service may refuse it.
  ///
  /// The composer may show something else by now: a further edit, or another message.
  ///
  /// - Parameter id: the current id of the message.
  func didHandOver(_ sent: EditedMessage, of id: MessageID) {
    retire(sent.composition.document, because: .sent)
    release(id)
    if let edit, edit.message.id == id, edit.isSame(as: sent) {
      endEdit(isSent: true)
    } else if let left = leftEdit, left.messageId == id, left.isSame(as: sent.stored) {
      leftEdit = nil
      changedEdit()
    }
  }

  /// Call when the outbox is done with the edit of a message, so that another edit can be sent.
  func release(_ id: MessageID) {
    if edit?.message.id == id { edit?.isHandedOver = false }
  }

  /// Leaves the edit without ending it: it is offered again later.
  func leaveEdit() {
    guard let edit else { return }
    // The edit of a deleted message cannot be continued.
    if edit.message.isDeleted { return endEdit(isSent: false) }
    leftEdit = edit.isChanged ? edit.stored : nil
    self.edit = nil
    changedEdit()
  }

  /// The edit as the store keeps it, whether it is under way or was left.
  var storedEdit: StoredEdit? { edit.flatMap { $0.isChanged ? $0.stored : nil } ?? leftEdit }

  private func parkEdit() {
    guard let edit, edit.isChanged else { return }
    retire(edit.composition.document, because: .parked)
  }
}

extension EditedMessage {
  var stored: StoredEdit {
    StoredEdit(
      messageId: message.id, elements: composition.elements, caret: composition.caret,
      files: changedAttachments, inputFiles: inputFiles)
  }

  /// Whether nothing has changed since.
  fileprivate func isSame(as earlier: EditedMessage) -> Bool {
    composition.document == earlier.composition.document
      && changedAttachments == earlier.changedAttachments && inputFiles == earlier.inputFiles
  }
}

extension StoredEdit {
  /// Whether it has the same text and files.
  nonisolated fileprivate func isSame(as earlier: StoredEdit) -> Bool {
    DraftDocument(elements: elements) == DraftDocument(elements: earlier.elements)
      && files == earlier.files && inputFiles == earlier.inputFiles
  }
}

import ChatDomain
import DraftEngine

extension DraftState {
  /// Parks the draft and shows a message to be edited, or what an edit of it that was left had come to.
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

  /// Ends the edit and brings the draft back. Words that were not sent are to be found again.
  func endEdit(isSent: Bool) {
    if !isSent { parkEdit() }
    if !isSent, let left = leftEdit { retire(DraftDocument(elements: left.elements), because: .parked) }
    guard edit != nil || leftEdit != nil else { return }
    edit = nil
    leftEdit = nil
    changedEdit()
  }

  /// The outbox has the edit of a message, whose id is by now this one. Its words can be brought back, as the service
  /// may refuse them.
  ///
  /// By now other words may stand there, which are a further edit, or another message.
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

  /// The outbox is through with the edit of a message, which can be handed over again.
  func release(_ id: MessageID) {
    if edit?.message.id == id { edit?.isHandedOver = false }
  }

  /// Puts the edit aside without ending it: it is offered again.
  func leaveEdit() {
    guard let edit else { return }
    // Of a message that is gone there is nothing to go on with.
    if edit.message.isDeleted { return endEdit(isSent: false) }
    leftEdit = edit.isChanged ? edit.stored : nil
    self.edit = nil
    changedEdit()
  }

  /// What the store keeps of the edit, under way or left.
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

  /// Whether nothing was edited since.
  fileprivate func isSame(as earlier: EditedMessage) -> Bool {
    composition.document == earlier.composition.document
      && changedAttachments == earlier.changedAttachments && inputFiles == earlier.inputFiles
  }
}

extension StoredEdit {
  /// Whether it is about the same words and files.
  nonisolated fileprivate func isSame(as earlier: StoredEdit) -> Bool {
    DraftDocument(elements: elements) == DraftDocument(elements: earlier.elements)
      && files == earlier.files && inputFiles == earlier.inputFiles
  }
}

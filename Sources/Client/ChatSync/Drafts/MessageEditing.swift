package import ChatDomain
package import DraftEngine

/// The edit of a sent message: open in the composer instead of the draft, or left to be continued.
package struct MessageEditing {
  package private(set) var current: EditedMessage?
  /// An edit that was begun and left; offered again.
  package private(set) var left: StoredEdit?

  /// The edit as the store keeps it.
  package var stored: StoredEdit? {
    if let current, current.isChanged { return current.stored }
    return left
  }

  package var isEmpty: Bool { current == nil && left == nil }

  /// Whether there is text to store.
  var isUnfinished: Bool { left != nil || current?.isChanged == true }

  /// Shows a message to be edited, or the unfinished edit of it that was left earlier.
  ///
  /// - Returns: the unsent edits that it replaces.
  package mutating func begin(_ message: Message) -> [StoredEdit] {
    var unsent = [current?.unsent].compactMap(\.self)
    let edit = EditedMessage(message)
    if let left {
      if left.messageId == message.id {
        edit.resume(left)
      } else {
        unsent.append(left)
      }
    }
    left = nil
    current = edit
    return unsent
  }

  /// Ends the open edit and the one that was left.
  ///
  /// - Returns: the edits that were not sent.
  mutating func end() -> [StoredEdit] {
    let unsent = [current?.unsent, left].compactMap(\.self)
    (current, left) = (nil, nil)
    return unsent
  }

  /// Ends the edit that was sent. The composer may show something else by now: a further edit, or another message.
  ///
  /// - Parameters:
  ///   - sent: what the outbox has.
  ///   - id: the current id of the message.
  /// - Returns: whether the edit was still here, unchanged since it was sent.
  mutating func end(sent: StoredEdit, of id: MessageID) -> Bool {
    if let current, current.message.id == id, current.stored.isSame(as: sent) {
      self = MessageEditing()
    } else if let left, left.messageId == id, left.isSame(as: sent) {
      self.left = nil
    } else {
      return false
    }
    return true
  }

  /// Leaves the open edit, to be continued later.
  package mutating func leave() {
    guard let current else { return }
    left = current.isChanged ? current.stored : nil
    self.current = nil
  }

  /// Replaces the edit that was left by what the store has.
  package mutating func restore(_ stored: StoredEdit?) { left = stored }

  /// Takes over an edit from a draft that turned out to belong to the same thread, unless there is one here.
  mutating func absorb(_ other: inout MessageEditing) {
    guard isEmpty else { return }
    current = other.current
    other.current = nil
  }

  /// A message that was written here got its id from the service.
  ///
  /// - Returns: whether an edit is about it.
  mutating func follow(_ local: MessageID, to arrived: Message) -> Bool {
    let isCurrent = current?.message.id == local
    let isLeft = left?.messageId == local
    if isCurrent { current?.follow(arrived) }
    if isLeft { left?.messageId = arrived.id }
    return isCurrent || isLeft
  }

  package enum DeletionEffect {
    case none
    /// The open edit stays until the user ends it: what they type next is not meant for the draft.
    case current
    /// The edit that was left is gone.
    case left(StoredEdit)
  }

  /// Marks the message of the open edit as deleted, or drops the edit that was left.
  package mutating func apply(_ deletion: MessageDeletedEvent) -> DeletionEffect {
    if let current, current.message.id == deletion.messageId {
      current.message.deletedAt = deletion.deletedAt
      return .current
    }
    guard let left, left.messageId == deletion.messageId else { return .none }
    self.left = nil
    return .left(left)
  }
}

/// An open edit of a message. An object, so that reading its text copies nothing of the message.
package final class EditedMessage {
  package var message: Message
  package var composition: Composition
  /// The files of the message that the service already has.
  package var attachments: [FileAttachment]
  /// Files to be uploaded with the edit.
  package var inputFiles: [InputFile] = []
  /// Whether it was written to be sent encrypted, and is not sent otherwise.
  package var isEncrypted = false
  /// Whether the edit is being put into the outbox.
  package var isHandedOver = false

  init(_ message: Message) {
    self.message = message
    composition = Composition(
      DraftDocument(elements: message.elements), caret: message.elements.text.utf8.count)
    attachments = message.files
  }

  package var isChanged: Bool {
    composition.document.elements != message.elements.normalised || changedAttachments != nil
      || !inputFiles.isEmpty
  }

  /// The files the message keeps; nil if they are unchanged.
  var changedAttachments: [FileAttachment]? { attachments == message.files ? nil : attachments }

  /// The edit as the store keeps it.
  package var stored: StoredEdit {
    StoredEdit(
      messageId: message.id, elements: composition.elements, caret: composition.caret,
      files: changedAttachments, inputFiles: inputFiles, isEncrypted: isEncrypted)
  }

  /// The edit with all files that the message would have, if anything was changed.
  fileprivate var unsent: StoredEdit? {
    guard isChanged else { return nil }
    var edit = stored
    edit.files = attachments
    return edit
  }

  /// Continues an edit of this message that was left.
  fileprivate func resume(_ left: StoredEdit) {
    composition = Composition(left.document, caret: left.caret)
    attachments = left.files ?? message.files
    inputFiles = left.inputFiles
    isEncrypted = left.isEncrypted
  }

  /// The text that was erased completely, to be kept; nil if it is the text of the message itself.
  func worthKeeping(_ erased: DraftDocument?) -> DraftDocument? {
    erased?.elements == message.elements.normalised ? nil : erased
  }

  /// Call when the message has arrived. Files that were removed from it stay removed.
  fileprivate func follow(_ arrived: Message) {
    let removed = message.files.filter { !attachments.contains($0) }
    attachments = arrived.files.filter { !removed.contains($0) }
    message = arrived
  }
}

nonisolated extension StoredEdit {
  package var document: DraftDocument { DraftDocument(elements: elements) }

  /// The names of the files to keep, where they are known, and of those to be added.
  var fileNames: [String] { (files ?? []).map(\.name) + inputFiles.map(\.name) }

  /// Whether it has the same text and files.
  fileprivate func isSame(as earlier: StoredEdit) -> Bool {
    document == earlier.document && files == earlier.files && inputFiles == earlier.inputFiles
  }
}

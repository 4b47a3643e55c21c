public import DraftEngine

/// A draft as this device stores it, with everything that survives a restart.
public struct StoredDraft: Hashable, Sendable {
  /// The channel or thread of the draft.
  public var key: DraftKey
  /// The content that all of the user's devices share.
  public var content: DraftContent
  /// Files that are not uploaded yet.
  public var inputFiles: [InputFile]
  /// The caret position, in UTF-8 bytes of the text.
  public var caret: Int
  /// An unfinished edit of a sent message. The composer shows it instead of the draft while it is open.
  public var edit: StoredEdit?
  /// When the draft was created, on any device.
  public var createdAt: Timestamp
  /// When it was last edited, on any device.
  public var updatedAt: Timestamp
  /// The state on which the service and this device last agreed; nil before the first time.
  public var ancestor: SyncedDraft?
  /// Whether the ancestor's text has since been sent as a message: the current text is not derived from it.
  public var isAncestorSpent: Bool
  /// Versions that were sent to the service without an answer so far. If the service has one of them, this device wrote it.
  public var unanswered: [DraftDigest]
  /// The device that edited it last; nil if unknown.
  public var savedBy: DeviceID?
  /// Whether it was written to be sent encrypted, and is not sent otherwise.
  public var isEncrypted: Bool

  /// A draft that exists only on this device, unless `ancestor` is given.
  public init(
    key: DraftKey, content: DraftContent, inputFiles: [InputFile] = [], caret: Int = 0,
    edit: StoredEdit? = nil, createdAt: Timestamp, updatedAt: Timestamp, ancestor: SyncedDraft? = nil,
    isAncestorSpent: Bool = false, unanswered: [DraftDigest] = [], savedBy: DeviceID? = nil,
    isEncrypted: Bool = false
  ) {
    self.key = key
    self.content = content
    self.inputFiles = inputFiles
    self.caret = caret
    self.edit = edit
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.ancestor = ancestor
    self.isAncestorSpent = isAncestorSpent
    self.unanswered = unanswered
    self.savedBy = savedBy
    self.isEncrypted = isEncrypted
  }

  /// Whether the draft, its files and its edit are all empty.
  public var isEmpty: Bool { content.isEmpty && inputFiles.isEmpty && edit == nil }
}

/// A draft on which the service and this device agreed: the common ancestor for a merge.
public struct SyncedDraft: Hashable, Sendable {
  /// The revision at the service.
  public var revision: DraftRevision
  /// Nil if the draft was deleted at that revision.
  public var content: DraftContent?

  /// For the result of a save, a deletion or an event.
  public init(revision: DraftRevision, content: DraftContent?) {
    self.revision = revision
    self.content = content
  }
}

/// An unfinished edit of a message. It never becomes a new message.
public struct StoredEdit: Hashable, Sendable {
  /// The message that is being edited.
  public var messageId: MessageID
  /// The edited text, not that of the message.
  public var elements: [MessageElement]
  /// The caret position, in UTF-8 bytes of the text.
  public var caret: Int
  /// The files to keep, of those the message already has; nil keeps all.
  public var files: [FileAttachment]?
  /// Files to be added that are not uploaded yet.
  public var inputFiles: [InputFile]
  /// Whether it was written to be sent encrypted, and is not sent otherwise.
  public var isEncrypted: Bool

  /// An edit that changes no files, unless they are given.
  public init(
    messageId: MessageID, elements: [MessageElement], caret: Int, files: [FileAttachment]? = nil,
    inputFiles: [InputFile] = [], isEncrypted: Bool = false
  ) {
    self.messageId = messageId
    self.elements = elements
    self.caret = caret
    self.files = files
    self.inputFiles = inputFiles
    self.isEncrypted = isEncrypted
  }
}

/// A text that left the composer and can be restored.
public struct DraftHistoryEntry: Hashable, Sendable {
  /// How a text left the composer.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// It was sent as a message.
    case sent
    /// It was sent as the new text of a message.
    case edited
    /// It was deleted by the user, or with a failed message that the user gave up.
    case cleared
    /// It was replaced by text from another device, or by restored text.
    case replaced
    /// It lost a merge conflict against the text of this device.
    case merged
    /// It was an unfinished edit of a message that was never resumed.
    case parked
    /// It was a command to the program; it is offered only where commands are typed.
    case command
  }

  /// The channel or thread of the composer.
  public var key: DraftKey
  /// The text, with its mentions.
  public var elements: [MessageElement]
  /// How it left the composer.
  public var reason: Reason
  /// When it left the composer; the history lists the latest first.
  public var at: Timestamp
  /// The names of the files that it left with. The files themselves are not kept.
  public var files: [String]

  /// A text for ``StoreChange/addHistory(_:)``.
  public init(
    key: DraftKey, elements: [MessageElement], reason: Reason, at: Timestamp, files: [String] = []
  ) {
    self.key = key
    self.elements = elements
    self.reason = reason
    self.at = at
    self.files = files
  }

  /// Whether ``StoreChange/forgetHistory(_:only:)`` deletes this entry.
  public func isForgotten(with key: DraftKey?, only elements: [MessageElement]?) -> Bool {
    if let key, key != self.key { return false }
    // Compared as documents, because equal strings can differ in Unicode normalization.
    return elements.map { DraftDocument(elements: $0) == DraftDocument(elements: self.elements) } ?? true
  }
}

public import DraftEngine

/// A draft as this device stores it: everything that must survive a restart.
public struct StoredDraft: Hashable, Sendable {
  /// The place that the draft belongs to.
  public var key: DraftKey
  /// The content to share with all of the user's devices.
  public var content: DraftContent
  /// Files that are not uploaded yet.
  public var inputFiles: [InputFile]
  /// The caret position, in UTF-8 bytes of the text.
  public var caret: Int
  /// An edit of a message that was started here; the draft is parked while it is open.
  public var edit: StoredEdit?
  /// When the draft was begun, on any device.
  public var createdAt: Timestamp
  /// When it was last edited, on any device.
  public var updatedAt: Timestamp
  /// The state on which the service and this device last agreed; nil before the first time.
  public var ancestor: SyncedDraft?
  /// Whether the ancestor's text has since been sent as a message: the current text is not derived from it.
  public var isAncestorSpent: Bool
  /// The versions that were sent to the service without an answer so far: it may have one of them, which is nothing that
  /// another device wrote.
  public var unanswered: [DraftDigest]
  /// The device that edited it last; nil if that is not known.
  public var savedBy: DeviceID?

  /// A draft of this device alone, unless `ancestor` says what the service knows of it.
  public init(
    key: DraftKey, content: DraftContent, inputFiles: [InputFile] = [], caret: Int = 0,
    edit: StoredEdit? = nil, createdAt: Timestamp, updatedAt: Timestamp, ancestor: SyncedDraft? = nil,
    isAncestorSpent: Bool = false, unanswered: [DraftDigest] = [], savedBy: DeviceID? = nil
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
  }

  /// Whether there is nothing worth keeping.
  public var isEmpty: Bool { content.isEmpty && inputFiles.isEmpty && edit == nil }
}

/// A draft on which the service and this device agreed: the common ancestor for a merge.
public struct SyncedDraft: Hashable, Sendable {
  /// The revision that the service gave it.
  public var revision: DraftRevision
  /// Nil if the draft was deleted at that revision.
  public var content: DraftContent?

  /// The result of a save, a deletion or an event of the service.
  public init(revision: DraftRevision, content: DraftContent?) {
    self.revision = revision
    self.content = content
  }
}

/// An edit of a message that was started and not finished. It never becomes a new message.
public struct StoredEdit: Hashable, Sendable {
  /// The message that is being edited.
  public var messageId: MessageID
  /// The edited text, not that of the message.
  public var elements: [MessageElement]
  /// The caret position, in UTF-8 bytes of the text.
  public var caret: Int
  /// The message's files that the service already has; nil: unchanged.
  public var files: [FileAttachment]?
  /// Files to be added that are not uploaded yet.
  public var inputFiles: [InputFile]

  /// An edit that changes no files, unless they are named.
  public init(
    messageId: MessageID, elements: [MessageElement], caret: Int, files: [FileAttachment]? = nil,
    inputFiles: [InputFile] = []
  ) {
    self.messageId = messageId
    self.elements = elements
    self.caret = caret
    self.files = files
    self.inputFiles = inputFiles
  }
}

/// A text that left the composer and can be restored.
public struct DraftHistoryEntry: Hashable, Sendable {
  /// How a text left the composer.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// It was sent as a message.
    case sent
    /// It was deleted, by hand or with a failed message that was given up.
    case cleared
    /// It was replaced by text from another device, or by restored text.
    case replaced
    /// It lost against this device's words where both had changed the same ones.
    case merged
    /// It was the edit of a message that was neither sent nor resumed.
    case parked
    /// It was a command to the program, and is offered where commands are typed.
    case command
  }

  /// The place whose composer it left.
  public var key: DraftKey
  /// The words, with their mentions.
  public var elements: [MessageElement]
  /// How it left.
  public var reason: Reason
  /// When it left; the history lists the latest first.
  public var at: Timestamp

  /// A text for ``StoreChange/addHistory(_:)``.
  public init(key: DraftKey, elements: [MessageElement], reason: Reason, at: Timestamp) {
    self.key = key
    self.elements = elements
    self.reason = reason
    self.at = at
  }
}

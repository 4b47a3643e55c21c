public import DraftEngine

/// A draft as this device stores it: everything that must survive a restart.
public struct StoredDraft: Hashable, Sendable {
  public var key: DraftKey
  public var content: DraftContent
  /// Files that are not uploaded yet.
  public var inputFiles: [InputFile]
  /// The caret position, in UTF-8 bytes of the text.
  public var caret: Int
  /// An edit of a message that was started here; the draft is parked while it is open.
  public var edit: StoredEdit?
  public var createdAt: Timestamp
  public var updatedAt: Timestamp
  /// The state on which the service and this device last agreed; nil before the first time.
  public var ancestor: SyncedDraft?
  /// Whether the ancestor's text has since been sent as a message: the current text is not derived from it.
  public var isAncestorSpent: Bool
  /// The device that edited it last; nil if that is not known.
  public var savedBy: DeviceID?

  public init(
    key: DraftKey, content: DraftContent, inputFiles: [InputFile] = [], caret: Int = 0,
    edit: StoredEdit? = nil, createdAt: Timestamp, updatedAt: Timestamp, ancestor: SyncedDraft? = nil,
    isAncestorSpent: Bool = false, savedBy: DeviceID? = nil
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
    self.savedBy = savedBy
  }

  /// Whether there is nothing worth keeping.
  public var isEmpty: Bool { content.isEmpty && inputFiles.isEmpty && edit == nil }
}

/// A draft on which the service and this device agreed: the common ancestor for a merge.
public struct SyncedDraft: Hashable, Sendable {
  public var revision: DraftRevision
  /// Nil if the draft was deleted at that revision.
  public var content: DraftContent?

  public init(revision: DraftRevision, content: DraftContent?) {
    self.revision = revision
    self.content = content
  }
}

/// An edit of a message that was started and not finished. It never becomes a new message.
public struct StoredEdit: Hashable, Sendable {
  public var messageId: MessageID
  public var elements: [MessageElement]
  public var caret: Int
  /// The message's files that the service already has; nil: unchanged.
  public var files: [FileAttachment]?
  /// Files to be added that are not uploaded yet.
  public var inputFiles: [InputFile]

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
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case sent
    case cleared
    case replaced
    case merged
    case parked
  }

  public var key: DraftKey
  public var elements: [MessageElement]
  public var reason: Reason
  public var at: Timestamp

  public init(key: DraftKey, elements: [MessageElement], reason: Reason, at: Timestamp) {
    self.key = key
    self.elements = elements
    self.reason = reason
    self.at = at
  }
}

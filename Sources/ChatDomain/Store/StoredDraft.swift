public import DraftEngine

/// A draft as this device keeps it: everything that has to be there again after a restart.
public struct StoredDraft: Hashable, Sendable {
  public var key: DraftKey
  public var content: DraftContent
  /// Files that were not uploaded yet.
  public var inputFiles: [InputFile]
  /// Where the caret is, in UTF-8 bytes of the text.
  public var caret: Int
  /// An edit of a message that was begun here; the draft is parked under it.
  public var edit: StoredEdit?
  public var createdAt: Timestamp
  public var updatedAt: Timestamp
  /// What the service and this device last agreed on; nil before the first time.
  public var ancestor: SyncedDraft?
  /// Whether the words of the ancestor were sent as a message since: what is written now did not come of them.
  public var isAncestorSpent: Bool

  public init(
    key: DraftKey, content: DraftContent, inputFiles: [InputFile] = [], caret: Int = 0,
    edit: StoredEdit? = nil, createdAt: Timestamp, updatedAt: Timestamp, ancestor: SyncedDraft? = nil,
    isAncestorSpent: Bool = false
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
  }

  /// Whether there is nothing worth keeping.
  public var isEmpty: Bool { content.isEmpty && inputFiles.isEmpty && edit == nil }
}

/// A draft on which the service and this device agreed: the common ancestor of what both make of it.
public struct SyncedDraft: Hashable, Sendable {
  public var revision: DraftRevision
  /// Nil when the draft was deleted at that revision.
  public var content: DraftContent?

  public init(revision: DraftRevision, content: DraftContent?) {
    self.revision = revision
    self.content = content
  }
}

/// An edit of a message that was begun and not ended. It never becomes a new message.
public struct StoredEdit: Hashable, Sendable {
  public var messageId: MessageID
  public var elements: [MessageElement]
  public var caret: Int
  /// Those of its files that the service has; nil: as they are in the message.
  public var files: [FileAttachment]?
  /// Files that it is to get and that were not uploaded yet.
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

/// Text that left the composer and can be brought back.
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

public import DraftEngine

/// What a draft holds, wherever it is kept.
public struct DraftContent: Hashable, Sendable {
  public var elements: [MessageElement]
  /// Files that the service has; those that are only on this device are not told to others.
  public var files: [FileAttachment]
  public var quoted: QuotedMessage?
  /// Whether a reply is to be shown in the channel too.
  public var isShownInChannel: Bool

  public init(
    elements: [MessageElement] = [], files: [FileAttachment] = [], quoted: QuotedMessage? = nil,
    isShownInChannel: Bool = false
  ) {
    self.elements = elements
    self.files = files
    self.quoted = quoted
    self.isShownInChannel = isShownInChannel
  }

  /// Whether there is nothing worth keeping: only blanks, no file and no quote.
  public var isEmpty: Bool {
    files.isEmpty && quoted == nil
      && elements.allSatisfy { $0.target == nil && $0.text.isBlank }
  }

  /// The words.
  public var text: String { elements.text }
}

/// How often a draft was saved at the service; each save makes it one higher.
public typealias DraftRevision = Int

/// A draft as the service keeps it for all devices of a person.
public struct DraftMessage: Hashable, Sendable {
  public var key: DraftKey
  public var content: DraftContent
  public var revision: DraftRevision
  public var createdAt: Timestamp
  public var updatedAt: Timestamp
  /// The device that saved it last.
  public var savedBy: DeviceID

  public init(
    key: DraftKey, content: DraftContent, revision: DraftRevision, createdAt: Timestamp,
    updatedAt: Timestamp, savedBy: DeviceID
  ) {
    self.key = key
    self.content = content
    self.revision = revision
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.savedBy = savedBy
  }

  public var channelId: ChannelID { key.channelId }
  public var threadId: MessageID? { key.parentId }
  /// The words.
  public var text: String { content.text }
}

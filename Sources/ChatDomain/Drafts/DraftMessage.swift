public import DraftEngine

/// The content of a draft, wherever it is kept.
public struct DraftContent: Hashable, Sendable {
  public var elements: [MessageElement]
  /// Files the service already has; files that exist only on this device are not published.
  public var files: [FileAttachment]
  public var quoted: QuotedMessage?
  /// Whether a reply is also shown in the channel.
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

  /// Whether there is nothing worth keeping: only whitespace, no file and no quote.
  public var isEmpty: Bool {
    files.isEmpty && quoted == nil
      && elements.allSatisfy { $0.target == nil && $0.text.isBlank }
  }

  /// The text.
  public var text: String { elements.text }
}

/// The number of times a draft was saved at the service; each save increments it.
public typealias DraftRevision = Int

/// A draft as the service keeps it for all of a user's devices.
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
  /// The text.
  public var text: String { content.text }
}

public import DraftEngine

/// The content of a draft, wherever it is kept.
public struct DraftContent: Hashable, Sendable {
  /// The words, with the mentions and links in them.
  public var elements: [MessageElement]
  /// Files the service already has; files that exist only on this device are not published.
  public var files: [FileAttachment]
  /// The message that this one quotes.
  public var quoted: QuotedMessage?
  /// Whether a reply is also shown in the channel.
  public var isShownInChannel: Bool

  /// Without arguments: an empty draft, which is not saved.
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
  /// The place that the draft belongs to.
  public var key: DraftKey
  /// What was written, as one of the user's devices saved it last.
  public var content: DraftContent
  /// The revision to name when saving over this draft, see ``ChatDrafts/saveDraft(_:for:over:dates:)``.
  public var revision: DraftRevision
  /// When the draft was begun, on any device.
  public var createdAt: Timestamp
  /// When it was last edited, on any device.
  public var updatedAt: Timestamp
  /// The device that saved it last.
  public var savedBy: DeviceID

  /// For a service that gives out what it keeps.
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

  /// The channel that the draft will be sent to.
  public var channelId: ChannelID { key.channelId }
  /// The message that the draft replies to; nil for the channel's own draft.
  public var threadId: MessageID? { key.parentId }
  /// The text.
  public var text: String { content.text }
}

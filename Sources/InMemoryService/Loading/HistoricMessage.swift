public import ChatDomain
public import DraftEngine

/// A message that is part of the history from the start, as if it had been sent at its time.
public struct HistoricMessage: Sendable {
  public var author: UserID
  public var elements: [MessageElement]
  public var createdAt: Timestamp
  public var parentId: MessageID?
  /// Whether a reply is also shown in the channel.
  public var isShownInChannel: Bool
  /// The message in the same channel that it quotes.
  public var quotedId: MessageID?
  public var files: [HistoricFile]
  public var pin: Pin?
  public var reactions: [Reaction]
  /// Whether it is encrypted, so that nobody can read it.
  public var isUnreadable: Bool

  public init(
    author: UserID, elements: [MessageElement], createdAt: Timestamp, parentId: MessageID? = nil,
    isShownInChannel: Bool = false, quotedId: MessageID? = nil, files: [HistoricFile] = [], pin: Pin? = nil,
    reactions: [Reaction] = [], isUnreadable: Bool = false
  ) {
    self.author = author
    self.elements = elements
    self.createdAt = createdAt
    self.parentId = parentId
    self.isShownInChannel = isShownInChannel
    self.quotedId = quotedId
    self.files = files
    self.pin = pin
    self.reactions = reactions
    self.isUnreadable = isUnreadable
  }
}

/// A file of a historic message.
public struct HistoricFile: Sendable {
  public var name: String
  public var mimeType: String
  public var bytes: [UInt8]

  public init(name: String, mimeType: String, bytes: [UInt8]) {
    self.name = name
    self.mimeType = mimeType
    self.bytes = bytes
  }
}

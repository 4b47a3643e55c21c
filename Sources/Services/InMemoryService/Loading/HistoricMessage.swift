public import ChatDomain
public import DraftEngine

/// A message that is part of the history from the start, as if it had been sent at its time.
public struct HistoricMessage: Sendable {
  /// The author, who is a member of the channel.
  public var author: UserID
  /// The words, with their mentions.
  public var elements: [MessageElement]
  /// When it was sent. Messages are loaded in the order of their times.
  public var createdAt: Timestamp
  /// The message it replies to; nil if it is no reply.
  public var parentId: MessageID?
  /// Whether a reply is also shown in the channel.
  public var isShownInChannel: Bool
  /// The message in the same channel that it quotes.
  public var quotedId: MessageID?
  /// The attached files.
  public var files: [HistoricFile]
  /// The pin; nil if it is not pinned.
  public var pin: Pin?
  /// The reactions to it.
  public var reactions: [Reaction]
  /// Whether it is encrypted and cannot be read.
  public var isUnreadable: Bool
  /// Whether its author can change its words.
  public var isEditable: Bool

  /// A message for ``InMemoryChatService/load(_:into:)``.
  public init(
    author: UserID, elements: [MessageElement], createdAt: Timestamp, parentId: MessageID? = nil,
    isShownInChannel: Bool = false, quotedId: MessageID? = nil, files: [HistoricFile] = [], pin: Pin? = nil,
    reactions: [Reaction] = [], isUnreadable: Bool = false, isEditable: Bool = true
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
    self.isEditable = isEditable
  }
}

/// A file of a historic message.
public struct HistoricFile: Sendable {
  /// The name that people see.
  public var name: String
  /// The MIME type that the service reports.
  public var mimeType: String
  /// The whole file.
  public var bytes: [UInt8]
  /// The form in which it was sent.
  public var form: FileAttachment.Form
  /// How long it plays; nil if there is nothing to play.
  public var duration: Duration?
  /// The size that the service reports; nil for the actual size, 0 for none.
  public var toldSize: Int?
  /// The thumbnail that the service made; nil if it serves the file itself instead.
  public var thumbnail: [UInt8]?

  /// A file for ``HistoricMessage/files``.
  public init(
    name: String, mimeType: String, bytes: [UInt8], form: FileAttachment.Form = .file,
    duration: Duration? = nil, toldSize: Int? = nil, thumbnail: [UInt8]? = nil
  ) {
    self.name = name
    self.mimeType = mimeType
    self.bytes = bytes
    self.form = form
    self.duration = duration
    self.toldSize = toldSize
    self.thumbnail = thumbnail
  }
}

extension HistoricMessage {
  /// Adds a message to the history without sending events.
  ///
  /// - Returns: the message's token, which is its place in the history.
  func load(into room: Int, _ state: inout ServiceState) throws(ChatError) -> UInt64 {
    if let parentId { _ = try state.parent(parentId, in: room) }
    var quoted: QuotedMessage?
    if let quotedId {
      let author = try state.stored(quotedId, in: room).author
      quoted = QuotedMessage(
        id: quotedId, channelId: state.rooms[room].id, author: author, elements: [])
    }
    let files = files.map { $0.add(of: author, to: room, &state) }
    let token = state.makeToken(at: createdAt)
    let message = Message(
      id: MessageID(token: token), channelId: state.rooms[room].id, parentId: parentId,
      author: User(id: author), elements: elements, files: files, quoted: quoted, createdAt: createdAt,
      timetoken: Timetoken(token), pin: pin, isUnreadable: isUnreadable,
      isEditable: isEditable, isShownInChannel: parentId == nil || isShownInChannel, reactions: reactions)
    state.store(message, in: room)
    if pin != nil { state.rooms[room].history.pins[token] = token }
    return token
  }
}

extension HistoricFile {
  fileprivate func add(of user: UserID, to room: Int, _ state: inout ServiceState) -> FileAttachment {
    let attachment = FileAttachment(
      id: state.files.makeFileID(), name: name, mimeType: mimeType, size: toldSize ?? bytes.count, form: form,
      duration: duration)
    state.files.add(attachment, bytes: bytes, thumbnail: thumbnail, owner: user)
    state.files.attach([attachment], to: room)
    return attachment
  }
}

public import ChatDomain

/// Loads data before any user connects. No events are sent, and it is fast: a million messages take seconds.
extension InMemoryChatService {
  /// Adds or updates a user.
  public func add(_ user: User) { withState { $0.add(user) } }

  /// Makes a user appear online without a device, or ends that.
  public func setAlwaysOnline(_ isOnline: Bool, _ user: UserID) {
    withState { state in state.changePresence(of: user) { $0.isAlwaysOnline = isOnline } }
  }

  /// Creates channels as of a time; the creator is a member of each.
  public func load(
    _ channels: [NewChannel], createdBy user: UserID, at time: Timestamp
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      for channel in channels {
        _ = try ChannelRequests(of: user).makeRoom(channel, at: time, &state)
      }
    }
  }

  /// Adds a message to a channel's history.
  ///
  /// Messages must come in the order of their times. One that is older than the last accepted message is placed after
  /// it all the same, and keeps its date.
  @discardableResult
  public func load(_ message: HistoricMessage, into channel: ChannelID) throws(ChatError) -> MessageID {
    try perform { state throws(ChatError) in
      MessageID(token: try state.load(message, into: try state.room(channel)))
    }
  }

  /// Adds many messages to a channel's history, each created when its turn comes.
  public func load(
    count: Int, into channel: ChannelID, _ message: @Sendable (Int) -> HistoricMessage
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(channel)
      for number in 0..<count { _ = try state.load(message(number), into: room) }
    }
  }
}

extension ServiceState {
  /// Adds a message to the history without sending events.
  fileprivate mutating func load(_ message: HistoricMessage, into room: Int) throws(ChatError) -> UInt64 {
    let parent = try message.parentId.map { id throws(ChatError) in try self.parent(id, in: room) } ?? 0
    var details = MessageDetails()
    if let id = message.quotedId {
      let quoted = try record(id, in: room)
      details.quoted = QuoteReference(id: quoted.id, author: quoted.author)
    }
    details.files = message.files.map { addFile($0, of: message.author, in: room) }
    details.pin = message.pin
    details.reactions = message.reactions
    var traits: MessageRecord.Traits = parent == 0 || message.isShownInChannel ? [.shownInChannel] : []
    if message.isUnreadable { traits.insert(.unreadable) }
    let record = MessageRecord(
      token: makeToken(at: message.createdAt), createdAt: message.createdAt, parent: parent,
      author: message.author, elements: message.elements, traits: traits, details: details)
    store(record, in: room)
    if message.pin != nil { rooms[room].history.pins.pin(record.token, at: record.token) }
    return record.token
  }

  private mutating func addFile(_ file: HistoricFile, of user: UserID, in room: Int) -> FileAttachment {
    let attachment = FileAttachment(
      id: files.makeFileID(), name: file.name, mimeType: file.mimeType, size: file.bytes.count)
    files.add(attachment, bytes: file.bytes, owner: user)
    files.attach([attachment], to: room)
    return attachment
  }
}

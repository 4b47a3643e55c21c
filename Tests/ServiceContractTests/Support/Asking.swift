import ChatDomain
import DraftEngine
import Testing

extension ChatService {
  /// Sends a text, with a new transaction unless one is given.
  @discardableResult
  func say(
    _ text: String, in channel: ChannelID, under parent: MessageID? = nil, shown: Bool = false,
    transaction: TransactionID? = nil
  ) async throws -> Message {
    try await send(.words(text, in: channel, under: parent, shown: shown, transaction: transaction))
  }

  /// All pages of a channel or thread, from one end to the other, oldest first.
  func wholeHistory(of channel: ChannelID, under parent: MessageID? = nil, by limit: Int = 50) async throws
    -> [Message]
  {
    var found: [Message] = []
    var position = MessageQuery.Position.oldest
    while true {
      let page = try await messages(
        MessageQuery(channelId: channel, parentId: parent, position: position, limit: limit))
      found += page.elements
      guard let next = page.next else { return found }
      position = .after(next)
    }
  }

  /// The texts of people's messages in a channel or thread, oldest first.
  func texts(in channel: ChannelID, under parent: MessageID? = nil) async throws -> [String] {
    try await wholeHistory(of: channel, under: parent).said.map(\.text)
  }

  /// Saves a draft, with arbitrary dates unless they are given.
  @discardableResult
  func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, begun: Int64 = 1,
    edited: Int64? = nil
  ) async throws(ChatError) -> DraftMessage {
    try await saveDraft(
      content, for: key, over: revision,
      dates: DraftDates(
        createdAt: Timestamp(seconds: begun), updatedAt: Timestamp(seconds: edited ?? begun)))
  }

  func reading(of channel: ChannelID) async throws -> ReadPosition { try await self.channel(channel).reading }

  /// Adds or removes a reaction, with a new transaction unless one is given.
  @discardableResult
  func react(_ name: String, _ isOn: Bool, to message: Message, transaction: TransactionID? = nil)
    async throws
    -> Message
  {
    try await setReaction(
      ReactionChange(
        transactionId: transaction ?? TransactionID("r\(Numbers.next())"), channelId: message.channelId,
        messageId: message.id, name: name, isOn: isOn, user: currentUser.id))
  }

  /// Edits the text of a message.
  @discardableResult
  func rewrite(_ message: Message, _ text: String, transaction: TransactionID? = nil) async throws -> Message
  {
    try await edit(
      MessageEdit(
        transactionId: transaction ?? TransactionID("e\(Numbers.next())"), channelId: message.channelId,
        messageId: message.id, markup: MessageMarkup.render([.plainText(text: text)]),
        files: message.files.map(\.id)))
  }

  /// Uploads a file in pieces of the service's size.
  func keep(
    _ bytes: [UInt8], named name: String = "file.bin", type: String = "application/octet-stream"
  ) async throws -> FileAttachment {
    let upload = try await beginUpload(
      FileDescription(name: name, mimeType: type, size: bytes.count),
      transactionId: TransactionID("u\(Numbers.next())"))
    var offset = 0
    while offset < bytes.count {
      let end = min(bytes.count, offset + limits.uploadChunkBytes)
      offset = try await self.upload(Array(bytes[offset..<end]), at: offset, to: upload)
    }
    return try await finishUpload(upload)
  }
}

extension NewMessage {
  static func words(
    _ text: String, in channel: ChannelID, under parent: MessageID? = nil, shown: Bool = false,
    transaction: TransactionID? = nil
  ) -> NewMessage {
    .elements([.plainText(text: text)], in: channel, under: parent, shown: shown, transaction: transaction)
  }

  static func elements(
    _ elements: [MessageElement], in channel: ChannelID, under parent: MessageID? = nil, shown: Bool = false,
    transaction: TransactionID? = nil
  ) -> NewMessage {
    NewMessage(
      transactionId: transaction ?? TransactionID("t\(Numbers.next())"), channelId: channel, parentId: parent,
      markup: MessageMarkup.render(elements), isShownInChannel: parent == nil || shown)
  }

  static func mention(_ user: UserID, in channel: ChannelID, under parent: MessageID? = nil) -> NewMessage {
    .elements(
      [.plainText(text: "hey "), .link(text: "you", target: .user(userId: user.rawValue))], in: channel,
      under: parent)
  }
}

/// All elements of a list, asked for page by page, of which none has more than `limit`.
func allPages<Element>(
  of limit: Int, sourceLocation: SourceLocation = #_sourceLocation,
  _ ask: (Cursor?) async throws -> Page<Element>
) async throws -> [Element] {
  var found: [Element] = []
  var cursor: Cursor?
  repeat {
    let page = try await ask(cursor)
    #expect(page.elements.count <= limit, sourceLocation: sourceLocation)
    found += page.elements
    cursor = page.next
  } while cursor != nil
  return found
}

extension [Message] {
  /// Messages written by people.
  var said: [Message] { filter { $0.kind == .regular } }
}

extension [ChatEvent] {
  var created: [Message] {
    compactMap {
      if case .messageCreated(let message) = $0, message.kind == .regular { message } else { nil }
    }
  }
  var updated: [Message] {
    compactMap { if case .messageUpdated(let message) = $0 { message } else { nil } }
  }
  var versions: [Timetoken] {
    updated.compactMap(\.version)
  }
  var deleted: [MessageDeletedEvent] {
    compactMap { if case .messageDeleted(let event) = $0 { event } else { nil } }
  }
  var threadInfos: [ThreadInfoUpdateEvent] {
    compactMap { if case .threadInfoUpdated(let event) = $0 { event } else { nil } }
  }
  var threadsRead: [ThreadReadEvent] {
    compactMap { if case .threadReadPositionChanged(let event) = $0 { event } else { nil } }
  }
  var typing: [TypingEvent] { compactMap { if case .typing(let event) = $0 { event } else { nil } } }
  var mentions: [MentionEvent] { compactMap { if case .mentioned(let event) = $0 { event } else { nil } } }
  var invitations: [Invitation] {
    compactMap { if case .invited(let invitation) = $0 { invitation } else { nil } }
  }
  var endedInvitations: [ChannelID] {
    compactMap { if case .invitationEnded(let channel) = $0 { channel } else { nil } }
  }
  var savedDrafts: [DraftMessage] {
    compactMap { if case .draftUpdated(let event) = $0 { event.draftMessage } else { nil } }
  }
  var deletedDrafts: [DraftDeletedEvent] {
    compactMap { if case .draftDeleted(let event) = $0 { event } else { nil } }
  }
}

extension Sequence where Element: Equatable {
  /// Whether the elements are a subsequence of the others: of consecutive states a service may skip all but the last.
  func isPart(of others: [Element]) -> Bool {
    var rest = others[...]
    for element in self {
      guard let place = rest.firstIndex(of: element) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }
}

/// The error of a request; nil, and an issue, if it succeeded.
func failure<Result>(
  of request: () async throws -> Result, sourceLocation: SourceLocation = #_sourceLocation
) async -> ChatError? {
  do {
    _ = try await request()
    Issue.record("it was done", sourceLocation: sourceLocation)
    return nil
  } catch let error as ChatError {
    return error
  } catch {
    Issue.record("\(error) is no ChatError", sourceLocation: sourceLocation)
    return nil
  }
}

extension ChatError? {
  var isNotFound: Bool { if case .refused(.notFound) = self { true } else { false } }
  var isInvalid: Bool { if case .refused(.invalid) = self { true } else { false } }
  var isAlreadyThere: Bool { if case .refused(.alreadyExists) = self { true } else { false } }
  var isConnection: Bool { if case .connection = self { true } else { false } }
}

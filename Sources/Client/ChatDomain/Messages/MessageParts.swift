public import DraftEngine

/// A message as it is shown in another one that quotes it.
///
/// A quote follows its message: edited text replaces the older text, and the quote of a deleted message has no text.
public struct QuotedMessage: Hashable, Sendable {
  /// The quoted message, to which the user can jump.
  public let id: MessageID
  /// The channel of both messages.
  public let channelId: ChannelID
  /// The author of the quoted message.
  public let author: User
  /// The text; empty if the message was deleted or cannot be read.
  public let elements: [MessageElement]
  /// The version of the message in the quote; nil if it is not known.
  public let version: Timetoken?
  /// Whether the message was deleted.
  public let isDeleted: Bool
  /// Whether the message is encrypted and cannot be decrypted here yet.
  public let isUnreadable: Bool

  /// For a service or a store. The text of a deleted or unreadable message is dropped.
  public init(
    id: MessageID, channelId: ChannelID, author: User, elements: [MessageElement], version: Timetoken? = nil,
    isDeleted: Bool = false, isUnreadable: Bool = false
  ) {
    self.id = id
    self.channelId = channelId
    self.author = author
    self.elements = isDeleted || isUnreadable ? [] : elements
    self.version = version
    self.isDeleted = isDeleted
    self.isUnreadable = isUnreadable && !isDeleted
  }

  /// Creates a quote of a message in its current state.
  public init(_ message: Message) {
    self.init(
      id: message.id, channelId: message.channelId, author: message.author, elements: message.elements,
      version: message.version, isDeleted: message.isDeleted, isUnreadable: message.isUnreadable)
  }

  /// The quote after its message was deleted.
  public var deleted: QuotedMessage {
    QuotedMessage(
      id: id, channelId: channelId, author: author, elements: [], version: version, isDeleted: true)
  }

  /// The later one of two states of the same message. A deletion is later than everything else.
  public func updated(by other: QuotedMessage) -> QuotedMessage {
    guard other.id == id, other.channelId == channelId, !isDeleted else { return self }
    return state.isUpdated(by: other.state) ? other : self
  }

  private var state: MessageState {
    MessageState(version: version, isDeleted: isDeleted, isUnreadable: isUnreadable)
  }

  /// The same quote after the conversation of both messages moved to another channel.
  package func inChannel(_ id: ChannelID) -> QuotedMessage {
    QuotedMessage(
      id: self.id, channelId: id, author: author, elements: elements, version: version, isDeleted: isDeleted,
      isUnreadable: isUnreadable)
  }

  /// The quote after a deletion; unchanged if another message was deleted.
  package func updated(by deletion: MessageDeletedEvent) -> QuotedMessage {
    deletion.messageId == id && deletion.channelId == channelId ? deleted : self
  }
}

/// Marks a message as pinned.
public struct Pin: Hashable, Sendable {
  /// The user who pinned it.
  public let by: UserID
  /// When it was pinned; lists of pinned messages are sorted by it.
  public let at: Timestamp
  /// The time at which the pin expires; nil if it does not.
  public let expiresAt: Timestamp?

  /// For a service that reports a pinned message; without `expiresAt` the pin stays until it is removed.
  public init(by: UserID, at: Timestamp, expiresAt: Timestamp? = nil) {
    self.by = by
    self.at = at
    self.expiresAt = expiresAt
  }

  /// Whether the pin is in effect at a time.
  public func holds(at time: Timestamp) -> Bool { expiresAt.map { time < $0 } ?? true }
}

/// One kind of reaction to a message.
public struct Reaction: Hashable, Sendable {
  /// The reaction, usually an emoji.
  public let name: String
  /// The users who reacted, the earliest first.
  public var users: [UserID]

  /// One kind of reaction with all users who chose it.
  public init(name: String, users: [UserID]) {
    self.name = name
    self.users = users
  }
}

extension [Reaction] {
  /// Adds a user's reaction or removes it.
  ///
  /// - Returns: whether that changed anything.
  @discardableResult
  public mutating func set(_ name: String, _ isOn: Bool, by user: UserID) -> Bool {
    let place = firstIndex { $0.name == name }
    let isThere = place.map { self[$0].users.contains(user) } ?? false
    guard isOn != isThere else { return false }
    guard let place else {
      append(Reaction(name: name, users: [user]))
      return true
    }
    if isOn { self[place].users.append(user) } else { self[place].users.removeAll { $0 == user } }
    if self[place].users.isEmpty { remove(at: place) }
    return true
  }
}

/// Data that is sent with a message and not shown with it.
public struct MessageExtras: Hashable, Sendable {
  /// Data of the sending program, which the service delivers to all recipients of the message.
  public var meta: [String: JSONValue]?
  /// Data for the push notifications that a service sends to mobile devices.
  public var customPushData: [String: String]?
  /// The languages into which the service is asked to translate.
  public var translationTargetLanguages: [String]
  /// The text with placeholders for the mentioned users' names, so that the names can be updated.
  public var mentionedMessageTemplate: String?

  /// Without arguments: no extra data.
  public init(
    meta: [String: JSONValue]? = nil, customPushData: [String: String]? = nil,
    translationTargetLanguages: [String] = [], mentionedMessageTemplate: String? = nil
  ) {
    self.meta = meta
    self.customPushData = customPushData
    self.translationTargetLanguages = translationTargetLanguages
    self.mentionedMessageTemplate = mentionedMessageTemplate
  }

  /// Whether there is no extra data.
  var isEmpty: Bool {
    guard case (nil, nil, nil) = (meta, customPushData, mentionedMessageTemplate) else { return false }
    return translationTargetLanguages.isEmpty
  }
}

/// The known state of the thread under a message.
public struct ThreadInfo: Hashable, Sendable {
  /// The number of replies; 0 if there is no thread.
  public var replyCount: Int
  /// The users who replied most often, the most active first; at most five.
  public var mostRepliedUsers: [User]
  /// When the latest reply was written; nil if there is none.
  public var lastRepliedAt: Timestamp?
  /// Increases with each change of the thread; the higher value is the newer state.
  public var updatedAt: Timetoken

  /// For a service that counts replies.
  public init(replyCount: Int, mostRepliedUsers: [User], lastRepliedAt: Timestamp?, updatedAt: Timetoken) {
    self.replyCount = replyCount
    self.mostRepliedUsers = mostRepliedUsers
    self.lastRepliedAt = lastRepliedAt
    self.updatedAt = updatedAt
  }
}

/// A change in the thread under a message.
public struct ThreadInfoUpdateEvent: Hashable, Sendable {
  /// The channel that the thread is in.
  public let channelId: ChannelID
  /// The message above the thread; ``Message/apply(_:)`` ignores an event about another.
  public let targetMessageId: MessageID
  /// The whole new state, not the difference.
  public let threadInfo: ThreadInfo

  /// For a service that reports a reply or its deletion.
  public init(channelId: ChannelID, targetMessageId: MessageID, threadInfo: ThreadInfo) {
    self.channelId = channelId
    self.targetMessageId = targetMessageId
    self.threadInfo = threadInfo
  }
}

extension Message {
  /// Applies an event about the thread under this message.
  ///
  /// - Returns: whether anything changed; false if the event is about another message, is older than the known state,
  ///   or contains nothing new.
  @discardableResult
  public mutating func apply(_ event: ThreadInfoUpdateEvent) -> Bool {
    guard event.targetMessageId == id, event.channelId == channelId else { return false }
    if let known = threadInfo, known.updatedAt >= event.threadInfo.updatedAt { return false }
    if threadInfo == event.threadInfo { return false }
    threadInfo = event.threadInfo
    return true
  }
}

/// A thread as it appears in a list of threads.
public struct ThreadSummary: Identifiable, Hashable, Sendable {
  /// The message above the thread.
  public var parent: Message
  /// The latest reply that was not hard-deleted.
  public var lastReply: Message?
  /// How far the current user has read the replies.
  public var reading: ThreadReadPosition

  public var id: MessageID { parent.id }

  /// For a service that lists threads.
  public init(parent: Message, lastReply: Message?, reading: ThreadReadPosition) {
    self.parent = parent
    self.lastReply = lastReply
    self.reading = reading
  }
}

/// How far a user has read in a thread. Replying counts as having read everything before.
public struct ThreadReadPosition: Hashable, Sendable {
  /// The last reply read; nil if there is none.
  public var lastRead: Timetoken?
  /// The number of replies by others after it.
  public var unreadReplies: Int

  /// Without arguments: the thread has no replies and nothing was read.
  public init(lastRead: Timetoken? = nil, unreadReplies: Int = 0) {
    self.lastRead = lastRead
    self.unreadReplies = unreadReplies
  }
}

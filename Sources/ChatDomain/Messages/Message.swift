public import DraftEngine

/// A message by a user, or a report by the service of something that happened in a channel.
public struct Message: Identifiable, Hashable, Sendable {
  /// The service's id, or the transaction's until the service has the message.
  public var id: MessageID
  /// The channel it was sent to, for a reply too.
  public var channelId: ChannelID
  /// The message this one replies to in a thread.
  public var parentId: MessageID?
  /// Whether somebody said it or the service reports it.
  public var kind: Kind
  /// Who said it; in a report of the service, whom it is about.
  public var author: User
  /// The text, with typed mentions, channel references and links.
  public var elements: [MessageElement]
  /// The files that came with it, in the order of the sender.
  public var files: [FileAttachment]
  /// The message that it quotes, as that is now.
  public var quoted: QuotedMessage?
  /// When it was written, by the clock of the service; until the service has it, by that of this device.
  public var createdAt: Timestamp
  /// The time at which the service accepted the message; nil until then.
  public var timetoken: Timetoken?
  /// Increases with each change of text, files, pin or reactions, and so tells which of two is newer. The same on two
  /// devices that saw all of the changes: a service may keep no trace of a reaction that was taken back. Nil until the
  /// service has the message.
  public var version: Timetoken?
  /// When its words or files were last changed; nil if they never were.
  public var editedAt: Timestamp?
  /// The time of a soft deletion: the message keeps its place but has no text.
  public var deletedAt: Timestamp?
  /// Whether the message is encrypted and cannot be read here yet: it has no text and no files until then.
  public var isUnreadable: Bool
  /// Whether its author can change its words: not those of a poll or a sticker, which other programs sent as something else
  /// than a message.
  public var isEditable = true
  /// Who pinned it; nil if nobody did, or the pin was removed. See ``Pin/holds(at:)``.
  public var pin: Pin?
  /// Whether a reply in a thread is also shown in the channel.
  public var isShownInChannel: Bool
  /// The known state of the thread under the message; nil if there is none.
  public var threadInfo: ThreadInfo?
  /// What people reacted with, the oldest kind first.
  public var reactions: [Reaction]
  /// The transaction it was sent with; visible only to the sender's own devices.
  public var transactionId: TransactionID?
  /// The work this device has yet to do for the message; nil if it matches the service.
  public var localState: LocalMessageState?
  /// Data that travels with it and is not shown.
  public var extras: MessageExtras

  /// For a service or a store. Of an unreadable message elements and files are dropped; a version that is not given is
  /// the timetoken.
  public init(
    id: MessageID, channelId: ChannelID, parentId: MessageID? = nil, kind: Kind = .regular, author: User,
    elements: [MessageElement], files: [FileAttachment] = [], quoted: QuotedMessage? = nil,
    createdAt: Timestamp, timetoken: Timetoken? = nil, version: Timetoken? = nil, pin: Pin? = nil,
    isUnreadable: Bool = false, isShownInChannel: Bool = true,
    threadInfo: ThreadInfo? = nil, reactions: [Reaction] = [], transactionId: TransactionID? = nil,
    localState: LocalMessageState? = nil, extras: MessageExtras = MessageExtras()
  ) {
    self.id = id
    self.channelId = channelId
    self.parentId = parentId
    self.kind = kind
    self.author = author
    self.elements = isUnreadable ? [] : elements
    self.files = isUnreadable ? [] : files
    self.isUnreadable = isUnreadable
    self.quoted = quoted
    self.createdAt = createdAt
    self.timetoken = timetoken
    self.version = version ?? timetoken
    self.pin = pin
    self.isShownInChannel = isShownInChannel
    self.threadInfo = threadInfo
    self.reactions = reactions
    self.transactionId = transactionId
    self.localState = localState
    self.extras = extras
  }

  /// The author: a user, or the service itself.
  public enum Kind: Hashable, Sendable {
    /// A user wrote it.
    case regular
    /// A message by the service: somebody joined, the channel has a new name.
    case system
  }

  /// The text as it is read.
  public var text: String { elements.text }
  /// Whether the message was soft-deleted.
  public var isDeleted: Bool { deletedAt != nil }
  /// Whether the message belongs to a thread.
  public var isReply: Bool { parentId != nil }
  /// The mentioned users, each once, in text order.
  public var mentionedUsers: [UserID] { elements.mentionedUsers }
}

extension Message {
  /// The message with a quote as late as the latest of what is known.
  ///
  /// - Parameter known: finds what is known of this message and of the quoted one.
  package func withQuoteUpdated(by known: (MessageID) -> Message?) -> Message {
    guard let quoted else { return self }
    var message = self
    message.quoted = [known(id)?.quoted, known(quoted.id).map(QuotedMessage.init)].compactMap(\.self)
      .reduce(quoted) { $0.updated(by: $1) }
    return message
  }

  /// What remains after a soft deletion: the place, and nothing that was said or shown there.
  public func deleted(at time: Timestamp) -> Message {
    var message = self
    message.deletedAt = time
    message.elements = []
    message.files = []
    message.quoted = nil
    message.isUnreadable = false
    message.pin = nil
    message.reactions = []
    message.extras = MessageExtras()
    return message
  }

  /// Whether the other one is a later state of this message, or the same.
  public func isUpdated(by other: Message) -> Bool {
    if isDeleted != other.isDeleted { return other.isDeleted }
    let (version, others) = (version ?? Timetoken(0), other.version ?? Timetoken(0))
    // Becoming readable changes nothing at the service, and so not the version.
    return others == version ? isUnreadable || !other.isUnreadable : others > version
  }

  /// The later of two states of this message. The thread under it and what it quotes change by themselves, and each is
  /// taken from the state that has the later one.
  public func updated(by other: Message) -> Message {
    var (latest, earlier) = isUpdated(by: other) ? (other, self) : (self, other)
    if let thread = earlier.threadInfo, thread.updatedAt > latest.threadInfo?.updatedAt ?? Timetoken(0) {
      latest.threadInfo = thread
    }
    if let quoted = earlier.quoted { latest.quoted = latest.quoted?.updated(by: quoted) }
    return latest
  }
}

extension [MessageElement] {
  /// The mentioned users, each once, in text order.
  public var mentionedUsers: [UserID] {
    var seen: Set<UserID> = []
    return compactMap { element in
      guard case .link(_, .user(let userId)) = element, seen.insert(UserID(userId)).inserted else {
        return nil
      }
      return UserID(userId)
    }
  }
}

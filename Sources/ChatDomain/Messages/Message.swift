public import DraftEngine

/// What somebody said, or what happened in a channel.
public struct Message: Identifiable, Hashable, Sendable {
  /// The service's id, or that of the transaction until the service has the message.
  public var id: MessageID
  public var channelId: ChannelID
  /// The message that this one replies to in a thread.
  public var parentId: MessageID?
  public var kind: Kind
  public var author: User
  /// The words, with mentions, channel references and links as what they are.
  public var elements: [MessageElement]
  public var files: [FileAttachment]
  public var quoted: QuotedMessage?
  public var createdAt: Timestamp
  /// When the service took it; nil until then.
  public var timetoken: Timetoken?
  /// Rises with each change of its words, files, pin and reactions: tells the newer of two. Nil until the service has it.
  public var version: Timetoken?
  public var editedAt: Timestamp?
  /// Set when it was deleted softly: it has no words any more, but a place.
  public var deletedAt: Timestamp?
  public var pin: Pin?
  /// Whether a reply in a thread is shown in the channel too.
  public var isShownInChannel: Bool
  /// What is known of the thread under it; nil when there is none.
  public var threadInfo: ThreadInfo?
  public var reactions: [Reaction]
  /// The transaction it was sent with, told to the sender's own devices.
  public var transactionId: TransactionID?
  /// What this device still has to do about it; nil when it is as the service has it.
  public var localState: LocalMessageState?
  public var extras: MessageExtras

  public init(
    id: MessageID, channelId: ChannelID, parentId: MessageID? = nil, kind: Kind = .regular, author: User,
    elements: [MessageElement], files: [FileAttachment] = [], quoted: QuotedMessage? = nil,
    createdAt: Timestamp, timetoken: Timetoken? = nil, version: Timetoken? = nil, pin: Pin? = nil,
    isShownInChannel: Bool = true,
    threadInfo: ThreadInfo? = nil, reactions: [Reaction] = [], transactionId: TransactionID? = nil,
    localState: LocalMessageState? = nil, extras: MessageExtras = MessageExtras()
  ) {
    self.id = id
    self.channelId = channelId
    self.parentId = parentId
    self.kind = kind
    self.author = author
    self.elements = elements
    self.files = files
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

  /// Who wrote it: a person, or the service itself.
  public enum Kind: Hashable, Sendable {
    case regular
    /// Said by the service: somebody joined, the channel has a new name.
    case system
  }

  /// The words as they are read.
  public var text: String { elements.text }
  /// Whether it was deleted softly.
  public var isDeleted: Bool { deletedAt != nil }
  /// Whether it stands in a thread.
  public var isReply: Bool { parentId != nil }
  /// The people mentioned, each once, in text order.
  public var mentionedUsers: [UserID] { elements.mentionedUsers }
}

extension [MessageElement] {
  /// The people mentioned, each once, in text order.
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

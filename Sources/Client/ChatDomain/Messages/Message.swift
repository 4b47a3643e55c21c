public import DraftEngine

/// A message by a user, or a report by the service about an event in a channel.
///
/// Copies share their storage until one of them is changed, so each copy in the timeline, the outbox and elsewhere takes one
/// word.
public struct Message: Identifiable, Hashable, Sendable {
  // A setter that receives the current value keeps the storage: numbers, flags and states are compared, optional parts and
  // lists only if both are empty. Texts are never compared: two equal texts can differ in their bytes.
  private var shared: SharedFields

  /// The service's id, or the transaction's id until the service has the message.
  public var id: MessageID {
    get { fields.id }
    set { change { $0.id = newValue } }
  }
  /// The channel it was sent to; a reply has one too.
  public var channelId: ChannelID {
    get { fields.channelId }
    set { change { $0.channelId = newValue } }
  }
  /// The message this one replies to in a thread.
  public var parentId: MessageID? {
    get { fields.parentId }
    set { if newValue != nil || fields.parentId != nil { change { $0.parentId = newValue } } }
  }
  /// Whether a user wrote it or the service reports it.
  public var kind: Kind {
    get { fields.kind }
    set { if newValue != fields.kind { change { $0.kind = newValue } } }
  }
  /// The author; in a report by the service, the user whom it is about.
  public var author: User {
    get { fields.author }
    set { change { $0.author = newValue } }
  }
  /// The text, with typed mentions, channel references and links.
  public var elements: [MessageElement] {
    get { fields.elements }
    set { change { $0.elements = newValue } }
  }
  /// The attached files, in the sender's order.
  public var files: [FileAttachment] {
    get { fields.files }
    set { if !newValue.isEmpty || !fields.files.isEmpty { change { $0.files = newValue } } }
  }
  /// The message that it quotes, in its latest known state.
  public var quoted: QuotedMessage? {
    get { fields.quoted }
    set { if newValue != nil || fields.quoted != nil { change { $0.quoted = newValue } } }
  }
  /// When it was written, by the clock of the service; before it reaches the service, by that of this device.
  public var createdAt: Timestamp {
    get { fields.createdAt }
    set { if newValue != fields.createdAt { change { $0.createdAt = newValue } } }
  }
  /// The time at which the service accepted the message; nil before that.
  public var timetoken: Timetoken? {
    get { fields.timetoken }
    set { if newValue != fields.timetoken { change { $0.timetoken = newValue } } }
  }
  /// Increases with each change of text, files, pin or reactions; the higher version is the newer state. Equal on devices that
  /// received all changes; a service may keep no trace of a removed reaction. Nil until the service has the message.
  public var version: Timetoken? {
    get { fields.version }
    set { if newValue != fields.version { change { $0.version = newValue } } }
  }
  /// When its text or files were last changed; nil if they never were.
  public var editedAt: Timestamp? {
    get { fields.editedAt }
    set { if newValue != fields.editedAt { change { $0.editedAt = newValue } } }
  }
  /// The time of a soft deletion: the message keeps its place but has no text.
  public var deletedAt: Timestamp? {
    get { fields.deletedAt }
    set { if newValue != fields.deletedAt { change { $0.deletedAt = newValue } } }
  }
  /// Whether the message is encrypted and cannot be decrypted here yet. Until then it has no text and no files.
  public var isUnreadable: Bool {
    get { fields.isUnreadable }
    set {
      guard newValue != fields.isUnreadable else { return }
      change {
        $0.isUnreadable = newValue
        if newValue { $0.isEncrypted = true }
      }
    }
  }
  /// Whether it was sent encrypted. An unreadable message always was.
  public var isEncrypted: Bool {
    get { fields.isEncrypted }
    set { if newValue != fields.isEncrypted { change { $0.isEncrypted = newValue } } }
  }
  /// Whether its author can edit its text; false for polls and stickers, which other programs send as other kinds of events.
  public var isEditable: Bool {
    get { fields.isEditable }
    set { if newValue != fields.isEditable { change { $0.isEditable = newValue } } }
  }
  /// The current pin; nil if it is not pinned, or was unpinned. See ``Pin/holds(at:)``.
  public var pin: Pin? {
    get { fields.pin }
    set { if newValue != nil || fields.pin != nil { change { $0.pin = newValue } } }
  }
  /// Whether a reply in a thread is also shown in the channel.
  public var isShownInChannel: Bool {
    get { fields.isShownInChannel }
    set { if newValue != fields.isShownInChannel { change { $0.isShownInChannel = newValue } } }
  }
  /// The known state of the thread under the message; nil if there is none.
  public var threadInfo: ThreadInfo? {
    get { fields.threadInfo }
    set { if newValue != nil || fields.threadInfo != nil { change { $0.threadInfo = newValue } } }
  }
  /// The reactions, the oldest kind first.
  public var reactions: [Reaction] {
    get { fields.reactions }
    set { if !newValue.isEmpty || !fields.reactions.isEmpty { change { $0.reactions = newValue } } }
  }
  /// The transaction it was sent with; visible only to the sender's own devices.
  public var transactionId: TransactionID? {
    get { fields.transactionId }
    set { if newValue != nil || fields.transactionId != nil { change { $0.transactionId = newValue } } }
  }
  /// The outstanding work of this device for the message; nil if it matches the service.
  public var localState: LocalMessageState? {
    get { fields.localState }
    set { if newValue != fields.localState { change { $0.localState = newValue } } }
  }
  /// The users whom it mentions without naming them in its text, as a reply may do.
  public var alsoMentioned: [UserID] {
    get { fields.alsoMentioned }
    set { if !newValue.isEmpty || !fields.alsoMentioned.isEmpty { change { $0.alsoMentioned = newValue } } }
  }
  /// Data that is sent along and not shown.
  public var extras: MessageExtras {
    get { fields.extras }
    set { if !newValue.isEmpty || !fields.extras.isEmpty { change { $0.extras = newValue } } }
  }

  /// For a service or a store. The elements and files of an unreadable message are dropped; `version` defaults to the
  /// timetoken.
  public init(
    id: MessageID, channelId: ChannelID, parentId: MessageID? = nil, kind: Kind = .regular, author: User,
    elements: [MessageElement], files: [FileAttachment] = [], quoted: QuotedMessage? = nil,
    createdAt: Timestamp, timetoken: Timetoken? = nil, version: Timetoken? = nil, pin: Pin? = nil,
    isUnreadable: Bool = false, isShownInChannel: Bool = true,
    threadInfo: ThreadInfo? = nil, reactions: [Reaction] = [], transactionId: TransactionID? = nil,
    localState: LocalMessageState? = nil, extras: MessageExtras = MessageExtras(),
    alsoMentioned: [UserID] = []
  ) {
    shared = SharedFields(
      MessageFields(
        id: id, channelId: channelId, parentId: parentId, author: author,
        elements: isUnreadable ? [] : elements,
        rareFields: RareMessageFields(
          files: isUnreadable ? [] : files, quoted: quoted, pin: pin, threadInfo: threadInfo,
          reactions: reactions, extras: extras, alsoMentioned: alsoMentioned),
        createdAt: createdAt, timetoken: timetoken, version: version ?? timetoken,
        transactionId: transactionId, kind: kind, localState: localState, isUnreadable: isUnreadable,
        isShownInChannel: isShownInChannel))
  }

  /// The author: a user, or the service itself.
  public enum Kind: Hashable, Sendable {
    /// A user wrote it.
    case regular
    /// A message by the service: a user joined, the channel has a new name.
    case system
  }

  /// The text as displayed.
  public var text: String { fields.body.text }
  /// Whether the message was soft-deleted.
  public var isDeleted: Bool { deletedAt != nil }
  /// Whether the message belongs to a thread.
  public var isReply: Bool { parentId != nil }
  /// The users named in the text, each once, in text order.
  public var mentionedUsers: [UserID] { elements.mentionedUsers }
  /// Whether a user is mentioned, in the text or without being named in it.
  public func mentions(_ user: UserID) -> Bool {
    fields.body.mentions(user) || fields.alsoMentioned.contains(user)
  }
}

extension Message {
  /// The content of the message.
  var fields: MessageFields { shared.fields }

  /// Changes several parts at once; setting them one by one would copy the storage each time.
  package mutating func change(_ body: (inout MessageFields) -> Void) {
    var fields = shared.fields
    body(&fields)
    shared = SharedFields(fields)
  }

  /// Whether both are copies of one message, neither of them changed since.
  package func isSame(as other: Message) -> Bool { shared === other.shared }

  public static func == (left: Message, right: Message) -> Bool {
    left.isSame(as: right) || left.fields == right.fields
  }

  public func hash(into hasher: inout Hasher) { fields.hash(into: &hasher) }
}

extension Message: CustomReflectable {
  /// Prints the parts instead of the storage object.
  public var customMirror: Mirror {
    Mirror(self, children: fields.children + Mirror(reflecting: fields.rareFields).children)
  }
}

extension Message {
  /// The message with its quote in the latest known state.
  ///
  /// - Parameter known: finds the known state of this message and of the quoted one.
  package func withQuoteUpdated(by known: (MessageID) -> Message?) -> Message {
    guard let quoted else { return self }
    var message = self
    message.quoted = [known(id)?.quoted, known(quoted.id).map(QuotedMessage.init)].compactMap(\.self)
      .reduce(quoted) { $0.updated(by: $1) }
    return message
  }

  /// The message after a soft deletion: it keeps its place, without its content.
  public func deleted(at time: Timestamp) -> Message {
    var message = self
    message.change { fields in
      fields.elements = []
      fields.isUnreadable = false
      fields.isEncrypted = false
      fields.rareFields = RareMessageFields(threadInfo: threadInfo, editedAt: editedAt, deletedAt: time)
    }
    return message
  }

  /// Whether the other one is a later state of this message, or the same state.
  public func isUpdated(by other: Message) -> Bool {
    if isDeleted != other.isDeleted { return other.isDeleted }
    let (version, others) = (version ?? Timetoken(0), other.version ?? Timetoken(0))
    // Decryption changes nothing at the service, so the version stays the same.
    return others == version ? isUnreadable || !other.isUnreadable : others > version
  }

  /// The later of two states of this message. The thread info and the quote change independently, so the later one of each is
  /// taken.
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

  /// Whether a user is mentioned.
  func mentions(_ user: UserID) -> Bool {
    contains { element in
      if case .link(_, .user(let id)) = element { id == user.rawValue } else { false }
    }
  }
}

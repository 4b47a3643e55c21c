public import DraftEngine

/// A message by a user, or a report by the service about an event in a channel.
///
/// Copies share their storage until one of them is changed, so each copy in the timeline, the outbox and elsewhere takes one
/// word.
public struct Message: Identifiable, Hashable, Sendable {
  private var shared: SharedFields

  /// The service's id, or the transaction's id until the service has the message.
  public var id: MessageID {
    get { fields.id }
    set { change { $0.id = newValue } }
  }
  /// The channel that it was sent to, also for a reply in a thread.
  public var channelId: ChannelID {
    get { fields.channelId }
    set { change { $0.channelId = newValue } }
  }
  /// The message this one replies to in a thread.
  public var parentId: MessageID? {
    get { fields.parentId }
    set { set(\.parentId, newValue, unless: areNil) }
  }
  /// Whether a user wrote it or the service reports it.
  public var kind: Kind {
    get { fields.kind }
    set { set(\.kind, newValue, unless: ==) }
  }
  /// The author; in a report by the service, the user whom it is about.
  public var author: User {
    get { fields.author }
    set { change { $0.author = newValue } }
  }
  /// The text, with typed mentions, channel references and links.
  public var elements: [MessageElement] {
    get { fields.elements }
    set { change { $0.elements = $0.isUnreadable ? [] : newValue } }
  }
  /// The attached files, in the sender's order.
  public var files: [FileAttachment] {
    get { fields.files }
    set { set(\.files, isUnreadable ? [] : newValue, unless: areEmpty) }
  }
  /// The message that it quotes, in its latest known state.
  public var quoted: QuotedMessage? {
    get { fields.quoted }
    set { set(\.quoted, newValue, unless: areNil) }
  }
  /// When it was written, by the clock of the service; before it reaches the service, by that of this device.
  public var createdAt: Timestamp {
    get { fields.createdAt }
    set { set(\.createdAt, newValue, unless: ==) }
  }
  /// The time at which the service accepted the message; nil before that.
  public var timetoken: Timetoken? {
    get { fields.timetoken }
    set { set(\.timetoken, newValue, unless: ==) }
  }
  /// Increases with each change of text, files, pin or reactions; the higher version is the newer state. Equal on devices that
  /// received all changes; a service may keep no trace of a removed reaction. Nil until the service has the message.
  public var version: Timetoken? {
    get { fields.version }
    set { set(\.version, newValue, unless: ==) }
  }
  /// When its text or files were last changed; nil if they never were.
  public var editedAt: Timestamp? {
    get { fields.editedAt }
    set { set(\.editedAt, newValue, unless: ==) }
  }
  /// The time of a soft deletion: the message keeps its place but has no text.
  public var deletedAt: Timestamp? {
    get { fields.deletedAt }
    set { set(\.deletedAt, newValue, unless: ==) }
  }
  /// Whether the message is encrypted and its text is missing or hidden here. It then has no text and no files, and takes none.
  public var isUnreadable: Bool {
    get { fields.isUnreadable }
    set {
      guard newValue != fields.isUnreadable else { return }
      change {
        $0.isUnreadable = newValue
        guard newValue else {
          $0.encryptionNote = nil
          return
        }
        $0.isEncrypted = true
        ($0.elements, $0.files) = ([], [])
      }
    }
  }
  /// Whether it was sent encrypted. An unreadable message always was.
  public var isEncrypted: Bool {
    get { fields.isEncrypted }
    set { set(\.isEncrypted, newValue, unless: ==) }
  }
  /// Why it cannot be read here, or what its reader should know about its encryption; nil for most messages. Setting a note
  /// also sets ``isUnreadable``.
  public var encryptionNote: EncryptionNote? {
    get { fields.encryptionNote }
    set {
      if let newValue { isUnreadable = newValue.isUnreadable }
      set(\.encryptionNote, newValue, unless: ==)
    }
  }
  /// Whether its author can edit its text; false for polls and stickers, which other programs send as other kinds of events.
  public var isEditable: Bool {
    get { fields.isEditable }
    set { set(\.isEditable, newValue, unless: ==) }
  }
  /// The pin, which may have expired (see ``Pin/holds(at:)``); nil if the message is not pinned.
  public var pin: Pin? {
    get { fields.pin }
    set { set(\.pin, newValue, unless: areNil) }
  }
  /// Whether a reply in a thread is also shown in the channel.
  public var isShownInChannel: Bool {
    get { fields.isShownInChannel }
    set { set(\.isShownInChannel, newValue, unless: ==) }
  }
  /// The known state of the thread under the message; nil if there is none.
  public var threadInfo: ThreadInfo? {
    get { fields.threadInfo }
    set { set(\.threadInfo, newValue, unless: areNil) }
  }
  /// The reactions, the oldest kind first.
  public var reactions: [Reaction] {
    get { fields.reactions }
    set { set(\.reactions, newValue, unless: areEmpty) }
  }
  /// The transaction it was sent with; visible only to the sender's own devices.
  public var transactionId: TransactionID? {
    get { fields.transactionId }
    set { set(\.transactionId, newValue, unless: areNil) }
  }
  /// The outstanding work of this device for the message; nil if it matches the service.
  public var localState: LocalMessageState? {
    get { fields.localState }
    set { set(\.localState, newValue, unless: ==) }
  }
  /// The users whom it mentions without naming them in its text, as a reply may do.
  public var alsoMentioned: [UserID] {
    get { fields.alsoMentioned }
    set { set(\.alsoMentioned, newValue, unless: areEmpty) }
  }
  /// Data that is sent along and not shown.
  public var extras: MessageExtras {
    get { fields.extras }
    set { set(\.extras, newValue) { $0.isEmpty && $1.isEmpty } }
  }

  /// For a service or a store. The elements and files of an unreadable message are dropped; `version` defaults to the
  /// timetoken.
  public init(
    id: MessageID, channelId: ChannelID, parentId: MessageID? = nil, kind: Kind = .regular, author: User,
    elements: [MessageElement], files: [FileAttachment] = [], quoted: QuotedMessage? = nil,
    createdAt: Timestamp, timetoken: Timetoken? = nil, version: Timetoken? = nil,
    editedAt: Timestamp? = nil, deletedAt: Timestamp? = nil, pin: Pin? = nil,
    isUnreadable: Bool = false, isEncrypted: Bool = false, isEditable: Bool = true,
    isShownInChannel: Bool = true,
    threadInfo: ThreadInfo? = nil, reactions: [Reaction] = [], transactionId: TransactionID? = nil,
    localState: LocalMessageState? = nil, extras: MessageExtras = MessageExtras(),
    alsoMentioned: [UserID] = [], encryptionNote: EncryptionNote? = nil
  ) {
    let isUnreadable = isUnreadable || encryptionNote?.isUnreadable == true
    shared = SharedFields(
      MessageFields(
        id: id, channelId: channelId, parentId: parentId, author: author,
        elements: isUnreadable ? [] : elements,
        rareFields: RareMessageFields(
          files: isUnreadable ? [] : files, quoted: quoted, pin: pin, threadInfo: threadInfo,
          reactions: reactions, extras: extras, alsoMentioned: alsoMentioned, editedAt: editedAt,
          deletedAt: deletedAt, encryptionNote: encryptionNote),
        createdAt: createdAt, timetoken: timetoken, version: version ?? timetoken,
        transactionId: transactionId, kind: kind, localState: localState, isUnreadable: isUnreadable,
        isEncrypted: isEncrypted || isUnreadable, isEditable: isEditable,
        isShownInChannel: isShownInChannel))
  }

  /// Whether a user wrote a message, or the service reports something.
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

  /// Sets a part, unless `isSame` holds for the old and the new value: the copies then stay shared. Texts and ids are set with
  /// `change` or count as the same only if both are nil, because equal strings can differ in their bytes.
  private mutating func set<Part>(
    _ part: WritableKeyPath<MessageFields, Part>, _ new: Part, unless isSame: (Part, Part) -> Bool
  ) {
    if !isSame(fields[keyPath: part], new) { change { $0[keyPath: part] = new } }
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
  package func withQuoteUpdated<Failure: Error>(
    by known: (MessageID) throws(Failure) -> Message?
  ) throws(Failure) -> Message {
    guard let quoted else { return self }
    var message = self
    message.quoted = try [known(id)?.quoted, known(quoted.id).map(QuotedMessage.init)].compactMap(\.self)
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
  public func isUpdated(by other: Message) -> Bool { state.isUpdated(by: other.state) }

  private var state: MessageState {
    MessageState(version: version, isDeleted: isDeleted, isUnreadable: isUnreadable)
  }

  /// A copy that has the newer of the two thread infos.
  package func keepingThread(of known: Message) -> Message {
    guard let thread = known.threadInfo, thread.updatedAt > threadInfo?.updatedAt ?? Timetoken(0) else {
      return self
    }
    var message = self
    message.threadInfo = thread
    return message
  }

  /// The later of two states of this message. The thread info and the quote change independently, so the later one of each is
  /// taken.
  public func updated(by other: Message) -> Message {
    let (later, earlier) = isUpdated(by: other) ? (other, self) : (self, other)
    var latest = later.keepingThread(of: earlier)
    if let quoted = earlier.quoted { latest.quoted = latest.quoted?.updated(by: quoted) }
    return latest
  }
}

private func areNil<Part>(_ old: Part?, _ new: Part?) -> Bool { old == nil && new == nil }
private func areEmpty<Part>(_ old: [Part], _ new: [Part]) -> Bool { old.isEmpty && new.isEmpty }

/// The part of a message that decides which of two states is later.
struct MessageState {
  let version: Timetoken?
  let isDeleted: Bool
  let isUnreadable: Bool

  /// Whether the other one is later, or the same. A deletion is later than everything else.
  func isUpdated(by other: MessageState) -> Bool {
    if isDeleted != other.isDeleted { return other.isDeleted }
    let (version, others) = (version ?? Timetoken(0), other.version ?? Timetoken(0))
    // Decryption changes nothing at the service, so the version stays the same.
    return others == version ? isUnreadable || !other.isUnreadable : others > version
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

  /// Whether all members of the channel are mentioned.
  public var mentionsEveryone: Bool { mentions(.everyone) }

  /// Whether a user is mentioned.
  func mentions(_ user: UserID) -> Bool {
    contains { element in
      if case .link(_, .user(let id)) = element { id == user.rawValue } else { false }
    }
  }
}

package import DraftEngine

/// The content of a message. Fields that few messages have are in a second object, so that other messages need no space for
/// them.
package struct MessageFields: Hashable, Sendable {
  package var id: MessageID
  package var channelId: ChannelID
  package var parentId: MessageID?
  package var author: User
  private(set) var body: MessageBody
  private var rare: SharedRareFields?
  package var createdAt: Timestamp
  package var version: Timetoken?
  // `timetoken` takes nine bytes; the six one-byte properties below use the seven bytes left of its second word.
  package var timetoken: Timetoken?
  package var kind: Message.Kind
  package var localState: LocalMessageState?
  package var isUnreadable: Bool
  package var isEncrypted: Bool
  package var isEditable: Bool
  package var isShownInChannel: Bool
  package var transactionId: TransactionID?

  init(
    id: MessageID, channelId: ChannelID, parentId: MessageID?, author: User, elements: [MessageElement],
    rareFields: RareMessageFields, createdAt: Timestamp, timetoken: Timetoken?, version: Timetoken?,
    transactionId: TransactionID?, kind: Message.Kind, localState: LocalMessageState?, isUnreadable: Bool,
    isEncrypted: Bool, isEditable: Bool, isShownInChannel: Bool
  ) {
    self.id = id
    self.channelId = channelId
    self.parentId = parentId
    self.author = author
    body = MessageBody(elements)
    self.createdAt = createdAt
    self.timetoken = timetoken
    self.version = version
    self.transactionId = transactionId
    self.kind = kind
    self.localState = localState
    self.isUnreadable = isUnreadable
    self.isEncrypted = isEncrypted
    self.isEditable = isEditable
    self.isShownInChannel = isShownInChannel
    rare = SharedRareFields(rareFields)
  }

  /// Its fields except the rare ones, for printing.
  var children: [Mirror.Child] {
    Mirror(reflecting: self).children.filter { $0.label != "rare" }
  }

  /// The fields that few messages have.
  var rareFields: RareMessageFields {
    get { rare?.fields ?? RareMessageFields() }
    set { rare = SharedRareFields(newValue) }
  }
}

/// Fields that few messages have.
struct RareMessageFields: Hashable, Sendable {
  var files: [FileAttachment] = []
  var quoted: QuotedMessage?
  var pin: Pin?
  var threadInfo: ThreadInfo?
  var reactions: [Reaction] = []
  var extras = MessageExtras()
  var alsoMentioned: [UserID] = []
  var editedAt: Timestamp?
  var deletedAt: Timestamp?
  var encryptionNote: EncryptionNote?
}

extension MessageFields {
  package var elements: [MessageElement] {
    get { body.elements }
    set { body = MessageBody(newValue) }
  }
  package var files: [FileAttachment] {
    get { rare?.fields.files ?? [] }
    set { rareFields.files = newValue }
  }
  package var quoted: QuotedMessage? {
    get { rare?.fields.quoted }
    set { rareFields.quoted = newValue }
  }
  package var pin: Pin? {
    get { rare?.fields.pin }
    set { rareFields.pin = newValue }
  }
  package var threadInfo: ThreadInfo? {
    get { rare?.fields.threadInfo }
    set { rareFields.threadInfo = newValue }
  }
  package var reactions: [Reaction] {
    get { rare?.fields.reactions ?? [] }
    set { rareFields.reactions = newValue }
  }
  package var extras: MessageExtras {
    get { rare?.fields.extras ?? MessageExtras() }
    set { rareFields.extras = newValue }
  }
  package var alsoMentioned: [UserID] {
    get { rare?.fields.alsoMentioned ?? [] }
    set { rareFields.alsoMentioned = newValue }
  }
  package var editedAt: Timestamp? {
    get { rare?.fields.editedAt }
    set { rareFields.editedAt = newValue }
  }
  package var deletedAt: Timestamp? {
    get { rare?.fields.deletedAt }
    set { rareFields.deletedAt = newValue }
  }
  package var encryptionNote: EncryptionNote? {
    get { rare?.fields.encryptionNote }
    set { rareFields.encryptionNote = newValue }
  }
}

/// The object that all copies of a message share. Immutable: a changed message has another one.
final class SharedFields: Sendable {
  let fields: MessageFields
  init(_ fields: MessageFields) { self.fields = fields }
}

/// The rare fields of a message that has some.
private final class SharedRareFields: Hashable, Sendable {
  let fields: RareMessageFields

  /// Nil if all rare fields are empty.
  init?(_ fields: RareMessageFields) {
    if fields.isEmpty { return nil }
    self.fields = fields
  }

  static func == (left: SharedRareFields, right: SharedRareFields) -> Bool {
    left === right || left.fields == right.fields
  }

  func hash(into hasher: inout Hasher) { fields.hash(into: &hasher) }
}

extension RareMessageFields {
  /// Called for every new message, so it allocates nothing to compare with.
  fileprivate var isEmpty: Bool {
    guard case (nil, nil, nil) = (quoted, pin, threadInfo),
      case (nil, nil, nil) = (editedAt, deletedAt, encryptionNote)
    else {
      return false
    }
    return files.isEmpty && reactions.isEmpty && extras.isEmpty && alsoMentioned.isEmpty
  }
}

/// The text of a message; a single plain text, the most frequent kind, needs no array.
package enum MessageBody: Hashable, Sendable {
  case words(String)
  case elements([MessageElement])

  package init(_ elements: [MessageElement]) {
    if elements.isEmpty {
      self = .words("")
    } else if elements.count == 1, case .plainText(let text) = elements[0], !text.isEmpty {
      self = .words(text)
    } else {
      self = .elements(elements)
    }
  }

  package var elements: [MessageElement] {
    switch self {
    case .words(let text): text.isEmpty ? [] : [.plainText(text: text)]
    case .elements(let elements): elements
    }
  }

  /// Whether a user is mentioned.
  package func mentions(_ user: UserID) -> Bool {
    switch self {
    case .words: false
    case .elements(let elements): elements.mentions(user)
    }
  }

  package var text: String {
    switch self {
    case .words(let text): text
    case .elements(let elements): elements.text
    }
  }
}

/// The outstanding work of a device for one of the user's own messages.
///
/// `pendingSend → sending → nil | sendingFailed`, `pendingSync → syncing → nil | syncingFailed`,
/// `deleting → nil | deletingFailed`.
public enum LocalMessageState: String, Hashable, Sendable, CaseIterable {
  /// The message waits for its turn, the connection or its files.
  case pendingSend
  /// The message is in flight.
  case sending
  /// The service refused the message. It stays, with the reason, until the user sends it again or gives it up.
  case sendingFailed
  /// An edit waits to be sent.
  case pendingSync
  /// An edit is in flight.
  case syncing
  /// The service refused an edit. It stays until the user tries again or gives it up.
  case syncingFailed
  /// The deletion waits or is in flight.
  case deleting
  /// The service refused the deletion.
  case deletingFailed

  /// Whether the work has stopped until the user acts.
  public var isFailed: Bool {
    switch self {
    case .sendingFailed, .syncingFailed, .deletingFailed: true
    case .pendingSend, .sending, .pendingSync, .syncing, .deleting: false
    }
  }
}

extension Message {
  /// The placeholder for a text that was deleted or is unreadable here; nil for any other message.
  public var placeholder: String? {
    if !isDeleted, isUnreadable, let encryptionNote { return encryptionNote.description }
    return Placeholder.text(isDeleted: isDeleted, isUnreadable: isUnreadable)
  }
}

extension QuotedMessage {
  /// The placeholder for a text that was deleted or is unreadable here; nil for any other message.
  public var placeholder: String? { Placeholder.text(isDeleted: isDeleted, isUnreadable: isUnreadable) }
}

/// Defines the placeholders for missing texts.
private enum Placeholder {
  static func text(isDeleted: Bool, isUnreadable: Bool) -> String? {
    if isDeleted { return "message deleted" }
    return isUnreadable ? "encrypted, cannot be read yet" : nil
  }
}

/// A message was deleted. A soft-deleted message keeps its place, without its text; a hard-deleted one leaves nothing.
public struct MessageDeletedEvent: Hashable, Sendable {
  /// The channel that the message was in.
  public let channelId: ChannelID
  /// The deleted message.
  public let messageId: MessageID
  /// The message it replied to; nil if it was no reply.
  public let parentId: MessageID?
  /// Whether the deletion was hard.
  public let isHard: Bool
  /// When the service deleted it.
  public let deletedAt: Timestamp

  /// For a service that reports a deletion.
  public init(
    channelId: ChannelID, messageId: MessageID, parentId: MessageID?, isHard: Bool, deletedAt: Timestamp
  ) {
    self.channelId = channelId
    self.messageId = messageId
    self.parentId = parentId
    self.isHard = isHard
    self.deletedAt = deletedAt
  }
}

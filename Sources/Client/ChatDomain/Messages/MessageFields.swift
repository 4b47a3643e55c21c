package import DraftEngine

/// What a message consists of. Parts that few messages have are in a second object, so that the others need no room for
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
  // `timetoken` takes nine bytes; the six properties of one byte below stand in the seven that are left of its last word.
  package var timetoken: Timetoken?
  package var kind: Message.Kind
  package var localState: LocalMessageState?
  package var isUnreadable: Bool
  package var isEncrypted: Bool
  package var isEditable = true
  package var isShownInChannel: Bool
  package var transactionId: TransactionID?

  init(
    id: MessageID, channelId: ChannelID, parentId: MessageID?, author: User, elements: [MessageElement],
    rareFields: RareMessageFields, createdAt: Timestamp, timetoken: Timetoken?, version: Timetoken?,
    transactionId: TransactionID?, kind: Message.Kind, localState: LocalMessageState?, isUnreadable: Bool,
    isShownInChannel: Bool
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
    isEncrypted = isUnreadable
    self.isShownInChannel = isShownInChannel
    rare = SharedRareFields(rareFields)
  }

  /// Its parts except the rare ones, for printing.
  var children: [Mirror.Child] {
    Mirror(reflecting: self).children.filter { $0.label != "rare" }
  }

  /// The parts that few messages have.
  var rareFields: RareMessageFields {
    get { rare?.fields ?? RareMessageFields() }
    set { rare = SharedRareFields(newValue) }
  }
}

/// Parts that few messages have.
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
}

/// The one object behind all copies of a message. Immutable: a changed message has another.
final class SharedFields: Sendable {
  let fields: MessageFields
  init(_ fields: MessageFields) { self.fields = fields }
}

/// The rare parts of a message that has some.
private final class SharedRareFields: Hashable, Sendable {
  let fields: RareMessageFields

  /// Nil for a message that has none.
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
  /// Asked of every message that is made, so that nothing is made to compare with.
  fileprivate var isEmpty: Bool {
    guard case (nil, nil, nil) = (quoted, pin, threadInfo), case (nil, nil) = (editedAt, deletedAt) else {
      return false
    }
    return files.isEmpty && reactions.isEmpty && extras.isEmpty && alsoMentioned.isEmpty
  }
}

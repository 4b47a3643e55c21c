package import DraftEngine

/// What a message consists of. Parts that few messages have are in a second object, so that the others need no room for
/// them.
package struct MessageFields: Hashable, Sendable {
  package var id: MessageID
  package var channelId: ChannelID
  package var parentId: MessageID?
  package var author: User
  private(set) var body: MessageBody
  private var rare: SharedDetails?
  package var createdAt: Timestamp
  package var version: Timetoken?
  // What takes a byte is behind a number that leaves seven of them.
  package var timetoken: Timetoken?
  package var kind: Message.Kind
  package var localState: LocalMessageState?
  package var isUnreadable: Bool
  package var isEditable = true
  package var isShownInChannel: Bool
  package var transactionId: TransactionID?

  init(
    id: MessageID, channelId: ChannelID, parentId: MessageID?, author: User, elements: [MessageElement],
    details: MessageDetails, createdAt: Timestamp, timetoken: Timetoken?, version: Timetoken?,
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
    self.isShownInChannel = isShownInChannel
    rare = SharedDetails(details)
  }

  /// The parts that few messages have.
  var details: MessageDetails {
    get { rare?.details ?? MessageDetails() }
    set { rare = SharedDetails(newValue) }
  }
}

/// Parts that few messages have.
struct MessageDetails: Hashable, Sendable {
  var files: [FileAttachment] = []
  var quoted: QuotedMessage?
  var pin: Pin?
  var threadInfo: ThreadInfo?
  var reactions: [Reaction] = []
  var extras = MessageExtras()
  var editedAt: Timestamp?
  var deletedAt: Timestamp?
}

extension MessageFields {
  package var elements: [MessageElement] {
    get { body.elements }
    set { body = MessageBody(newValue) }
  }
  package var files: [FileAttachment] {
    get { rare?.details.files ?? [] }
    set { details.files = newValue }
  }
  package var quoted: QuotedMessage? {
    get { rare?.details.quoted }
    set { details.quoted = newValue }
  }
  package var pin: Pin? {
    get { rare?.details.pin }
    set { details.pin = newValue }
  }
  package var threadInfo: ThreadInfo? {
    get { rare?.details.threadInfo }
    set { details.threadInfo = newValue }
  }
  package var reactions: [Reaction] {
    get { rare?.details.reactions ?? [] }
    set { details.reactions = newValue }
  }
  package var extras: MessageExtras {
    get { rare?.details.extras ?? MessageExtras() }
    set { details.extras = newValue }
  }
  package var editedAt: Timestamp? {
    get { rare?.details.editedAt }
    set { details.editedAt = newValue }
  }
  package var deletedAt: Timestamp? {
    get { rare?.details.deletedAt }
    set { details.deletedAt = newValue }
  }
}

/// The one object behind all copies of a message. Nobody can change it: a changed message has another.
final class SharedFields: Sendable {
  let fields: MessageFields
  init(_ fields: MessageFields) { self.fields = fields }
}

/// Details of a message that has some.
private final class SharedDetails: Hashable, Sendable {
  let details: MessageDetails

  /// Nil for a message that has none.
  init?(_ details: MessageDetails) {
    if details.isEmpty { return nil }
    self.details = details
  }

  static func == (left: SharedDetails, right: SharedDetails) -> Bool {
    left === right || left.details == right.details
  }

  func hash(into hasher: inout Hasher) { details.hash(into: &hasher) }
}

extension MessageDetails {
  /// Asked of every message that is made, so that nothing is made to compare with.
  fileprivate var isEmpty: Bool {
    guard case (nil, nil, nil) = (quoted, pin, threadInfo), case (nil, nil) = (editedAt, deletedAt) else {
      return false
    }
    return files.isEmpty && reactions.isEmpty && extras.isEmpty
  }
}

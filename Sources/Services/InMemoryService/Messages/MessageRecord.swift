import ChatDomain
import DraftEngine

/// A message as a room stores it: compact, because there can be a million of them; rare properties are stored
/// separately.
struct MessageRecord: Tokened, Sendable {
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    static let system = Traits(rawValue: 1)
    static let deleted = Traits(rawValue: 2)
    static let shownInChannel = Traits(rawValue: 4)
    /// Encrypted, and nobody here has the key.
    static let unreadable = Traits(rawValue: 8)
    /// Sent by another program as something else than a message.
    static let notEditable = Traits(rawValue: 16)
    /// Sent encrypted, whether it can be read here by now or not.
    static let encrypted = Traits(rawValue: 32)
  }

  let token: UInt64
  let createdAt: Timestamp
  /// The token of the message it replies to; 0 (which no message has) for none.
  let parent: UInt64
  let author: UserID
  /// The transaction it was sent with. Nearly every message has one, so it is not among the details.
  let transactionId: TransactionID?
  var body: MessageBody
  var traits: Traits
  private var box: DetailsBox?

  init(
    token: UInt64, createdAt: Timestamp, parent: UInt64 = 0, author: UserID, elements: [MessageElement],
    traits: Traits, transactionId: TransactionID? = nil, details: MessageDetails = MessageDetails()
  ) {
    self.token = token
    self.createdAt = createdAt
    self.parent = parent
    self.author = author
    self.transactionId = transactionId
    self.body = MessageBody(elements)
    self.traits = traits
    self.details = details
  }

  var details: MessageDetails {
    get { box?.details ?? MessageDetails() }
    set { box = newValue == MessageDetails() ? nil : DetailsBox(details: newValue) }
  }

  /// Whether it has any of the properties that few messages have.
  var hasDetails: Bool { box != nil }
  var id: MessageID { MessageID(token: token) }
  var isReply: Bool { parent != 0 }
  var isSystem: Bool { traits.contains(.system) }
  var isDeleted: Bool { traits.contains(.deleted) }
  var isUnreadable: Bool { traits.contains(.unreadable) }
  var isEncrypted: Bool { traits.contains(.encrypted) }
  var isEditable: Bool { !traits.contains(.notEditable) }
  var isShownInChannel: Bool { traits.contains(.shownInChannel) }

  /// Whether it counts as unread for users other than its author.
  var countsAsUnread: Bool { traits.isDisjoint(with: [.system, .deleted]) }

  /// The mentioned users other than the author.
  var mentionedOthers: [UserID] {
    guard countsAsUnread, case .elements(let elements) = body else { return [] }
    return elements.mentionedUsers.filter { $0 != author }
  }

  /// Removes the text and all other content, and keeps the place.
  mutating func delete(at time: Timestamp) {
    traits.insert(.deleted)
    traits.subtract([.unreadable, .encrypted])
    body = MessageBody([])
    var kept = MessageDetails()
    kept.expiresAt = details.expiresAt
    kept.version = details.version
    kept.editedAt = details.editedAt
    kept.deletedAt = time
    details = kept
  }
}

/// Properties that few messages have.
struct MessageDetails: Hashable, Sendable {
  var files: [FileAttachment] = []
  var quoted: QuoteReference?
  /// The token of the last change; 0: never changed.
  var version: UInt64 = 0
  var editedAt: Timestamp?
  var deletedAt: Timestamp?
  var pin: Pin?
  var reactions: [Reaction] = []
  var extras = MessageExtras()
  /// The time at which it expires.
  var expiresAt: Timestamp?
}

/// A quote as a room stores it: without words, which are those of the quoted message whenever somebody reads them.
struct QuoteReference: Hashable, Sendable {
  let id: MessageID
  /// Who wrote it; known also after a hard deletion.
  let author: UserID
}

private final class DetailsBox: Sendable {
  let details: MessageDetails
  init(details: MessageDetails) { self.details = details }
}

extension MessageID {
  /// The id of a message is another form of its token, so no index between the two is needed. So short a text needs no memory
  /// of its own.
  init(token: UInt64) { self.init("m" + String(token, radix: Self.tokenRadix)) }

  private static let tokenRadix = 36

  /// Nil for an id that is not from this service.
  var token: UInt64? {
    guard rawValue.utf8.first == UInt8(ascii: "m"),
      let token = UInt64(rawValue.dropFirst(), radix: Self.tokenRadix), token > 0,
      MessageID(token: token) == self
    else { return nil }
    return token
  }
}

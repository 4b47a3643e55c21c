/// An identifier given by a service. Identifiers of different kinds of things have different types.
public protocol ChatIdentifier: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
where RawValue == String {
  /// Takes any spelling: whether it names something is for the service to say.
  init(rawValue: String)
}

extension ChatIdentifier {
  /// Creates the id with this spelling.
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
  /// Lets a literal stand for an id where the type is known: `client.channelController(for: "general")`.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
  public var description: String { rawValue }
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Identifies a user.
public struct UserID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a device a user is signed in on.
public struct DeviceID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a channel, whatever its type.
public struct ChannelID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a message. A message that has not reached the service yet has the id of its transaction.
public struct MessageID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a request. The client makes one for everything it sends, so that sending again has no effect.
public struct TransactionID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a file the service keeps.
public struct FileID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies an upload in progress.
public struct UploadID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Where a list continues. Only the service that issued it can interpret it.
public struct Cursor: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// How far a service's events were received. Only the service that issued it can interpret it.
public struct EventToken: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a draft. Each channel and each thread has its own; neither replaces the other.
public struct DraftKey: Hashable, Comparable, Sendable {
  /// The channel that the draft will be sent to.
  public let channelId: ChannelID
  /// The message whose thread the draft belongs to; nil for the channel's own draft.
  public let parentId: MessageID?

  /// The key of a channel's own draft, or with `parentId` of a reply under that message.
  public init(channelId: ChannelID, parentId: MessageID? = nil) {
    self.channelId = channelId
    self.parentId = parentId
  }

  /// Orders by channel, the channel's own draft before those of its threads.
  public static func < (left: DraftKey, right: DraftKey) -> Bool {
    if left.channelId != right.channelId { return left.channelId < right.channelId }
    guard let parent = right.parentId else { return false }
    return left.parentId.map { $0 < parent } ?? true
  }
}

/// The place of a conversation with a user before its channel exists.
///
/// Drafts, entries of the outbox and screens address it like any channel, by this id. It exists on one device only: no
/// service gives an id like it, or takes one, and a client never names it to a service.
extension ChannelID {
  /// A space and a colon in one id: services allow neither in an id that begins with a word.
  private static let prospectPrefix = "new conversation: "

  /// The place of the conversation with a user that has yet to be made.
  public init(prospectWith user: UserID) { self.init(Self.prospectPrefix + user.rawValue) }

  /// The other user of the conversation; nil for every channel of a service.
  public var prospect: UserID? {
    // Byte by byte: an id that only looks alike, with other marks on its letters, is none.
    let (id, prefix) = (rawValue.utf8, Self.prospectPrefix.utf8)
    guard id.count > prefix.count, id.starts(with: prefix) else { return nil }
    return UserID(String(rawValue.unicodeScalars.dropFirst(Self.prospectPrefix.unicodeScalars.count)))
  }

  /// Whether it is the place of a conversation that has yet to be made.
  public var isProspect: Bool { prospect != nil }

  /// The place of words that were written where no channel was open. They are kept there until they are put elsewhere.
  public static let nowhere = ChannelID("no channel: here")

  /// Whether a service knows nothing of the place, and is never asked about it.
  public var isOnDevice: Bool { isProspect || self == .nowhere }
}

extension DraftKey {
  /// Whether its channel has yet to be made.
  public var isProspect: Bool { channelId.isProspect }

  /// The same place in another channel.
  public func moved(to channel: ChannelID) -> DraftKey { DraftKey(channelId: channel, parentId: parentId) }
}

/// A user who can be written to.
public struct User: Identifiable, Hashable, Sendable {
  public let id: UserID
  /// The name the user has chosen, if any.
  public var name: String?
  /// Further data the service has about the user.
  public var custom: [String: JSONValue]

  /// For a service that reports a user.
  public init(id: UserID, name: String? = nil, custom: [String: JSONValue] = [:]) {
    self.id = id
    self.name = name
    self.custom = custom
  }

  /// The name, or the id if the user has none.
  public var displayName: String { name ?? id.rawValue }
}

/// Whether a user is online.
public enum Presence: Hashable, Sendable {
  /// They are at one of their devices.
  case online
  /// They are not, since a time that the service may not tell.
  case offline(since: Timestamp?)
}

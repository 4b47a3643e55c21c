/// An opaque string that identifies an object, a request or a position. Each kind has a separate type.
public protocol ChatIdentifier: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
where RawValue == String {
  /// Accepts any string; only the service knows whether it identifies anything.
  init(rawValue: String)
}

extension ChatIdentifier {
  /// Creates an id from a string.
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
  /// Allows a literal where the type is known: `client.channelController(for: "general")`.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
  public var description: String { rawValue }
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Identifies a user.
public struct UserID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension UserID {
  /// All members of a channel, instead of a user: a mention of it notifies everyone, where the author may do that
  /// (``ChannelAct/mentionEverybody``).
  public static let everyone: UserID = "@room"
}

/// Identifies a device on which a user is signed in.
public struct DeviceID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a channel of any type.
public struct ChannelID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a message. A message that has not reached the service yet has the id of its transaction.
public struct MessageID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a request. The client creates one for everything it sends; repeating a request with the same id has no effect.
public struct TransactionID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a file at the service.
public struct FileID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies an upload in progress.
public struct UploadID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The position at which a list continues. Only the service that issued it can interpret it.
public struct Cursor: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The position up to which a service's events were received. Only the service that issued it can interpret it.
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

/// A prospect: the placeholder for a direct conversation whose channel does not exist yet.
///
/// Drafts, outbox entries and screens use its id like that of a channel. It exists on one device only: a client never sends it
/// to a service, and no service has a channel with such an id.
extension ChannelID {
  /// No service has ids with this prefix; a service that lets users choose ids refuses them.
  private static let prospectPrefix = "new conversation: "

  /// The placeholder for the conversation with a user.
  public init(prospectWith user: UserID) { self.init(Self.prospectPrefix + user.rawValue) }

  /// The other user of the conversation; nil for every channel of a service.
  public var prospectivePartner: UserID? {
    // Compared by bytes: an id that only looks alike, with other combining marks, does not match.
    let (id, prefix) = (rawValue.utf8, Self.prospectPrefix.utf8)
    guard id.count > prefix.count, id.starts(with: prefix) else { return nil }
    return UserID(String(rawValue.unicodeScalars.dropFirst(Self.prospectPrefix.unicodeScalars.count)))
  }

  /// Whether the id is a placeholder for a conversation without a channel.
  public var isProspect: Bool { prospectivePartner != nil }

  /// The place for text that was written while no channel was open. The text stays there until it is moved to a channel.
  public static let nowhere = ChannelID("no channel: here")

  /// Whether the place exists only on this device; a service is never asked about it.
  public var isOnDevice: Bool { isProspect || self == .nowhere }
}

extension DraftKey {
  /// Whether the draft belongs to a conversation without a channel.
  public var isProspect: Bool { channelId.isProspect }

  /// The key of the same thread, or of the channel's own draft, in another channel.
  public func moved(to channel: ChannelID) -> DraftKey { DraftKey(channelId: channel, parentId: parentId) }
}

/// A user of the service.
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
  /// Active on one of their devices.
  case online
  /// Not active since this time; nil if the service does not report it.
  case offline(since: Timestamp?)
}

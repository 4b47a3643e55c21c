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

/// A name that a service gives to one of its things. Ids of different things are different types.
public protocol ChatIdentifier: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
where RawValue == String {
  init(rawValue: String)
}

extension ChatIdentifier {
  /// The id with this spelling.
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
  public init(stringLiteral value: String) { self.init(rawValue: value) }
  public var description: String { rawValue }
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A person.
public struct UserID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A device that a person is signed in on.
public struct DeviceID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A channel, whatever its type.
public struct ChannelID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A message. One that has not reached the service yet has the id of its transaction.
public struct MessageID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Made by the client for everything it sends, so that sending it again does nothing.
public struct TransactionID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A file that the service keeps.
public struct FileID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// An upload that is under way.
public struct UploadID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Where a list goes on. Only the service that gave it knows what it means.
public struct Cursor: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// How far the events of a service were received. Only the service that gave it knows what it means.
public struct EventToken: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

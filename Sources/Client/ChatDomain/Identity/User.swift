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

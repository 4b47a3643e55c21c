/// A person who can be written to.
public struct User: Identifiable, Hashable, Sendable {
  public let id: UserID
  /// What they call themselves, if anything.
  public var name: String?
  /// What else the service knows of them.
  public var custom: [String: JSONValue]

  public init(id: UserID, name: String? = nil, custom: [String: JSONValue] = [:]) {
    self.id = id
    self.name = name
    self.custom = custom
  }

  /// The name, or the id of someone who has none.
  public var displayName: String { name ?? id.rawValue }
}

/// Whether a person is there.
public enum Presence: Hashable, Sendable {
  case online
  case offline(since: Timestamp?)
}

public import DraftEngine

/// A message in the state in which somebody quoted it.
public struct QuotedMessage: Hashable, Sendable {
  public let id: MessageID
  public let channelId: ChannelID
  public let author: User
  public let elements: [MessageElement]

  public init(id: MessageID, channelId: ChannelID, author: User, elements: [MessageElement]) {
    self.id = id
    self.channelId = channelId
    self.author = author
    self.elements = elements
  }

  /// Creates a quote of a message in its current state.
  public init(_ message: Message) {
    self.init(
      id: message.id, channelId: message.channelId, author: message.author, elements: message.elements)
  }
}

/// Marks a message as pinned.
public struct Pin: Hashable, Sendable {
  public let by: UserID
  public let at: Timestamp
  /// The time at which the pin expires.
  public let expiresAt: Timestamp?

  public init(by: UserID, at: Timestamp, expiresAt: Timestamp? = nil) {
    self.by = by
    self.at = at
    self.expiresAt = expiresAt
  }

  /// Whether the pin is in effect at a time.
  public func holds(at time: Timestamp) -> Bool { expiresAt.map { time < $0 } ?? true }
}

/// One kind of reaction to a message.
public struct Reaction: Hashable, Sendable {
  public let name: String
  /// The users who reacted, the earliest first.
  public var users: [UserID]

  public init(name: String, users: [UserID]) {
    self.name = name
    self.users = users
  }
}

extension [Reaction] {
  /// Adds a user's reaction or removes it.
  ///
  /// - Returns: whether that changed anything.
  @discardableResult
  public mutating func set(_ name: String, _ isOn: Bool, by user: UserID) -> Bool {
    let place = firstIndex { $0.name == name }
    let isThere = place.map { self[$0].users.contains(user) } ?? false
    guard isOn != isThere else { return false }
    guard let place else {
      append(Reaction(name: name, users: [user]))
      return true
    }
    if isOn { self[place].users.append(user) } else { self[place].users.removeAll { $0 == user } }
    if self[place].users.isEmpty { remove(at: place) }
    return true
  }
}

/// Data that travels with a message and is not shown with it.
public struct MessageExtras: Hashable, Sendable {
  public var meta: [String: JSONValue]?
  public var customPushData: [String: String]?
  /// The languages the service is asked to translate into.
  public var translationTargetLanguages: [String]
  /// The text with placeholders for the mentioned users' names, so that the names can be updated.
  public var mentionedMessageTemplate: String?

  public init(
    meta: [String: JSONValue]? = nil, customPushData: [String: String]? = nil,
    translationTargetLanguages: [String] = [], mentionedMessageTemplate: String? = nil
  ) {
    self.meta = meta
    self.customPushData = customPushData
    self.translationTargetLanguages = translationTargetLanguages
    self.mentionedMessageTemplate = mentionedMessageTemplate
  }
}

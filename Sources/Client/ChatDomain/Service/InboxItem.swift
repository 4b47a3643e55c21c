/// Identifies an item of a user's inbox.
public struct InboxItemID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Something that concerns the current user: that they were mentioned or answered, that somebody reacted to a message of
/// theirs, or invited them.
public struct InboxItem: Identifiable, Hashable, Sendable {
  /// The kind of an item, for display and filtering.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Another user's message that mentions the user.
    case mention
    /// Another user's message that quotes one of the user's, or is in the thread under one.
    case reply
    /// Another user's reaction to a message of the user.
    case reaction
    /// An invitation that was neither accepted nor declined.
    case invitation
  }

  /// What it is about, in its present state.
  public enum Content: Hashable, Sendable {
    /// The message that mentions or answers the user.
    case message(Message)
    /// The reaction, and the user's message.
    case reaction(String, to: Message)
    /// The invitation.
    case invitation(Invitation)
  }

  /// The same for the same item on all devices.
  public let id: InboxItemID
  /// What it is. A message that answers and mentions is a mention.
  public let kind: Kind
  /// Who did it.
  public let by: User
  /// When.
  public let at: Timestamp
  /// Its place: a later item has a higher one.
  public let token: Timetoken
  /// Whether it was marked as read or, for a message, its channel or thread was read that far.
  public var isRead: Bool
  /// The subject of the item.
  public var content: Content

  /// For a service that answers.
  public init(
    id: InboxItemID, kind: Kind, by: User, at: Timestamp, token: Timetoken, isRead: Bool, content: Content
  ) {
    self.id = id
    self.kind = kind
    self.by = by
    self.at = at
    self.token = token
    self.isRead = isRead
    self.content = content
  }

  /// The message that it leads to; nil for an invitation.
  public var message: Message? {
    switch content {
    case .message(let message), .reaction(_, let message): message
    case .invitation: nil
    }
  }
}

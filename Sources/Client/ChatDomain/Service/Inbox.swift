/// Identifies an item of a user's inbox.
public struct InboxItemID: ChatIdentifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// An item that concerns the current user: a mention, a reply, a reaction to one of their messages, or an invitation.
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

  /// The content of an item, in its current state.
  public enum Content: Hashable, Sendable {
    /// The message that mentions or answers the user.
    case message(Message)
    /// The reaction, and the user's message.
    case reaction(String, to: Message)
    /// The invitation.
    case invitation(Invitation)
  }

  /// The id, the same on all devices.
  public let id: InboxItemID
  /// The kind. A reply that mentions the user is a mention.
  public let kind: Kind
  /// The user who caused it.
  public let by: User
  /// When it happened.
  public let at: Timestamp
  /// The item's position: a later item has a higher one.
  public let token: Timetoken
  /// Whether the item was marked as read or, for a message, its channel or thread was read up to the message.
  public var isRead: Bool
  /// The subject of the item.
  public var content: Content

  /// For a service that answers an inbox query.
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

  /// The message to open; nil for an invitation.
  public var message: Message? {
    switch content {
    case .message(let message), .reaction(_, let message): message
    case .invitation: nil
    }
  }
}

/// Selects items of the inbox.
public struct InboxQuery: Hashable, Sendable {
  /// Only items of these kinds.
  public var kinds: Set<InboxItem.Kind>
  /// The maximum number of items in the answer.
  public var limit: Int
  /// Where the next page begins; nil for the first.
  public var cursor: Cursor?

  /// Without arguments: the newest 50 of all kinds.
  public init(
    kinds: Set<InboxItem.Kind> = Set(InboxItem.Kind.allCases), limit: Int = 50, cursor: Cursor? = nil
  ) {
    self.kinds = kinds
    self.limit = limit
    self.cursor = cursor
  }
}

/// A page of the inbox.
public struct InboxPage: Hashable, Sendable {
  /// The items, newest first.
  public var items: [InboxItem]
  /// Where the list continues; nil at its end.
  public var next: Cursor?
  /// The number of unread items of all kinds and pages.
  public var unreadCount: Int

  /// For a service that answers an inbox query.
  public init(items: [InboxItem], next: Cursor? = nil, unreadCount: Int) {
    self.items = items
    self.next = next
    self.unreadCount = unreadCount
  }
}

/// The inbox items that were read.
public enum InboxReading: Hashable, Sendable {
  /// These items.
  case items([InboxItemID])
  /// All items up to this position, of every kind.
  case all(upTo: Timetoken)
}

/// A change of the inbox: an item was added, was read, or was deleted with its message.
public struct InboxChange: Hashable, Sendable {
  /// The new item; nil if existing items changed, in which case a displayed list must be requested again.
  public let added: InboxItem?
  /// The number of unread items now.
  public let unreadCount: Int

  /// For a service that notifies a user's devices.
  public init(added: InboxItem? = nil, unreadCount: Int) {
    self.added = added
    self.unreadCount = unreadCount
  }
}

/// What concerns the current user in all of their channels. Needs the ability `keepsInbox`.
public protocol ChatInbox: Sendable {
  /// A page of it, the newest first, with the number of all that were not read.
  func inbox(_ query: InboxQuery) async throws(ChatError) -> InboxPage
  /// Marks items as read, on all of the user's devices. What was read stays so; how far channels and threads were read is
  /// unaffected.
  ///
  /// - Returns: how many are unread now.
  @discardableResult
  func markInboxRead(_ reading: InboxReading) async throws(ChatError) -> Int
}

/// Selects items of the inbox.
public struct InboxQuery: Hashable, Sendable {
  /// Only items of these kinds.
  public var kinds: Set<InboxItem.Kind>
  /// The most items that the answer may have.
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
  /// How many items of all kinds and pages are unread.
  public var unreadCount: Int

  /// For a service that answers.
  public init(items: [InboxItem], next: Cursor? = nil, unreadCount: Int) {
    self.items = items
    self.next = next
    self.unreadCount = unreadCount
  }
}

/// Which items of the inbox were read.
public enum InboxReading: Hashable, Sendable {
  /// These.
  case items([InboxItemID])
  /// All up to this one, those of other kinds included.
  case all(upTo: Timetoken)
}

/// The inbox changed: something came, was read, or went with its message.
public struct InboxChange: Hashable, Sendable {
  /// What is new; nil if only others changed. Then a list that is shown has to be asked for again.
  public let added: InboxItem?
  /// How many are unread now.
  public let unreadCount: Int

  /// For a service that tells a user's devices.
  public init(added: InboxItem? = nil, unreadCount: Int) {
    self.added = added
    self.unreadCount = unreadCount
  }
}

/// A page of a list and where the list continues.
public struct Page<Element: Sendable>: Sendable {
  public var elements: [Element]
  /// Where the list continues; nil at its end.
  public var next: Cursor?
  /// Where the list continues in the other direction, for lists that begin in the middle; nil at its end.
  public var previous: Cursor?

  public init(_ elements: [Element], next: Cursor? = nil, previous: Cursor? = nil) {
    self.elements = elements
    self.next = next
    self.previous = previous
  }
}

extension Page: Equatable where Element: Equatable {}

/// Selects messages of a channel or a thread, always oldest first within a page.
///
/// The page's `next` leads to newer messages and `previous` to older ones.
public struct MessageQuery: Hashable, Sendable {
  public enum Position: Hashable, Sendable {
    case newest
    case oldest
    case before(Cursor)
    case after(Cursor)
    /// A page with this message in the middle.
    case around(MessageID)
    /// A page with the first unread message in the middle, or the newest messages.
    case firstUnread
  }

  public var channelId: ChannelID
  /// Selects the replies under this message; nil for the channel's own messages.
  public var parentId: MessageID?
  public var position: Position
  public var limit: Int

  public init(
    channelId: ChannelID, parentId: MessageID? = nil, position: Position = .newest, limit: Int = 50
  ) {
    self.channelId = channelId
    self.parentId = parentId
    self.position = position
    self.limit = limit
  }
}

/// A full-text search, newest results first.
public struct SearchQuery: Hashable, Sendable {
  public var text: String
  /// Nil: all channels the user is a member of.
  public var channelId: ChannelID?
  public var limit: Int
  public var cursor: Cursor?

  public init(text: String, channelId: ChannelID? = nil, limit: Int = 25, cursor: Cursor? = nil) {
    self.text = text
    self.channelId = channelId
    self.limit = limit
    self.cursor = cursor
  }
}

/// A request for one page of a list.
public struct ListQuery: Hashable, Sendable {
  public var limit: Int
  public var cursor: Cursor?

  public init(limit: Int = 50, cursor: Cursor? = nil) {
    self.limit = limit
    self.cursor = cursor
  }
}

/// Where users are searched for.
public enum UserScope: Hashable, Sendable {
  case everywhere
  case members(of: ChannelID)
}

/// The limits of a service. They can change while a user is signed in.
public struct ServiceLimits: Hashable, Sendable {
  public var messageBytes: Int
  public var fileBytes: Int
  public var filesPerMessage: Int
  public var uploadChunkBytes: Int

  public init(messageBytes: Int, fileBytes: Int, filesPerMessage: Int, uploadChunkBytes: Int) {
    self.messageBytes = messageBytes
    self.fileBytes = fileBytes
    self.filesPerMessage = filesPerMessage
    self.uploadChunkBytes = uploadChunkBytes
  }
}

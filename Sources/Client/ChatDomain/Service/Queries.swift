/// A page of a list and where the list continues.
public struct Page<Element: Sendable>: Sendable {
  /// What is on the page; it may be empty although the list goes on.
  public var elements: [Element]
  /// Where the list continues; nil at its end.
  public var next: Cursor?
  /// Where the list continues in the other direction, for lists that begin in the middle; nil at its end.
  public var previous: Cursor?

  /// Without cursors, the page is the whole list.
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
  /// Where the page stands in the channel or the thread.
  public enum Position: Hashable, Sendable {
    /// At the end.
    case newest
    /// At the beginning.
    case oldest
    /// Where a page's ``Page/previous`` leads.
    case before(Cursor)
    /// Where a page's ``Page/next`` leads.
    case after(Cursor)
    /// A page with this message in the middle.
    case around(MessageID)
    /// A page with the first unread message in the middle, or the newest messages.
    case firstUnread
  }

  /// The channel, for replies too.
  public var channelId: ChannelID
  /// Selects the replies under this message; nil for the channel's own messages.
  public var parentId: MessageID?
  /// Where the page stands.
  public var position: Position
  /// The most messages that the answer may have.
  public var limit: Int

  /// Without more than a channel: its newest 50 messages.
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
  /// The words to find, without regard to case and accents.
  public var text: String
  /// Nil: all channels the user is a member of.
  public var channelId: ChannelID?
  /// The most results that the answer may have.
  public var limit: Int
  /// Where the next page begins; nil for the first.
  public var cursor: Cursor?

  /// Without more than a text: the newest 25 results of all channels.
  public init(text: String, channelId: ChannelID? = nil, limit: Int = 25, cursor: Cursor? = nil) {
    self.text = text
    self.channelId = channelId
    self.limit = limit
    self.cursor = cursor
  }
}

/// A request for one page of a list.
public struct ListQuery: Hashable, Sendable {
  /// The most elements that the answer may have.
  public var limit: Int
  /// Where the next page begins; nil for the first.
  public var cursor: Cursor?

  /// Without arguments: the first 50.
  public init(limit: Int = 50, cursor: Cursor? = nil) {
    self.limit = limit
    self.cursor = cursor
  }
}

/// Where users are searched for.
public enum UserScope: Hashable, Sendable {
  /// Among all users that the service lets one find.
  case everywhere
  /// Among the members of one channel.
  case members(of: ChannelID)
}

/// The limits of a service. They can change while a user is signed in.
public struct ServiceLimits: Hashable, Sendable {
  /// The longest text of a message, in UTF-8 bytes of its markup.
  public var messageBytes: Int
  /// The largest file.
  public var fileBytes: Int
  /// The most files in one message.
  public var filesPerMessage: Int
  /// The most bytes in one call of ``ChatService/upload(_:at:to:)``.
  public var uploadChunkBytes: Int

  /// For a service, which knows them; ``ChatService/limits`` gives them to clients.
  public init(messageBytes: Int, fileBytes: Int, filesPerMessage: Int, uploadChunkBytes: Int) {
    self.messageBytes = messageBytes
    self.fileBytes = fileBytes
    self.filesPerMessage = filesPerMessage
    self.uploadChunkBytes = uploadChunkBytes
  }
}

/// A page of a directory of channels.
public struct DirectoryQuery: Hashable, Sendable {
  /// Stands in the name, the address or the topic; empty: every channel.
  public var text: String
  /// The server whose directory it is; nil: the user's own.
  public var server: String?
  /// The space whose channels and spaces are listed instead; the user is in it.
  public var space: ChannelID?
  /// The most channels that the answer may have.
  public var limit: Int
  /// Where the next page begins; nil for the first.
  public var cursor: Cursor?

  /// Without arguments: the first 50 that the user's own server lists.
  public init(
    text: String = "", server: String? = nil, space: ChannelID? = nil, limit: Int = 50, cursor: Cursor? = nil
  ) {
    self.text = text
    self.server = server
    self.space = space
    self.limit = limit
    self.cursor = cursor
  }
}

/// How far a user has read in a channel.
public struct ReaderPosition: Hashable, Sendable {
  /// Who has read; never the current user.
  public let user: User
  /// The last message that they have read.
  public let lastRead: Timetoken

  /// For a service that tells how far others have read.
  public init(user: User, lastRead: Timetoken) {
    self.user = user
    self.lastRead = lastRead
  }
}

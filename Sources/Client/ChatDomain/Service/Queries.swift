/// A page of a list and where the list continues.
public struct Page<Element: Sendable>: Sendable {
  /// The elements; there may be none although the list continues.
  public var elements: [Element]
  /// Where the list continues; nil at its end.
  public var next: Cursor?
  /// Where the list continues in the other direction, for lists that start in the middle; nil at its end.
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
  /// The position of the page in the channel or the thread.
  public enum Position: Hashable, Sendable {
    /// At the end.
    case newest
    /// At the beginning.
    case oldest
    /// Before the cursor in a page's ``Page/previous``.
    case before(Cursor)
    /// After the cursor in a page's ``Page/next``.
    case after(Cursor)
    /// Centred on this message.
    case around(MessageID)
  }

  /// The channel of the messages, also for the replies in a thread.
  public var channelId: ChannelID
  /// Selects the replies under this message; nil for the channel's own messages.
  public var parentId: MessageID?
  /// The position of the page.
  public var position: Position
  /// The maximum number of messages in the answer.
  public var limit: Int

  /// With only a channel: its newest 50 messages.
  public init(
    channelId: ChannelID, parentId: MessageID? = nil, position: Position = .newest, limit: Int = 50
  ) {
    self.channelId = channelId
    self.parentId = parentId
    self.position = position
    self.limit = limit
  }
}

/// A search for words, for the messages of some people, or for both; newest results first.
public struct SearchQuery: Hashable, Sendable {
  /// The words to find; case and accents are ignored. If there are none, all messages of the authors are found.
  public var text: String
  /// The users whose messages are found; empty for everyone.
  public var authors: Set<UserID>
  /// The channel to search; nil searches all channels the user is a member of.
  public var channelId: ChannelID?
  /// The maximum number of results in the answer.
  public var limit: Int
  /// Where the next page begins; nil for the first.
  public var cursor: Cursor?

  /// With only a text: the newest 25 results of all channels.
  public init(
    text: String, authors: Set<UserID> = [], channelId: ChannelID? = nil, limit: Int = 25,
    cursor: Cursor? = nil
  ) {
    self.text = text
    self.authors = authors
    self.channelId = channelId
    self.limit = limit
    self.cursor = cursor
  }
}

/// A request for one page of a list.
public struct ListQuery: Hashable, Sendable {
  /// The maximum number of elements in the answer.
  public var limit: Int
  /// Where the next page begins; nil for the first.
  public var cursor: Cursor?

  /// Without arguments: the first 50.
  public init(limit: Int = 50, cursor: Cursor? = nil) {
    self.limit = limit
    self.cursor = cursor
  }
}

/// The users to search.
public enum UserScope: Hashable, Sendable {
  /// All users that the service lets the current user find.
  case everywhere
  /// The members of one channel.
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

  /// For a service; clients read ``ChatService/limits``.
  public init(messageBytes: Int, fileBytes: Int, filesPerMessage: Int, uploadChunkBytes: Int) {
    self.messageBytes = messageBytes
    self.fileBytes = fileBytes
    self.filesPerMessage = filesPerMessage
    self.uploadChunkBytes = uploadChunkBytes
  }
}

/// A page of a directory of channels.
public struct DirectoryQuery: Hashable, Sendable {
  /// The text to find in the name, the address or the topic; if it is empty, all channels match.
  public var text: String
  /// The server whose directory is listed; nil for the user's own server.
  public var server: String?
  /// A space of the user; its channels and spaces are listed instead of a server's directory.
  public var space: ChannelID?
  /// The maximum number of channels in the answer.
  public var limit: Int
  /// Where the next page begins; nil for the first.
  public var cursor: Cursor?

  /// Without arguments: the first 50 channels of the user's own server.
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
  /// The user who read; never the current user.
  public let user: User
  /// The last message that they have read.
  public let lastRead: Timetoken

  /// For a service that reports the read positions of other users.
  public init(user: User, lastRead: Timetoken) {
    self.user = user
    self.lastRead = lastRead
  }
}

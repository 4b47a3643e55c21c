public import ChatDomain

/// The channels, the threads and the drafts at the left.
public struct SidebarState: Hashable, Sendable {
  /// Channels and groups, in order. The presenter chooses the first one shown; those that do not fit are left out.
  public var channels: [ChannelRow] = []
  /// Conversations between two.
  public var directs: [ChannelRow] = []
  public var threads: [ThreadRow] = []
  public var draftCount = 0
  /// The number of rows of channels, and of direct conversations, scrolled out at the top.
  public var scroll = 0
  /// Whether the person has folded it away.
  public var isHidden = false

  public init() {}
}

/// One channel with its second line.
public struct ChannelRow: Hashable, Sendable {
  public enum Preview: Hashable, Sendable {
    case typing([String])
    /// The first words of the draft.
    case draft(String)
    case message(author: String, text: String)
    /// The last own message failed.
    case failed(String)
    case empty
  }

  public var id: ChannelID
  public var name: String
  public var type: ChannelType
  public var unreadCount = 0
  public var mentionCount = 0
  /// The time of the last message, as shown: "09:40", "Fri".
  public var time = ""
  public var preview: Preview = .empty
  /// Whether the other person in a direct conversation is present.
  public var isPresent = false
  /// The channel that is open.
  public var isOpen = false

  public init(id: ChannelID, name: String, type: ChannelType = .public) {
    self.id = id
    self.name = name
    self.type = type
  }

  /// A copy of the row with another second line.
  func with(_ preview: Preview) -> ChannelRow {
    var row = self
    row.preview = preview
    return row
  }
}

/// One thread with its second line.
public struct ThreadRow: Hashable, Sendable {
  public var key: DraftKey
  /// The first words of the parent.
  public var title: String
  public var channelName = ""
  public var replyCount = 0
  public var unreadReplies = 0
  public var time = ""
  public var preview: ChannelRow.Preview = .empty
  public var isOpen = false

  public init(key: DraftKey, title: String) {
    self.key = key
    self.title = title
  }
}

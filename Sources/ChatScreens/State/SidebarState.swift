public import ChatDomain

/// The channels, the threads and the drafts at the left.
public struct SidebarState: Hashable, Sendable {
  /// Channels and groups, in order. The first one shown is the presenter's choice; what does not fit is left out.
  public var channels: [ChannelRow] = []
  /// Conversations between two.
  public var directs: [ChannelRow] = []
  public var threads: [ThreadRow] = []
  public var draftCount = 0
  /// How many rows of channels, and of direct conversations, lie above what is shown.
  public var scroll = 0
  /// Folded away by choice.
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
  /// When something was said last, as it is shown: "09:40", "Fri".
  public var time = ""
  public var preview: Preview = .empty
  /// Of the other one in a direct conversation.
  public var isPresent = false
  /// The channel that is open.
  public var isOpen = false

  public init(id: ChannelID, name: String, type: ChannelType = .public) {
    self.id = id
    self.name = name
    self.type = type
  }

  /// The same row with another second line.
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

public import ChatDomain
public import FormattedText

/// The list of channels, threads and drafts at the left.
public struct SidebarState: Hashable, Sendable {
  /// Channels and groups, in order. Of a section that does not fit, the rows around the open one are shown.
  @SharedRows public var channels: [ChannelRow] = []
  /// The channels in spaces, below the name of each space.
  public var spaces: [SpaceRows] = []
  /// The heading of the channels, if only those of one space are shown.
  public var heading: String?
  /// Direct conversations.
  @SharedRows public var directs: [ChannelRow] = []
  @SharedRows public var threads: [ThreadRow] = []
  /// The rows that are left out of this state, because they cannot fit or are folded away.
  public var beyond: [SidebarSection: RowsBeyond] = [:]
  /// The sections that the user has folded away. Their headings stay, and the open channel.
  public var folded: Set<SidebarSection> = []
  public var draftCount = 0
  /// The key that lists the drafts, because nothing is listed below their number.
  public var draftsKey: String?
  /// Whether the user has hidden the sidebar.
  public var isHidden = false

  public init() {}

  /// All sections, from top to bottom.
  public var sections: [SidebarSection] {
    [.channels] + spaces.map { .space($0.id) } + [.directs, .threads]
  }

  /// The channels of a section; none for threads.
  func channels(in section: SidebarSection) -> [Shared<ChannelRow>] {
    switch section {
    case .channels: $channels
    case .space(let id): spaces.first { $0.id == id }?.$rows ?? []
    case .directs: $directs
    case .threads: []
    }
  }

  /// For each row of a section, whether it is open.
  func areOpen(in section: SidebarSection) -> [Bool] {
    section == .threads
      ? $threads.map(\.wrappedValue.isOpen) : channels(in: section).map(\.wrappedValue.isOpen)
  }

  /// Whether the rows divide in the same way among the sections.
  func hasSameShape(as other: SidebarState) -> Bool {
    (draftCount > 0) == (other.draftCount > 0) && beyond == other.beyond && folded == other.folded
      && sections == other.sections
      && sections.allSatisfy { areOpen(in: $0) == other.areOpen(in: $0) }
  }

  /// Whether the headings are the same, apart from those that depend on the division of the rows.
  func hasSameHeadings(as other: SidebarState) -> Bool {
    heading == other.heading && spaces.map(\.name) == other.spaces.map(\.name)
      && draftCount == other.draftCount
  }
}

/// A part of the sidebar with its own heading.
public enum SidebarSection: Hashable, Sendable {
  case channels
  case space(ChannelID)
  case directs, threads

  /// The sections that exist without spaces.
  public static let usual: [SidebarSection] = [.channels, .directs, .threads]

  /// The name in stored settings.
  public var name: String {
    switch self {
    case .channels: "channels"
    case .space(let id): "space \(id)"
    case .directs: "directs"
    case .threads: "threads"
    }
  }

  /// The section of a name; nil if there is none.
  public init?(name: String) {
    if let section = Self.usual.first(where: { $0.name == name }) {
      self = section
    } else if name.hasPrefix("space ") {
      self = .space(ChannelID(String(name.dropFirst(6))))
    } else {
      return nil
    }
  }
}

/// The channels of a space.
public struct SpaceRows: Hashable, Sendable {
  public var id: ChannelID
  public var name: String
  @SharedRows public var rows: [ChannelRow]

  public init(id: ChannelID, name: String, rows: [ChannelRow] = []) {
    self.id = id
    self.name = name
    self.rows = rows
  }
}

/// Rows of a section that a state leaves out.
public struct RowsBeyond: Hashable, Sendable {
  public var count = 0
  /// The news in these rows.
  public var news = ChannelNews()

  public init(count: Int = 0, news: ChannelNews = ChannelNews()) {
    self.count = count
    self.news = news
  }
}

/// One channel with its second line.
public struct ChannelRow: Hashable, Sendable {
  public enum Preview: Hashable, Sendable {
    case typing([String])
    /// The first words of the draft.
    case draft(String)
    /// - Parameter looks: the styles of its words, by their bytes.
    case message(author: String, text: String, looks: [ShownText.Run] = [])
    /// The text of the user's last message, which failed.
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
  /// Whether the channel is open.
  public var isOpen = false
  /// The digit of the key that goes there, for the first nine.
  public var number: Int?
  public var isFavourite = false
  /// Which of its messages cause notifications.
  public var notifications = NotificationLevel.all
  /// Whether it contains notices of the service.
  public var isServiceNotice = false
  /// Whether its messages are encrypted.
  public var isEncrypted = false
  /// Whether the user marked the channel as unread.
  public var isMarkedUnread = false

  public init(id: ChannelID, name: String, type: ChannelType = .public) {
    self.id = id
    self.name = name
    self.type = type
  }

  /// The news in the channel.
  public var news: ChannelNews {
    let reading = ReadPosition(
      unreadCount: unreadCount, mentionCount: mentionCount, isMarkedUnread: isMarkedUnread)
    return ChannelNews(reading, notifications)
  }
}

/// One thread with its second line.
public struct ThreadRow: Hashable, Sendable {
  public var key: DraftKey
  /// The first words of the parent.
  public var title: String
  public var unreadReplies = 0
  public var time = ""
  public var preview: ChannelRow.Preview = .empty
  public var isOpen = false

  public init(key: DraftKey, title: String) {
    self.key = key
    self.title = title
  }
}

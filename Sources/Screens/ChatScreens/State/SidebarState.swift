public import ChatDomain
public import FormattedText

/// The channels, the threads and the drafts at the left.
public struct SidebarState: Hashable, Sendable {
  /// Channels and groups, in order. Of a section that does not fit, the rows around the open one are shown.
  @SharedRows public var channels: [ChannelRow] = []
  /// The channels that stand in spaces, under the name of each.
  public var spaces: [SpaceRows] = []
  /// What the channels are called, if they are only those of one space.
  public var heading: String?
  /// Conversations between two.
  @SharedRows public var directs: [ChannelRow] = []
  @SharedRows public var threads: [ThreadRow] = []
  /// What is left out here, because it cannot fit or is folded away.
  public var beyond: [SidebarSection: RowsBeyond] = [:]
  /// The sections the person has folded away: their headings stay, and the open channel.
  public var folded: Set<SidebarSection> = []
  public var draftCount = 0
  /// Whether the person has folded it away.
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

  /// Whether the rows divide the same way among the sections: as many entries, and the same of them open. Each key asks
  /// this, and it changes the words of one row.
  func hasSameShape(as other: SidebarState) -> Bool {
    guard draftCount == other.draftCount, spaces.count == other.spaces.count, beyond == other.beyond,
      folded == other.folded, Self.areOpen($channels, as: other.$channels, \.isOpen),
      Self.areOpen($directs, as: other.$directs, \.isOpen),
      Self.areOpen($threads, as: other.$threads, \.isOpen)
    else { return false }
    for index in spaces.indices {
      guard spaces[index].id == other.spaces[index].id,
        Self.areOpen(spaces[index].$rows, as: other.spaces[index].$rows, \.isOpen)
      else { return false }
    }
    return true
  }

  private static func areOpen<Row>(
    _ rows: [Shared<Row>], as others: [Shared<Row>], _ isOpen: (Row) -> Bool
  ) -> Bool {
    guard rows.count == others.count else { return false }
    for index in rows.indices where !rows[index].isSame(as: others[index]) {
      guard isOpen(rows[index].wrappedValue) == isOpen(others[index].wrappedValue) else { return false }
    }
    return true
  }

  func hasSameHeadings(as other: SidebarState) -> Bool {
    heading == other.heading && spaces.map(\.name) == other.spaces.map(\.name)
  }
}

/// A part of the sidebar with a heading of its own.
public enum SidebarSection: Hashable, Sendable {
  case channels
  case space(ChannelID)
  case directs, threads

  /// Those that there are without spaces.
  public static let usual: [SidebarSection] = [.channels, .directs, .threads]

  /// What it is called where it is kept.
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

/// The channels that stand in a space.
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

/// Rows of a section that are not shown.
public struct RowsBeyond: Hashable, Sendable {
  public var count = 0
  /// What is new in them.
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
    /// - Parameter looks: how its words look, by their bytes.
    case message(author: String, text: String, looks: [ShownText.Run] = [])
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
  /// The digit of the key that goes there, for the first nine.
  public var number: Int?
  public var isFavourite = false
  /// Which messages in it call for the person.
  public var notifications = NotificationLevel.all
  /// Whether the service itself speaks there.
  public var isServiceNotice = false
  /// Whether its messages are encrypted.
  public var isEncrypted = false
  /// Whether the person marked it as unread.
  public var isMarkedUnread = false

  public init(id: ChannelID, name: String, type: ChannelType = .public) {
    self.id = id
    self.name = name
    self.type = type
  }

  /// What is new in it.
  public var news: ChannelNews {
    let reading = ReadPosition(
      unreadCount: unreadCount, mentionCount: mentionCount, isMarkedUnread: isMarkedUnread)
    return ChannelNews(reading, notifications)
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

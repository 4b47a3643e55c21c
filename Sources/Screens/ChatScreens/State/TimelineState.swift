public import ChatDomain

/// Messages from top to bottom. The last line shown is the last line of the last item, less `hiddenLines`.
public struct TimelineState: Hashable, Sendable {
  /// Oldest first; only those that may be visible are needed.
  public var items: [TimelineItem] = []
  /// The number of lines at the end that are below the edge.
  public var hiddenLines = 0
  /// The message that the keys act on in message mode.
  public var selection: MessageID?
  /// A message that a search or a click led to: marked, while the keys go to the composer.
  public var found: MessageID?
  /// The number of messages below the edge that arrived while the user was reading further up.
  public var newBelow = 0
  public var layout = MessageLayout()
  /// The text if no message is loaded or stored.
  public var placeholder: String?

  public init() {}

  /// Whether a message is among the items.
  public func shows(_ id: MessageID?) -> Bool {
    items.contains { if case .message(let row) = $0 { row.wrappedValue.message.id == id } else { false } }
  }
}

public enum TimelineItem: Hashable, Sendable {
  /// An empty line as a separator.
  case gap
  case day(String)
  /// Where reading stopped.
  case unreadMark
  /// Shared, because a row is large, and items are copied and compared.
  case message(Shared<MessageRow>)
  /// A text that says that older or newer messages are loading, or failed to load.
  case loading(String)
}

/// One message with what the timeline knows about it.
public struct MessageRow: Hashable, Sendable {
  public var message: Message
  /// "09:12"; empty if it is the same as above and repeated times are hidden.
  public var time: String
  /// Whether it directly follows a message by the same person: then it has no name.
  public var isGrouped = false
  public var isOwn = false
  /// Whether its text is shown with its marks, as it was typed.
  public var showsMarks = false
  /// The first shown column of lines of code that are too long; nil if such lines are wrapped.
  public var codeColumn: Int?
  /// Whether it quotes the reader.
  public var quotesReader = false
  /// Whether it mentions the reader.
  public var mentionsReader = false
  public var isPinned = false
  /// Whether it was sent unencrypted in a channel where messages are encrypted.
  public var isInClear = false
  /// What the reader can do about a message that cannot be read; nil if there is nothing.
  public var advice: String?
  /// Whether it is a thread reply that is also shown in the channel.
  public var isFromThread = false
  /// A delayed change that can still be undone.
  public var delay: Delay?
  /// The names of the people who have read up to this message.
  public var readers: [String] = []
  /// The line under a message with replies; nil when it has none and no draft.
  public var thread: ThreadLine?
  /// Why it failed, as a sentence.
  public var failure: String?
  /// The key to retry a failed message; nil if no key does.
  public var retryKey: String?
  /// The progress of its files, in their order.
  public var uploads: [UploadLine] = []
  /// The local paths of its files, in their order; nil for those that were not downloaded.
  public var places: [String?] = []
  /// The pictures of its files, in their order; nil for files that are not shown as pictures, empty if none is.
  public var pictures: [PictureState?] = []

  public init(message: Message, time: String) {
    self.message = message
    self.time = time
  }

  /// A deletion or a pin that is delayed, so that it can be undone.
  public struct Delay: Hashable, Sendable {
    public enum Work: Hashable, Sendable { case deleting, pinning, unpinning }

    public var work: Work
    public var seconds: Int
    /// The key that undoes it; nil if no key does.
    public var key: String?

    public init(work: Work, seconds: Int, key: String?) {
      self.work = work
      self.seconds = seconds
      self.key = key
    }
  }

  public struct ThreadLine: Hashable, Sendable {
    public var replyCount: Int
    public var lastAuthor: String?
    public var lastTime: String?
    public var hasDraft: Bool

    public init(replyCount: Int, lastAuthor: String? = nil, lastTime: String? = nil, hasDraft: Bool = false) {
      self.replyCount = replyCount
      self.lastAuthor = lastAuthor
      self.lastTime = lastTime
      self.hasDraft = hasDraft
    }
  }
}

/// A file being sent, or attached to be sent.
public struct UploadLine: Hashable, Sendable {
  public var name: String
  /// In bytes; nil while it is unknown.
  public var size: Int?
  /// 0 to 100 while it is sent.
  public var percent: Int?
  public var failure: String?

  public init(name: String, size: Int? = nil, percent: Int? = nil, failure: String? = nil) {
    self.name = name
    self.size = size
    self.percent = percent
    self.failure = failure
  }
}

/// The layout of messages in a timeline.
public struct MessageLayout: Hashable, Sendable {
  /// The arrangement of name, time and text.
  public enum Density: Hashable, Sendable {
    /// Time, name and text are side by side.
    case compact
    /// Name and time are above the text, which has the whole width.
    case cosy
  }

  public var density = Density.compact
  /// The columns for names beside the text; longer names are cut. If nil, the width of the timeline decides, and a wider name has
  /// its own line.
  public var nameWidth: Int?
  /// The maximum number of columns of a time: "09:12".
  public var timeWidth = 5

  public init() {}
}

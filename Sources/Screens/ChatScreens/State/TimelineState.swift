public import ChatDomain

/// Messages from top to bottom. The last line shown is the last line of the last item, less `hiddenLines`.
public struct TimelineState: Hashable, Sendable {
  /// Oldest first; as many as can be visible are enough.
  public var items: [TimelineItem] = []
  /// The number of lines at the end that are below the edge.
  public var hiddenLines = 0
  /// In message mode: the message that the keys act on.
  public var selection: MessageID?
  /// A message that a search or a click led to: marked, but the keys are the composer's.
  public var found: MessageID?
  /// The number of messages below the edge that arrived while the person was reading further up.
  public var newBelow = 0
  public var layout = MessageLayout()
  /// A line that says that nothing was loaded yet and nothing is stored.
  public var placeholder: String?

  public init() {}

  /// Whether some of a message is among the items.
  public func shows(_ id: MessageID?) -> Bool {
    items.contains { if case .message(let row) = $0 { row.wrappedValue.message.id == id } else { false } }
  }
}

public enum TimelineItem: Hashable, Sendable {
  /// A free line, by which what is below it is told from what is above.
  case gap
  case day(String)
  /// Where reading stopped.
  case unreadMark
  /// Shared, because a row is large, and items are moved about and compared.
  case message(Shared<MessageRow>)
  /// A text that says that older or newer messages are loading, or failed to load.
  case loading(String)
}

/// One message with what the timeline knows about it.
public struct MessageRow: Hashable, Sendable {
  public var message: Message
  /// "09:12"; empty if it is that of the message above, where that is enough.
  public var time: String
  /// Whether it directly follows a message by the same person: then it has no name.
  public var isGrouped = false
  public var isOwn = false
  /// Whether its words are shown with their marks, as they were typed.
  public var showsMarks = false
  /// The first column shown of lines of code that are too long; nil: they go on in further rows.
  public var codeColumn: Int?
  /// It quotes the person who reads.
  public var quotesReader = false
  /// It mentions the person who reads.
  public var mentionsReader = false
  public var isPinned = false
  /// Whether it was sent unencrypted in a channel where messages are encrypted.
  public var isInClear = false
  /// Whether it is a reply in a thread that the channel shows too.
  public var isFromThread = false
  /// What can still be taken back about it.
  public var delay: Delay?
  /// Who has read up to it, and not further.
  public var readers: [String] = []
  /// The line under a message with replies; nil when it has none and no draft.
  public var thread: ThreadLine?
  /// Why it failed, as a sentence.
  public var failure: String?
  /// The key to retry a failed message; nil if no key does.
  public var retryKey: String?
  /// The progress of its files, in their order.
  public var uploads: [UploadLine] = []
  /// Where its files are on this computer, in their order; nil for those that were not downloaded.
  public var places: [String?] = []
  /// Its files as pictures, in their order; empty if none is shown as one, and nil for those that are not.
  public var pictures: [PictureState?] = []

  public init(message: Message, time: String) {
    self.message = message
    self.time = time
  }

  /// A deletion or a pin that waits a while before it goes.
  public struct Delay: Hashable, Sendable {
    public enum Work: Hashable, Sendable { case deleting, pinning, unpinning }

    public var work: Work
    public var seconds: Int
    /// The key that takes it back; nil if no key does.
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
  /// In bytes; nil while it is not known.
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

public import ChatDomain

/// Messages as they stand under each other. The last line shown is the last line of the last item, less `hiddenLines`.
public struct TimelineState: Hashable, Sendable {
  /// Oldest first; as many as can be visible are enough.
  public var items: [TimelineItem] = []
  /// How many lines of the end lie under the edge.
  public var hiddenLines = 0
  /// In message mode: the message that the keys are about.
  public var selection: MessageID?
  /// Messages under the edge that arrived while somebody read further up.
  public var newBelow = 0
  /// The columns that a time takes at most.
  public var timeWidth = Self.timeWidth
  /// Nothing was loaded yet and nothing is kept: a line that says so.
  public var placeholder: String?

  /// "09:12".
  public static let timeWidth = 5

  public init() {}
}

public enum TimelineItem: Hashable, Sendable {
  case day(String)
  /// Where reading stopped.
  case unreadMark
  case message(MessageRow)
  /// Older or newer messages are on their way, or failed to come: what to say.
  case loading(String)
}

/// One message with what the timeline knows about it.
public struct MessageRow: Hashable, Sendable {
  public var message: Message
  /// "09:12".
  public var time: String
  /// Said right after the one before it by the same person: no name and no time.
  public var isGrouped = false
  public var isOwn = false
  /// It mentions the person who reads.
  public var mentionsReader = false
  public var isPinned = false
  /// The line under a message with replies; nil when it has none and no draft.
  public var thread: ThreadLine?
  /// Why it failed, as a sentence.
  public var failure: String?
  /// What is pressed to try again what failed; nil where no key does.
  public var retryKey: String?
  /// How far its files are, in their order.
  public var uploads: [UploadLine] = []

  public init(message: Message, time: String) {
    self.message = message
    self.time = time
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

/// A file on its way, or that is to go along.
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

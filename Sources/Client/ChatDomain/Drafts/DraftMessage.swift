public import DraftEngine

/// The content of a draft, on the device or at the service.
public struct DraftContent: Hashable, Sendable {
  /// The text, with its mentions and links.
  public var elements: [MessageElement]
  /// Files the service already has; files that exist only on this device are not published.
  public var files: [FileAttachment]
  /// The message that this one quotes.
  public var quoted: QuotedMessage?
  /// Whether a reply is also shown in the channel.
  public var isShownInChannel: Bool

  /// Without arguments: an empty draft, which is not saved.
  public init(
    elements: [MessageElement] = [], files: [FileAttachment] = [], quoted: QuotedMessage? = nil,
    isShownInChannel: Bool = false
  ) {
    self.elements = elements
    self.files = files
    self.quoted = quoted
    self.isShownInChannel = isShownInChannel
  }

  /// Whether there is nothing worth keeping: only whitespace, no file and no quote.
  public var isEmpty: Bool {
    files.isEmpty && quoted == nil
      && elements.allSatisfy { $0.target == nil && $0.text.isBlank }
  }

  /// The text.
  public var text: String { elements.text }
}

/// The revision of a draft at the service. Each save that changes the draft increments it, and so does a deletion.
public typealias DraftRevision = Int

/// A draft as the service keeps it for all of a user's devices.
public struct DraftMessage: Hashable, Sendable {
  /// The channel or thread of the draft.
  public var key: DraftKey
  /// The content that was saved last.
  public var content: DraftContent
  /// The revision to pass when saving over this draft, see ``ChatService/saveDraft(_:for:over:dates:)``.
  public var revision: DraftRevision
  /// When the draft was created, on any device.
  public var createdAt: Timestamp
  /// When it was last edited, on any device.
  public var updatedAt: Timestamp
  /// The device that saved it last.
  public var savedBy: DeviceID

  /// For a service that returns a stored draft.
  public init(
    key: DraftKey, content: DraftContent, revision: DraftRevision, createdAt: Timestamp,
    updatedAt: Timestamp, savedBy: DeviceID
  ) {
    self.key = key
    self.content = content
    self.revision = revision
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.savedBy = savedBy
  }

  /// The channel that the draft will be sent to.
  public var channelId: ChannelID { key.channelId }
  /// The message that the draft replies to; nil for the channel's own draft.
  public var threadId: MessageID? { key.parentId }
  /// The text.
  public var text: String { content.text }
}

/// When a draft was created and last edited, by the clock of the device on which that happened.
public struct DraftDates: Hashable, Sendable {
  /// When the draft became non-empty; lists of drafts are sorted by it by default.
  public var createdAt: Timestamp
  /// When the draft last changed.
  public var updatedAt: Timestamp

  /// Dates to pass to ``ChatService/saveDraft(_:for:over:dates:)``.
  public init(createdAt: Timestamp, updatedAt: Timestamp) {
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

/// Distinguishes two versions of a draft without storing their text. The text of a quoted message is left out, because that
/// message may be edited in the meantime.
public struct DraftDigest: RawRepresentable, Hashable, Sendable {
  /// The same on every device and in every run.
  public let rawValue: UInt64

  /// Wraps a stored digest.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// - Parameter content: nil for a deleted draft.
  public init(_ content: DraftContent?) {
    var hash = FowlerNollVoHash()
    if let content {
      for element in content.elements {
        hash.add(element.text)
        switch element.target {
        case nil: hash.add("text")
        case .user(let id): hash.add("user \(id)")
        case .channel(let id): hash.add("channel \(id)")
        case .url(let url): hash.add("url \(url)")
        }
      }
      for file in content.files { hash.add("file \(file.id)") }
      if let quoted = content.quoted { hash.add("quote \(quoted.id)") }
      if content.isShownInChannel { hash.add("shown") }
    }
    rawValue = hash.value
  }
}

/// Selects drafts, their order and the page size.
public struct DraftListQuery: Hashable, Sendable {
  /// The requested part of the list.
  public var pagination: Pagination
  /// The sort criteria in order of precedence. Ties are broken by the key, so the order is always the same.
  public var sorting: [DraftSorting]

  /// Without arguments: the 25 drafts that were created last.
  public init(
    pagination: Pagination = Pagination(pageSize: 25, offset: 0),
    sorting: [DraftSorting] = [DraftSorting(key: .createdAt, isAscending: false)]
  ) {
    self.pagination = pagination
    self.sorting = sorting
  }
}

/// A part of a list.
public struct Pagination: Hashable, Sendable {
  /// The maximum number of elements in an answer; a service may return fewer.
  public var pageSize: Int
  /// The number of elements before the page. It shifts when the list changes; a ``cursor`` does not.
  public var offset: Int
  /// Where the next page begins; takes precedence over the offset.
  public var cursor: Cursor?

  /// Without an offset or a cursor: the first page.
  public init(pageSize: Int, offset: Int = 0, cursor: Cursor? = nil) {
    self.pageSize = pageSize
    self.offset = offset
    self.cursor = cursor
  }
}

/// The sort order of drafts. Ties are broken by the key, so the order is always the same.
public struct DraftSorting: Hashable, Sendable {
  /// The property to sort by.
  public enum Key: Hashable, Sendable {
    /// The time of creation, which does not change with an edit.
    case createdAt
    /// The time of the last edit, so each edit can change the order.
    case updatedAt
  }

  /// The property to sort by.
  public var key: Key
  /// Whether the earliest comes first.
  public var isAscending: Bool

  /// A sort order for ``DraftListQuery/sorting``.
  public init(key: Key, isAscending: Bool) {
    self.key = key
    self.isAscending = isAscending
  }
}

extension [DraftSorting] {
  /// Whether the first draft comes before the second one.
  public func areInOrder(_ left: DraftMessage, _ right: DraftMessage) -> Bool {
    for sorting in self {
      let one = sorting.key == .createdAt ? left.createdAt : left.updatedAt
      let other = sorting.key == .createdAt ? right.createdAt : right.updatedAt
      if one != other { return (one < other) == sorting.isAscending }
    }
    return left.key < right.key
  }
}

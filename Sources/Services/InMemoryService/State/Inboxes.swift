import ChatDomain

/// What concerns each user, in the order in which it happened, with what they marked as read. Invitations are not in it:
/// they are kept where they are answered.
struct Inboxes: Sendable {
  /// Something about a message.
  struct Entry: Hashable, Sendable {
    let kind: InboxItem.Kind
    let room: Int
    /// The token of the message.
    let message: UInt64
    let by: UserID
    /// Its own place.
    let token: UInt64
    var reaction: String?

    var id: InboxItemID { InboxItemID("\(kind.rawValue) \(message) \(by) \(reaction ?? "")") }
  }

  private struct Box: Sendable {
    var entries: [Entry] = []
    var readUpTo: UInt64 = 0
    var read: Set<InboxItemID> = []
    var isWatched = false
  }

  /// What is older is nowhere but in its channel.
  static let capacity = 500

  private var boxes: [UserID: Box] = [:]
  /// The users whose devices have to be told, and of what is new.
  private(set) var changed: [UserID: Entry?] = [:]

  /// The lowest first.
  func entries(of user: UserID) -> [Entry] { boxes[user]?.entries ?? [] }

  /// Whether the user marked something as read.
  func isMarked(_ id: InboxItemID, at token: UInt64, by user: UserID) -> Bool {
    guard let box = boxes[user] else { return false }
    return token <= box.readUpTo || box.read.contains(id)
  }

  /// Whether somebody looks at it: nobody else is told of changes.
  func isWatched(by user: UserID) -> Bool { boxes[user]?.isWatched == true }

  mutating func watch(for user: UserID) { boxes[user, default: Box()].isWatched = true }

  mutating func add(_ entry: Entry, for user: UserID) {
    var box = boxes[user] ?? Box()
    let place = box.entries.lastIndex { $0.token < entry.token }.map { $0 + 1 } ?? 0
    guard !box.entries.contains(where: { $0.id == entry.id }) else { return }
    box.entries.insert(entry, at: place)
    if box.entries.count > Self.capacity { box.entries.removeFirst() }
    boxes[user] = box
    if box.isWatched { changed.updateValue(entry, forKey: user) }
  }

  mutating func remove(for user: UserID, where isGone: (Entry) -> Bool) {
    guard let count = boxes[user]?.entries.count else { return }
    boxes[user]?.entries.removeAll(where: isGone)
    if boxes[user]?.entries.count != count { touch(user) }
  }

  mutating func mark(_ reading: InboxReading, by user: UserID) {
    switch reading {
    case .all(let token):
      boxes[user, default: Box()].readUpTo = max(boxes[user]?.readUpTo ?? 0, token.rawValue)
    case .items(let ids): boxes[user, default: Box()].read.formUnion(ids.prefix(Self.capacity))
    }
    touch(user)
  }

  /// How much is unread may be another number now.
  mutating func touch(_ user: UserID) {
    if isWatched(by: user), changed[user] == nil { changed.updateValue(nil, forKey: user) }
  }

  mutating func forgetChanges() { changed.removeAll(keepingCapacity: true) }
}

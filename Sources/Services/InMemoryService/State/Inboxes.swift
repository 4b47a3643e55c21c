import ChatDomain

/// The notifications of each user, in the order in which they came, and what the user marked as read. Invitations are kept
/// elsewhere.
struct Inboxes: Sendable {
  /// A notification about a message.
  struct Entry: Hashable, Tokened, Sendable {
    let kind: InboxItem.Kind
    let room: Int
    /// The token of the message.
    let message: UInt64
    let by: UserID
    /// The place in the inbox.
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

  /// Older entries are dropped.
  private static let capacity = 500

  private var boxes: [UserID: Box] = [:]
  /// The users whose inbox changed in this request, with the new entry if there is one.
  private(set) var changed: [UserID: Entry?] = [:]

  /// A user's entries, the lowest token first.
  func entries(of user: UserID) -> [Entry] { boxes[user]?.entries ?? [] }

  /// Whether the user marked an item as read.
  func isMarked(_ id: InboxItemID, at token: UInt64, by user: UserID) -> Bool {
    guard let box = boxes[user] else { return false }
    return token <= box.readUpTo || box.read.contains(id)
  }

  /// Sends the user events about changes from now on; without this call there are none.
  mutating func watch(for user: UserID) { boxes[user, default: Box()].isWatched = true }

  mutating func add(_ entry: Entry, for user: UserID) {
    var box = boxes[user] ?? Box()
    guard !box.entries.contains(where: { $0.id == entry.id }) else { return }
    box.entries.insert(inOrder: entry)
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

  /// Notes that the number of unread items may have changed.
  mutating func touch(_ user: UserID) {
    if boxes[user]?.isWatched == true, changed[user] == nil { changed.updateValue(nil, forKey: user) }
  }

  mutating func forgetChanges() { changed.removeAll() }
}

extension ServiceState {
  /// The users whose inbox a message belongs in, and why.
  private func concerned(by message: Message, in room: Int) -> [UserID: InboxItem.Kind] {
    guard message.countsAsUnread else { return [:] }
    var concerned: [UserID: InboxItem.Kind] = [:]
    if let quoted = message.quoted?.author.id { concerned[quoted] = .reply }
    if let parent = message.parentId?.token, let root = rooms[room].history[parent] {
      concerned[root.author.id] = .reply
    }
    for user in message.mentionedUsers + message.alsoMentioned { concerned[user] = .mention }
    concerned[message.author.id] = nil
    return concerned
  }

  /// Puts a message into the inboxes of the users it concerns.
  mutating func addToInboxes(_ message: Message, in room: Int) {
    for (user, kind) in concerned(by: message, in: room)
    where users.contains(user) && rooms[room].isMember(user) {
      inboxes.add(
        Inboxes.Entry(
          kind: kind, room: room, message: message.token, by: message.author.id, token: message.token),
        for: user)
    }
  }

  /// Updates the inboxes after a message was edited, or removes a deleted message from them.
  mutating func updateInboxes(_ message: Message, _ edited: Message?, in room: Int) {
    let before = concerned(by: message, in: room)
    let after = edited.map { concerned(by: $0, in: room) } ?? [:]
    for (user, kind) in before where after[user] != kind {
      inboxes.remove(for: user) { $0.room == room && $0.message == message.token && $0.kind != .reaction }
    }
    if edited == nil {
      inboxes.remove(for: message.author.id) { $0.room == room && $0.message == message.token }
    } else if let edited, before != after {
      addToInboxes(edited, in: room)
    }
  }

  /// Puts a reaction into the inbox of the message's author, or takes it out.
  mutating func updateInbox(
    reaction name: String, _ isOn: Bool, to message: Message, by user: UserID, in room: Int
  ) {
    guard message.author.id != user, users.contains(message.author.id) else { return }
    if isOn {
      inboxes.add(
        Inboxes.Entry(
          kind: .reaction, room: room, message: message.token, by: user, token: makeToken(), reaction: name),
        for: message.author.id)
    } else {
      inboxes.remove(for: message.author.id) {
        $0.room == room && $0.message == message.token && $0.by == user && $0.reaction == name
      }
    }
  }
}

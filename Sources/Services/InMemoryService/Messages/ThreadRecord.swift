import ChatDomain

/// The thread under one message, as a room stores it.
struct ThreadRecord: Sendable {
  /// What decides whose lists a thread is in, and where.
  struct Standing {
    let place: UInt64
    let involved: [UserID: Int]
  }

  /// All replies that have a place, including soft-deleted ones.
  private(set) var replies = OrderedLog<UInt64>()
  /// The replies that are not deleted, which are the ones counted.
  private(set) var live = OrderedLog<UInt64>()
  private(set) var authors: [UserID: OrderedLog<UInt64>] = [:]
  /// The number of messages in the thread, including the parent, that a user wrote or is mentioned in.
  private(set) var involved: [UserID: Int] = [:]
  /// How far users have read in the thread.
  var readers: [UserID: UInt64] = [:]
  /// As far as the others know.
  var toldReaders: [UserID: UInt64] = [:]
  /// Increases with each change.
  var updatedAt: UInt64 = 0
  /// The token of the thread in users' lists of threads; 0: it is in none.
  var place: UInt64 = 0

  var standing: Standing { Standing(place: place, involved: involved) }

  mutating func add(_ reply: MessageRecord) {
    replies.insert(reply.token)
    guard !reply.isDeleted else { return }
    live.insert(reply.token)
    authors[reply.author, default: OrderedLog()].insert(reply.token)
    involve(reply.involvedUsers)
    // Replying counts as having read everything before.
    readers[reply.author] = max(readers[reply.author] ?? 0, reply.token)
  }

  /// - Parameter isHard: whether its place is removed too.
  mutating func remove(_ reply: MessageRecord, isHard: Bool) {
    if isHard { replies.remove(reply.token) }
    guard live.remove(reply.token) != nil else { return }
    authors[reply.author]?.remove(reply.token)
    if authors[reply.author]?.isEmpty == true { authors[reply.author] = nil }
    release(reply.involvedUsers)
  }

  mutating func involve(_ users: some Sequence<UserID>) {
    for user in users { involved[user, default: 0] += 1 }
  }

  mutating func release(_ users: some Sequence<UserID>) {
    for user in users {
      guard let count = involved[user] else { continue }
      involved[user] = count > 1 ? count - 1 : nil
    }
  }

  /// At most five users, ordered by their number of replies and then by their last reply.
  var mostReplied: [UserID] {
    let most = 5
    var best: [(user: UserID, count: Int, last: UInt64)] = []
    for (user, tokens) in authors {
      guard let last = tokens.last else { continue }
      let place = best.firstIndex { ($0.count, $0.last) < (tokens.count, last) } ?? best.count
      guard place < most else { continue }
      best.insert((user, tokens.count, last), at: place)
      if best.count > most { best.removeLast() }
    }
    return best.map(\.user)
  }

  /// The number of replies by others after a user's read position.
  func unread(for user: UserID, since joined: UInt64) -> Int {
    live.count(after: max(joined, readers[user] ?? 0), notIn: authors[user] ?? OrderedLog())
  }

  /// The first reply by others after a user's read position.
  func firstUnread(for user: UserID, since joined: UInt64) -> UInt64? {
    let read = max(joined, readers[user] ?? 0)
    return live.first(after: read, notIn: authors[user] ?? OrderedLog())
  }
}

extension MessageRecord {
  /// The author and the mentioned users.
  var involvedUsers: Set<UserID> {
    countsAsUnread ? Set(mentionedOthers).union([author]) : []
  }
}

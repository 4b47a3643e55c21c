import ChatDomain

/// What a room knows of the thread under one message.
struct ThreadLedger: Sendable {
  /// Every reply that has a place, softly deleted ones too.
  private(set) var replies = OrderedLog<UInt64>()
  /// Those that were not deleted: they are counted.
  private(set) var live = OrderedLog<UInt64>()
  private(set) var authors: [UserID: OrderedLog<UInt64>] = [:]
  /// How many messages of the thread a person wrote or is mentioned in; the parent is one of them.
  private(set) var involved: [UserID: Int] = [:]
  /// How far people have read here.
  var readers: [UserID: UInt64] = [:]
  /// Rises with each change.
  var updatedAt: UInt64 = 0
  /// Under which token the thread stands in people's lists of threads; 0: in none.
  var place: UInt64 = 0

  mutating func add(_ reply: MessageRecord) {
    replies.insert(reply.token)
    guard !reply.isDeleted else { return }
    live.insert(reply.token)
    authors[reply.author, default: OrderedLog()].insert(reply.token)
    involve(reply.involvedUsers)
    // Who answers has read what was there.
    readers[reply.author] = max(readers[reply.author] ?? 0, reply.token)
  }

  /// - Parameter isHard: whether its place goes too.
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

  /// At most five people, by their number of replies and then by who replied last.
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

  /// How many replies of others came after what a person has read.
  func unread(for user: UserID, since joined: UInt64) -> Int {
    live.count(after: max(joined, readers[user] ?? 0), notIn: authors[user] ?? OrderedLog())
  }
}

extension MessageRecord {
  /// Who wrote it or is mentioned in it.
  var involvedUsers: Set<UserID> {
    countsAsUnread ? Set(mentionedOthers).union([author]) : []
  }
}

extension ThreadLedger {
  /// The first reply of others after what a person has read.
  func firstUnread(for user: UserID, since joined: UInt64) -> UInt64? {
    let read = max(joined, readers[user] ?? 0)
    return live.first(after: read, notIn: authors[user] ?? OrderedLog())
  }
}

import ChatDomain

/// Counts the unread messages of a room without iterating over it.
///
/// A user's unread count is the number of messages after a place, minus their own messages after it: two ranks in two
/// ordered logs, whatever the number of users and messages.
struct UnreadCounts: Sendable {
  private var readable = OrderedLog<UInt64>()
  private var authors: [UserID: OrderedLog<UInt64>] = [:]
  private var mentions: [UserID: OrderedLog<UInt64>] = [:]

  mutating func add(_ record: MessageRecord) {
    guard record.countsAsUnread, readable.insert(record.token) else { return }
    authors[record.author, default: OrderedLog()].insert(record.token)
    for user in record.mentionedOthers { mentions[user, default: OrderedLog()].insert(record.token) }
  }

  mutating func remove(_ record: MessageRecord) {
    guard readable.remove(record.token) != nil else { return }
    authors[record.author]?.remove(record.token)
    for user in record.mentionedOthers { mentions[user]?.remove(record.token) }
  }

  /// - Parameter ignored: people whose messages do not count.
  func unread(for user: UserID, after token: UInt64, ignoring ignored: Set<UserID> = []) -> Int {
    let all = readable.count(after: token, notIn: authors[user] ?? OrderedLog())
    return ignored.reduce(all) { $0 - (authors[$1]?.count(above: token) ?? 0) }
  }

  func mentions(of user: UserID, after token: UInt64, ignoring ignored: Set<UserID> = []) -> Int {
    guard let all = mentions[user] else { return 0 }
    let count = all.count(above: token)
    guard !ignored.isEmpty else { return count }
    let tokens = all.elements(in: (all.count - count)..<all.count)
    return tokens.count { token in !ignored.contains { authors[$0]?.contains(token) ?? false } }
  }

  /// The first message of others after a place.
  func firstUnread(for user: UserID, after token: UInt64) -> UInt64? {
    readable.first(after: token, notIn: authors[user] ?? OrderedLog())
  }
}

import ChatDomain

/// Everything the service keeps of one channel.
struct ChannelRoom: Sendable {
  var channel: Channel
  /// The two users of a direct channel, of whom one may have yet to come.
  let pair: DirectPair?
  /// The token of the channel's creation; the channel is ordered by this or by its last message, whichever is later.
  let createdToken: UInt64
  var members = RoomMembers()
  var rules = ChannelRules()
  var history = MessageHistory()
  /// By the token of the parent message.
  var threads: [UInt64: ThreadRecord] = [:]
  var typing = TypingSigns()
  /// The mentions of which users were notified.
  var notified: Set<MentionKey> = []

  init(channel: Channel, pair: DirectPair?, createdToken: UInt64) {
    self.channel = channel
    self.pair = pair
    self.createdToken = createdToken
  }

  var id: ChannelID { channel.id }
  var activity: UInt64 { max(createdToken, history.log.last?.token ?? 0) }

  func isMember(_ user: UserID) -> Bool { members.contains(user) }

  /// - Parameter ignored: people whose messages do not count.
  func readPosition(of user: UserID, ignoring ignored: Set<UserID>) -> ReadPosition {
    guard let member = members[user] else { return ReadPosition() }
    return ReadPosition(
      lastRead: member.lastRead.map { Timetoken($0) },
      unreadCount: history.reading.unread(for: user, after: member.readUpTo, ignoring: ignored),
      mentionCount: history.reading.mentions(of: user, after: member.readUpTo, ignoring: ignored),
      isMarkedUnread: member.isMarkedUnread)
  }

  /// The last message of the channel that a user is shown.
  ///
  /// - Parameter ignored: people whose messages are not.
  func lastRecord(ignoring ignored: Set<UserID>) -> MessageRecord? {
    guard !ignored.isEmpty else { return history.log.last }
    var rank = history.log.count
    while rank > 0 {
      rank -= 1
      let record = history.log.element(at: rank)
      if record.isSystem || !ignored.contains(record.author) { return record }
    }
    return nil
  }

  func readPosition(of user: UserID, inThreadUnder parent: UInt64) -> ThreadReadPosition {
    guard let thread = threads[parent] else { return ThreadReadPosition() }
    return ThreadReadPosition(
      lastRead: thread.readers[user].map { Timetoken($0) },
      unreadReplies: thread.unread(for: user, since: members[user]?.baseline ?? 0))
  }
}

/// The two users of a direct channel, in either order.
struct DirectPair: Hashable, Sendable {
  let first: UserID
  let second: UserID

  init(_ one: UserID, _ other: UserID) {
    first = min(one, other)
    second = max(one, other)
  }

  func partner(of user: UserID) -> UserID { user == first ? second : first }
}

struct MentionKey: Hashable, Sendable {
  let message: MessageID
  let user: UserID
}

/// Who is typing where, and until when.
struct TypingSigns: Sendable {
  private struct Key: Hashable, Sendable {
    let user: UserID
    let parent: MessageID?
  }

  private var ends: [Key: Timestamp] = [:]

  mutating func start(_ user: UserID, under parent: MessageID?, at now: Timestamp, until end: Timestamp) {
    ends = ends.filter { $0.value > now }
    ends[Key(user: user, parent: parent)] = end
  }

  /// - Returns: whether the user was typing there.
  mutating func stop(_ user: UserID, under parent: MessageID?, at now: Timestamp) -> Bool {
    guard let end = ends.removeValue(forKey: Key(user: user, parent: parent)) else { return false }
    return end > now
  }

  mutating func remove(_ user: UserID) { ends = ends.filter { $0.key.user != user } }
}

import ChatDomain

/// Everything the service keeps of one channel.
struct ChannelRoom: Sendable {
  var channel: Channel
  /// The two users of a direct channel, one of whom may not have joined yet.
  let pair: DirectPair?
  /// The token of the channel's creation. It places the channel in the lists until there is a later message.
  let createdToken: UInt64
  var members = RoomMembers()
  var rules = ChannelRules()
  var history = MessageHistory()
  var typing = TypingSigns()
  /// The mentions whose users were notified.
  var notified: Set<MentionKey> = []

  var id: ChannelID { channel.id }
  var activity: UInt64 { max(createdToken, history.log.last?.token ?? 0) }

  func isMember(_ user: UserID) -> Bool { members.contains(user) }

  /// - Parameter ignored: people whose messages do not count.
  func readPosition(of user: UserID, ignoring ignored: Set<UserID>) -> ReadPosition {
    guard let member = members[user] else { return ReadPosition() }
    let unread = history.unread(for: user, after: member.readUpTo, ignoring: ignored)
    return ReadPosition(
      lastRead: member.lastRead.map { Timetoken($0) }, unreadCount: unread.count,
      mentionCount: unread.count { $0.mentions(user) },
      isMarkedUnread: member.isMarkedUnread)
  }

  func readPosition(of user: UserID, inThreadUnder parent: UInt64) -> ThreadReadPosition {
    ThreadReadPosition(
      lastRead: history.threads[parent]?.readers[user].map { Timetoken($0) },
      unreadReplies: history.unreadReplies(under: parent, for: user, since: members[user]?.baseline ?? 0)
        .count)
  }

  /// The last message of the channel that a user is shown.
  ///
  /// - Parameter ignored: people whose messages are not shown.
  func lastMessage(ignoring ignored: Set<UserID>) -> Message? {
    history.log.last { $0.kind == .system || !ignored.contains($0.author.id) }
  }
}

/// The members of a room.
struct RoomMembers: Sendable {
  struct Member: Tokened, Sendable {
    let user: UserID
    let joinedAt: Timestamp
    /// The token of joining, which is the member's place in the list.
    let token: UInt64
    /// Messages up to this token never count as unread for the member.
    let baseline: UInt64
    fileprivate(set) var lastRead: UInt64?
    fileprivate(set) var isMarkedUnread = false
    /// The read position that is shared with the others.
    fileprivate(set) var toldRead: UInt64?

    var readUpTo: UInt64 { max(baseline, lastRead ?? 0) }
  }

  private var members: [UserID: Member] = [:]

  var count: Int { members.count }
  /// In no order.
  var ids: some Collection<UserID> { members.keys }
  /// In the order in which they joined.
  var inOrder: [Member] { members.values.sorted { $0.token < $1.token } }

  subscript(user: UserID) -> Member? { members[user] }

  func contains(_ user: UserID) -> Bool { members[user] != nil }

  mutating func add(_ member: Member) { members[member.user] = member }

  /// - Returns: whether the user was a member.
  mutating func remove(_ user: UserID) -> Bool { members.removeValue(forKey: user) != nil }

  /// Moves a member's read position forward, and never back: a request may come late or twice.
  ///
  /// - Parameter isTold: whether the position is shared with the others.
  /// - Returns: whether it moved.
  mutating func markRead(upTo token: UInt64, by user: UserID, isTold: Bool) -> Bool {
    guard let member = members[user] else { return false }
    if isTold { members[user]?.toldRead = max(token, member.toldRead ?? 0) }
    guard token > member.lastRead ?? 0 else { return false }
    members[user]?.lastRead = token
    return true
  }

  /// - Returns: whether the mark changed.
  mutating func setMarkedUnread(_ isMarked: Bool, by user: UserID) -> Bool {
    guard let member = members[user], member.isMarkedUnread != isMarked else { return false }
    members[user]?.isMarkedUnread = isMarked
    return true
  }

  /// The read positions that are shared with the others.
  var toldPositions: [UserID: UInt64] { members.compactMapValues(\.toldRead) }
}

/// The roles of members and what each act needs. By default everyone may do everything except delete the messages of
/// others.
struct ChannelRules: Hashable, Sendable {
  private var roles: [UserID: MemberRole] = [:]
  private var needed: [ChannelAct: MemberRole] = [.deleteOthers: .moderator]
  /// Whether people can ask to join.
  var takesKnocks = false

  init(owner: UserID? = nil) { if let owner { roles[owner] = .owner } }

  func role(of user: UserID) -> MemberRole { roles[user] ?? .member }

  mutating func set(_ role: MemberRole, of user: UserID) { roles[user] = role == .member ? nil : role }

  mutating func require(_ role: MemberRole, for act: ChannelAct) {
    needed[act] = role == .member ? nil : role
  }

  func refusal(of act: ChannelAct, by user: UserID) -> ChatError.Refusal? {
    guard let needed = needed[act], role(of: user) < needed else { return nil }
    return .needsRole(needed)
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

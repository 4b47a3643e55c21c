import ChatDomain

/// Everything the service keeps of one channel.
struct ChannelRoom: Sendable {
  var channel: Channel
  /// The channel's messages, including replies that are also shown in it.
  var log = OrderedLog<MessageRecord>()
  /// Replies shown only in their thread.
  var replies = OrderedLog<MessageRecord>()
  /// By the token of the parent message.
  var threads: [UInt64: ThreadLedger] = [:]
  var reading = UnreadLedger()
  var pins = PinBoard()
  /// Hard-deleted messages, so that deleting one again is no error.
  var gone: Set<UInt64> = []
  /// Messages that were delivered to the users online and not stored.
  var passing: Set<MessageID> = []
  var members: [UserID: Member] = [:]
  var memberOrder = OrderedLog<MemberPlace>()
  var invited: [UserID: PendingInvitation] = [:]
  /// The two users of a direct channel, of whom one may have yet to come.
  var pair: DirectPair?
  /// The mentions that users were notified of.
  var told: Set<MentionKey> = []
  /// Who is typing where, and until when.
  var typing: [TypingKey: Timestamp] = [:]
  /// The token of the channel's creation; the channel is ordered by this or by its last message, whichever is later.
  let createdToken: UInt64

  init(channel: Channel, createdToken: UInt64) {
    self.channel = channel
    self.createdToken = createdToken
  }

  var id: ChannelID { channel.id }
  var activity: UInt64 { max(createdToken, log.last?.token ?? 0) }

  func record(_ token: UInt64) -> MessageRecord? { log[token] ?? replies[token] }

  /// Changes a message, whether it is in the channel's log or among the replies.
  mutating func modify(_ token: UInt64, _ change: (inout MessageRecord) -> Void) {
    if log.modify(token, change) == nil { replies.modify(token, change) }
  }

  func isMember(_ user: UserID) -> Bool { members[user] != nil }
}

/// A member of a room.
struct Member: Sendable {
  let joinedAt: Timestamp
  /// The token of joining, which is the member's place in the list.
  let place: UInt64
  /// Messages from before the user joined are not unread.
  let baseline: UInt64
  var lastRead: UInt64?

  var readUpTo: UInt64 { max(baseline, lastRead ?? 0) }
}

/// An invitation that was neither accepted nor declined.
struct PendingInvitation: Sendable {
  let by: UserID
  let at: Timestamp
  let token: UInt64
}

struct MemberPlace: Tokened, Sendable {
  let token: UInt64
  let user: UserID
}

struct MentionKey: Hashable, Sendable {
  let message: MessageID
  let user: UserID
}

struct TypingKey: Hashable, Sendable {
  let user: UserID
  let parent: MessageID?
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

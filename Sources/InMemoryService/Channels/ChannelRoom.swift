import ChatDomain

/// Everything that the service keeps of one channel.
struct ChannelRoom: Sendable {
  var channel: Channel
  /// What the channel shows, replies that are shown in it too.
  var log = OrderedLog<MessageRecord>()
  /// Replies that only their thread shows.
  var replies = OrderedLog<MessageRecord>()
  /// By the token of the message they are under.
  var threads: [UInt64: ThreadLedger] = [:]
  var reading = UnreadLedger()
  var pins = PinBoard()
  /// What was deleted for good, so that deleting it again is no error.
  var gone: Set<UInt64> = []
  /// Messages that were told to who was there and not stored.
  var passing: Set<MessageID> = []
  var members: [UserID: Member] = [:]
  var memberOrder = OrderedLog<MemberPlace>()
  /// Who was told that a message mentions them.
  var told: Set<MentionKey> = []
  /// Until when somebody types, and where.
  var typing: [TypingKey: Timestamp] = [:]
  /// The token that gives the channel its place among others: that of its making or of its last message.
  let createdToken: UInt64

  init(channel: Channel, createdToken: UInt64) {
    self.channel = channel
    self.createdToken = createdToken
  }

  var id: ChannelID { channel.id }
  var activity: UInt64 { max(createdToken, log.last?.token ?? 0) }

  func record(_ token: UInt64) -> MessageRecord? { log[token] ?? replies[token] }

  /// Changes a message wherever it lies.
  mutating func modify(_ token: UInt64, _ change: (inout MessageRecord) -> Void) {
    if log.modify(token, change) == nil { replies.modify(token, change) }
  }

  func isMember(_ user: UserID) -> Bool { members[user] != nil }
}

/// A person in a room.
struct Member: Sendable {
  let joinedAt: Timestamp
  /// The token of the joining, which is the member's place in the list.
  let place: UInt64
  /// What was there before the person came is not unread.
  let baseline: UInt64
  var lastRead: UInt64?

  var readUpTo: UInt64 { max(baseline, lastRead ?? 0) }
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

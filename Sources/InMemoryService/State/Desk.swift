import ChatDomain

/// Everything the service keeps for one user.
struct Desk: Sendable {
  /// The rooms the user is a member of.
  var rooms: Set<Int> = []
  /// The rooms by their latest activity; created on first use and kept up to date from then on.
  var channels: OrderedLog<ChannelPlace>?
  var threads = OrderedLog<ThreadPlace>()
  /// The rooms the user is invited to, by the token of the invitation.
  var invitations = OrderedLog<ChannelPlace>()
  /// What the user wants of a room; nothing for most.
  var preferences: [Int: ChannelPreferences] = [:]
  var shelf = DraftShelf()
  var transactions: [TransactionID: TransactionOutcome] = [:]
  /// Nil until the user has a device.
  var events: EventLog?
  var presence = PresenceRecord()
}

struct ChannelPlace: Tokened, Sendable {
  let token: UInt64
  let room: Int
}

struct ThreadPlace: Tokened, Sendable {
  let token: UInt64
  let room: Int
  let parent: UInt64
}

/// The result of a transaction, in case it is sent again.
enum TransactionOutcome: Sendable {
  case message(room: Int, token: UInt64)
  /// The message is in no history: it was sent without storing, or hard-deleted.
  indirect case answer(Message)
}

/// Whether a user is online, and when they last were.
struct PresenceRecord: Sendable {
  /// The open event streams.
  var streams: Set<Int> = []
  var lastSeen: Timestamp?
  /// Whether the user appears online without a device.
  var isAlwaysOnline = false

  var presence: Presence {
    streams.isEmpty && !isAlwaysOnline ? .offline(since: lastSeen) : .online
  }
}

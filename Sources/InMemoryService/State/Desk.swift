import ChatDomain

/// Everything that the service keeps for one person.
struct Desk: Sendable {
  /// The rooms the person is in.
  var rooms: Set<Int> = []
  /// These by their latest activity; made when it is first asked for and kept up from then on.
  var channels: OrderedLog<ChannelPlace>?
  var threads = OrderedLog<ThreadPlace>()
  var shelf = DraftShelf()
  var transactions: [TransactionID: TransactionOutcome] = [:]
  /// Nil until the person has a device.
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

/// What became of something that was sent, in case it is sent again.
enum TransactionOutcome: Sendable {
  case message(room: Int, token: UInt64)
  /// The message is in no history: it was not to be stored, or it was deleted for good.
  indirect case answer(Message)
}

/// When a person was there.
struct PresenceRecord: Sendable {
  /// The event streams that are open.
  var streams: Set<Int> = []
  var lastSeen: Timestamp?
  /// Set for people who are there without a device.
  var isAlwaysOnline = false

  var presence: Presence {
    streams.isEmpty && !isAlwaysOnline ? .offline(since: lastSeen) : .online
  }
}

import ChatDomain

/// The events for all users who have a device. Others have no log, so that a large channel does not store events that
/// nobody reads.
struct EventLogs: Sendable {
  private let capacity: Int
  private var logs: [UserID: EventLog] = [:]
  /// The users with a log.
  private(set) var users: Set<UserID> = []
  /// The users with new events since the last call of `forgetAddressed`.
  private(set) var addressed: Set<UserID> = []

  /// Who is told nothing of whom.
  var ignored = IgnoredPeople()

  /// - Parameter capacity: the number of events remembered for each user.
  init(capacity: Int) { self.capacity = capacity }

  /// Keeps the events for a user from now on.
  mutating func open(for user: UserID) {
    guard users.insert(user).inserted else { return }
    logs[user] = EventLog(capacity: capacity)
  }

  /// The number of a user's last event; 0 if there was none.
  func lastSequence(of user: UserID) -> UInt64 { logs[user]?.lastSequence ?? 0 }

  /// At most `limit` events after a number; nil if some of them are forgotten or the number is not from this service.
  func events(of user: UserID, after sequence: UInt64, limit: Int) -> [SharedEvent]? {
    logs[user]?.events(after: sequence, limit: limit)
  }

  /// Forgets all events of a user: whoever follows them has to load everything again.
  mutating func forget(for user: UserID) {
    guard logs[user]?.forget() != nil else { return }
    addressed.insert(user)
  }

  mutating func forgetAddressed() { addressed.removeAll(keepingCapacity: true) }

  // MARK: Sending

  mutating func send(_ event: ChatEvent, to user: UserID) { send(SharedEvent(.event(event)), to: user) }

  mutating func send(_ event: ChatEvent, to members: RoomMembers, except left: UserID? = nil) {
    let shared = SharedEvent(.event(event))
    for user in members.ids(among: users) where user != left { send(shared, to: user) }
  }

  /// Sends the event of a message that was just stored.
  mutating func sendCreated(_ record: MessageRecord, in room: Int, to members: RoomMembers) {
    let shared = SharedEvent(.created(record, room: room))
    for user in members.ids(among: users) { send(shared, to: user) }
  }

  /// Sends an event about a message. Its transaction is visible only to the sender.
  mutating func send(about message: Message, to members: RoomMembers, _ event: (Message) -> ChatEvent) {
    let author = message.author.id
    var anonymous = message
    anonymous.transactionId = nil
    let shared = SharedEvent(.event(event(anonymous)))
    for user in members.ids(among: users) {
      if user == author, message.transactionId != nil {
        send(event(message), to: user)
      } else {
        send(shared, to: user)
      }
    }
  }

  private mutating func send(_ event: SharedEvent, to user: UserID) {
    let ignored = ignored[user]
    if !ignored.isEmpty, let origin = event.origin, ignored.contains(origin) { return }
    guard logs[user]?.append(event) != nil else { return }
    addressed.insert(user)
  }
}

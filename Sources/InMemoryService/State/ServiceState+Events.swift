import ChatDomain

extension ServiceState {
  mutating func tell(_ user: UserID, _ event: ChatEvent) {
    tell(user, SharedEvent(.event(event)))
  }

  private mutating func tell(_ user: UserID, _ event: SharedEvent) {
    guard desks[user]?.events?.append(event) != nil else { return }
    addressed.insert(user)
  }

  mutating func tellMembers(of room: Int, but left: UserID? = nil, _ event: ChatEvent) {
    let shared = SharedEvent(.event(event))
    for user in audience(of: room) where user != left { tell(user, shared) }
  }

  /// Sends the event of a message that was just stored.
  mutating func tellMembers(of room: Int, created record: MessageRecord) {
    let shared = SharedEvent(.created(record, room: room))
    for user in audience(of: room) { tell(user, shared) }
  }

  /// An event as a user gets it.
  func event(_ shared: SharedEvent, for user: UserID) -> ChatEvent {
    switch shared.content {
    case .event(let event): return withPresentQuote(event)
    case .created(let record, let room):
      var message = message(record, in: room, for: user)
      // A thread began later, and has events of its own.
      message.threadInfo = nil
      return .messageCreated(message)
    }
  }

  /// Sends an event about a message. Its transaction is visible only to the sender.
  mutating func tellMembers(of room: Int, about message: Message, _ event: (Message) -> ChatEvent) {
    let author = message.author.id
    var anonymous = message
    anonymous.transactionId = nil
    let shared = SharedEvent(.event(event(anonymous)))
    for user in audience(of: room) {
      if user == author, message.transactionId != nil {
        tell(user, event(message))
      } else {
        tell(user, shared)
      }
    }
  }

  /// The members who have a device. Others have no log, so that a large channel does not store events nobody reads.
  private func audience(of room: Int) -> [UserID] {
    members(of: room, among: listeners)
  }

  /// The members who are in a set, found by iterating over the smaller of the two.
  func members(of room: Int, among users: Set<UserID>) -> [UserID] {
    if users.count < rooms[room].members.count { return users.filter { rooms[room].isMember($0) } }
    return rooms[room].members.keys.filter(users.contains)
  }
}

import ChatDomain

/// The latest events for one user, numbered without gaps; the oldest are forgotten.
struct EventLog: Sendable {
  private let capacity: Int
  /// Once it is full, each event takes the place of the oldest.
  private var events: [ChatEvent] = []
  private(set) var lastSequence: UInt64 = 0
  /// No client can resume from before this number.
  private var firstSequence: UInt64 = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  var count: Int { events.count }

  mutating func append(_ event: ChatEvent) {
    lastSequence += 1
    if count < capacity {
      events.append(event)
    } else {
      events[index(of: lastSequence)] = event
    }
  }

  /// Forgets all events, so that no client can resume.
  mutating func forget() {
    // A placeholder that is never delivered: a client that has the last real event can no longer resume.
    append(.channelUpdated(Channel(id: "", type: .group, createdAt: Timestamp(seconds: 0))))
    firstSequence = lastSequence
  }

  /// At most `limit` events after a number; nil if some of them are forgotten or the number is not from this service.
  func events(after sequence: UInt64, limit: Int) -> [ChatEvent]? {
    guard sequence >= firstSequence, sequence <= lastSequence, lastSequence - sequence <= UInt64(count) else {
      return nil
    }
    let end = sequence + min(lastSequence - sequence, UInt64(limit))
    return (sequence..<end).map { events[index(of: $0 + 1)] }
  }

  private func index(of sequence: UInt64) -> Int { Int((sequence - 1) % UInt64(capacity)) }
}

/// The events for all users who have a device. Others have no log, which nothing would read.
struct EventLogs: Sendable {
  private let capacity: Int
  private var logs: [UserID: EventLog] = [:]
  private var ignored: [UserID: Set<UserID>] = [:]
  /// The users with new events since the last call of `forgetAddressed`.
  private(set) var addressed: Set<UserID> = []

  /// - Parameter capacity: the number of events remembered for each user.
  init(capacity: Int) { self.capacity = capacity }

  /// The users with a log.
  var users: some Collection<UserID> { logs.keys }

  /// Keeps the events for a user from now on.
  mutating func open(for user: UserID) {
    if logs[user] == nil { logs[user] = EventLog(capacity: capacity) }
  }

  /// The number of a user's last event; 0 if there was none.
  func lastSequence(of user: UserID) -> UInt64 { logs[user]?.lastSequence ?? 0 }

  /// At most `limit` events after a number; nil if some of them are forgotten or the number is not from this service.
  func events(of user: UserID, after sequence: UInt64, limit: Int) -> [ChatEvent]? {
    logs[user]?.events(after: sequence, limit: limit)
  }

  /// Forgets all events of a user: their clients have to load everything again.
  private mutating func forget(for user: UserID) {
    guard logs[user]?.forget() != nil else { return }
    addressed.insert(user)
  }

  mutating func forgetAddressed() { addressed.removeAll() }

  // MARK: Ignored people

  func ignored(by user: UserID) -> Set<UserID> { ignored[user] ?? [] }

  /// Ignores a person, whose events are then withheld, or ends that. All earlier events for the user are forgotten, so that clients
  /// load everything again.
  mutating func setIgnored(_ isIgnored: Bool, _ other: UserID, by user: UserID) {
    guard isIgnored != self.ignored(by: user).contains(other) else { return }
    if isIgnored { ignored[user, default: []].insert(other) } else { ignored[user]?.remove(other) }
    forget(for: user)
  }

  // MARK: Sending

  mutating func send(_ event: ChatEvent, to user: UserID) {
    if let origin = event.origin, ignored(by: user).contains(origin) { return }
    guard logs[user]?.append(event) != nil else { return }
    addressed.insert(user)
  }

  mutating func send(_ event: ChatEvent, to members: RoomMembers, except left: UserID? = nil) {
    for user in users where user != left && members.contains(user) { send(event, to: user) }
  }

  /// Sends an event about a message. Its transaction is visible only to the sender.
  mutating func send(about message: Message, to members: RoomMembers, _ event: (Message) -> ChatEvent) {
    var anonymous = message
    anonymous.transactionId = nil
    for user in users where members.contains(user) {
      send(event(user == message.author.id ? message : anonymous), to: user)
    }
  }
}

extension ChatEvent {
  /// The user who caused the event, if users who ignore that user do not get it.
  fileprivate var origin: UserID? {
    switch self {
    case .messageCreated(let message), .messageUpdated(let message):
      message.kind == .system ? nil : message.author.id
    case .typing(let event): event.user.id
    case .invited(let invitation): invitation.invitedBy.id
    case .mentioned(let event): event.by
    case .readPositionChanged(_, let user, _): user
    case .threadReceiptChanged(let event): event.userId
    default: nil
    }
  }
}

/// The content of this service's event tokens: which service it was, and the number of an event.
struct StreamPosition: Hashable, Sendable {
  let epoch: Int64
  let sequence: UInt64

  var token: EventToken { EventToken("\(epoch).\(sequence)") }
}

extension StreamPosition {
  init?(_ token: EventToken) {
    let parts = token.rawValue.split(separator: ".")
    guard parts.count == 2, let epoch = Int64(parts[0]), let sequence = UInt64(parts[1]) else { return nil }
    self.init(epoch: epoch, sequence: sequence)
  }
}

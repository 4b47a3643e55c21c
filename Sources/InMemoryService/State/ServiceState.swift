import ChatDomain

/// All that the service knows, and what happens to it: a value without time, tasks or devices of its own.
struct ServiceState: Sendable {
  let configuration: ServiceConfiguration
  private(set) var now: Timestamp
  private var lastToken: UInt64 = 0

  var people: [UserID: User] = [:]
  /// How people are looked for, and channels.
  var names = NameIndex<UserID>()
  var roomNames = NameIndex<ChannelID>()
  var desks: [UserID: Desk] = [:]
  var rooms: [ChannelRoom] = []
  var roomNumbers: [ChannelID: Int] = [:]
  var directRooms: [DirectPair: Int] = [:]
  var vault: FileVault
  var expiries = ExpiryHeap()
  /// Those with an event log: they have a device.
  var listeners: Set<UserID> = []
  /// Those whose channels are kept in order.
  var listers: Set<UserID> = []
  /// Those for whom events came since this was last emptied.
  var addressed: Set<UserID> = []

  init(configuration: ServiceConfiguration, now: Timestamp) {
    self.configuration = configuration
    self.now = now
    vault = FileVault(limits: configuration.limits)
  }

  /// Takes over the time, which for the service never goes back, and lets go what has expired.
  mutating func begin(at time: Timestamp) {
    now = max(now, time)
    expireMessages()
  }

  /// The next token: it tells the time where it can, and is higher than all before in any case.
  mutating func makeToken() -> UInt64 { makeToken(at: now) }

  mutating func makeToken(at time: Timestamp) -> UInt64 {
    // A tenth of a microsecond is the unit, as it is in the service the idea comes from.
    lastToken = max(lastToken + 1, UInt64(max(0, time.microseconds)) &* 10)
    return lastToken
  }

  var latestToken: UInt64 { lastToken }

  // MARK: Looking up

  func user(_ id: UserID) throws(ChatError) -> User {
    guard let user = people[id] else { throw .refused(.notFound("person \(id)")) }
    return user
  }

  /// The person, or what is known of one who is not there any more.
  func knownUser(_ id: UserID) -> User { people[id] ?? User(id: id) }

  func room(_ id: ChannelID) throws(ChatError) -> Int {
    guard let number = roomNumbers[id] else { throw .refused(.notFound("channel \(id)")) }
    return number
  }

  /// The room, for somebody who is in it.
  func room(_ id: ChannelID, for user: UserID) throws(ChatError) -> Int {
    let number = try room(id)
    guard rooms[number].isMember(user) else { throw .refused(.notAMember) }
    return number
  }

  func record(_ id: MessageID, in room: Int) throws(ChatError) -> MessageRecord {
    guard let token = id.token, let record = rooms[room].record(token) else {
      throw .refused(.notFound("message \(id)"))
    }
    return record
  }
}

/// Two people, whichever asks.
struct DirectPair: Hashable, Sendable {
  let first: UserID
  let second: UserID

  init(_ one: UserID, _ other: UserID) {
    first = min(one, other)
    second = max(one, other)
  }
}

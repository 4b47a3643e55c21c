import ChatDomain

/// The complete state of the service and its logic: a value without time, tasks or devices of its own.
struct ServiceState: Sendable {
  let configuration: ServiceConfiguration
  private(set) var limits: ServiceLimits
  private(set) var now: Timestamp
  private var lastToken: UInt64 = 0

  var people: [UserID: User] = [:]
  /// The searchable names of users and channels.
  var names = NameIndex<UserID>()
  var roomNames = NameIndex<ChannelID>()
  var desks: [UserID: Desk] = [:]
  var rooms: [ChannelRoom] = []
  var roomNumbers: [ChannelID: Int] = [:]
  var directRooms: [DirectPair: Int] = [:]
  var vault: FileVault
  var expiries = ExpiryHeap()
  /// The users with an event log: they have a device.
  var listeners: Set<UserID> = []
  /// The users whose channels are kept in order.
  var listers: Set<UserID> = []
  /// The users with new events since this was last emptied.
  var addressed: Set<UserID> = []

  init(configuration: ServiceConfiguration, now: Timestamp) {
    self.configuration = configuration
    self.now = now
    limits = configuration.limits
    vault = FileVault(limits: limits, guardsFiles: configuration.abilities.contains(.guardsFiles))
  }

  /// Sets the time, which never goes back for the service, and removes expired messages.
  mutating func begin(at time: Timestamp) {
    now = max(now, time)
    expireMessages()
  }

  /// Makes the next token: derived from the time if possible, and always higher than all before.
  mutating func makeToken() -> UInt64 { makeToken(at: now) }

  mutating func makeToken(at time: Timestamp) -> UInt64 {
    // The unit is a tenth of a microsecond, as in the service this idea comes from.
    lastToken = max(lastToken + 1, UInt64(max(0, time.microseconds)) &* 10)
    return lastToken
  }

  var latestToken: UInt64 { lastToken }

  func can(_ ability: ServiceAbility) -> Bool { configuration.abilities.contains(ability) }

  mutating func setLimits(_ limits: ServiceLimits) {
    guard limits != self.limits else { return }
    self.limits = limits
    vault.limits = limits
    for user in listeners { tell(user, .limitsChanged(limits)) }
  }

  // MARK: Looking up

  func user(_ id: UserID) throws(ChatError) -> User {
    guard let user = people[id] else { throw .refused(.notFound("person \(id)")) }
    return user
  }

  /// The user, or a placeholder if the user no longer exists.
  func knownUser(_ id: UserID) -> User { people[id] ?? User(id: id) }

  func room(_ id: ChannelID) throws(ChatError) -> Int {
    guard let number = roomNumbers[id] else { throw .refused(.notFound("channel \(id)")) }
    return number
  }

  /// The room, for a member.
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

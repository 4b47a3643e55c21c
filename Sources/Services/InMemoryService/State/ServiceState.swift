import ChatDomain
import DraftEngine

/// The whole state of the service, and the invariants between its parts: a value without tasks or devices.
///
/// `ChannelRequests` and types like it check and carry out the requests of users.
struct ServiceState: Sendable {
  enum TransactionOutcome: Sendable {
    case message(room: Int, token: UInt64)
    /// The message is in no history: it was sent without storing, or hard-deleted.
    case answer(Message)
  }

  private struct Expiry: Tokened, Sendable {
    let expiresAt: Timestamp
    let room: Int
    let token: UInt64
  }

  private(set) var configuration: ServiceConfiguration
  /// The service's time, which never goes back.
  private(set) var now: Timestamp
  private(set) var latestToken: UInt64 = 0
  /// Whether tokens are counted instead of derived from the time, so that loaded messages get the same ones at each start.
  var countsTokens = false
  private(set) var users = UserDirectory()
  var rooms: [ChannelRoom] = []
  private var roomNumbers: [ChannelID: Int] = [:]
  private var directNumbers: [DirectPair: Int] = [:]
  var channelLists = ChannelLists()
  var invitations = Invitations()
  var spaces = SpaceList()
  var knocks = KnockList()
  var events: EventLogs
  /// The outcomes of transactions, in case one is sent again.
  var transactions: [UserID: [TransactionID: TransactionOutcome]] = [:]
  var drafts: [UserID: UserDrafts] = [:]
  var inboxes = Inboxes()
  var encryption = EncryptionRecords()
  var files: FileStore
  /// The messages that expire, the next one first.
  private var expiries: [Expiry] = []

  init(configuration: ServiceConfiguration, now: Timestamp) {
    self.configuration = configuration
    self.now = now
    events = EventLogs(capacity: configuration.eventLogCapacity)
    files = FileStore(
      limits: configuration.limits, guardsFiles: configuration.abilities.contains(.guardsFiles))
  }

  /// Sets the time, which never goes back for the service, and removes expired messages.
  mutating func begin(at time: Timestamp) {
    now = max(now, time)
    while let due = expiries.first, due.expiresAt <= now {
      expiries.removeFirst()
      guard let message = rooms[due.room].history[due.token] else { continue }
      remove(message, from: due.room, isHard: true)
    }
  }

  /// Counts tokens from a number, until `countsTokens` is set to false.
  mutating func countTokens(from first: UInt64) {
    countsTokens = true
    latestToken = max(latestToken, first)
  }

  /// Makes the next token: derived from the time if possible, and always higher than all before.
  mutating func makeToken() -> UInt64 { makeToken(at: now) }

  mutating func makeToken(at time: Timestamp) -> UInt64 {
    // The unit is a tenth of a microsecond, as in the service this idea comes from.
    let timed = countsTokens ? 0 : UInt64(max(0, time.microseconds)) &* 10
    latestToken = max(latestToken + 1, timed)
    return latestToken
  }

  func can(_ ability: ServiceAbility) -> Bool { configuration.abilities.contains(ability) }

  /// Throws if the service lacks an ability.
  func require(_ needs: Set<ServiceAbility>) throws(ChatError) {
    if let refusal = configuration.abilities.refusal(ofNeeding: needs) { throw .refused(refusal) }
  }

  /// Throws if an act needs a higher role in the channel than the user has.
  func check(_ act: ChannelAct, by user: UserID, in room: Int) throws(ChatError) {
    if let refusal = rooms[room].rules.refusal(of: act, by: user) { throw .refused(refusal) }
  }

  /// The members that a message mentions without naming them: all others, if it mentions everyone and its author may do that.
  func everyone(mentionedBy message: Message, in room: Int) -> [UserID] {
    guard message.elements.mentionsEveryone,
      rooms[room].rules.refusal(of: .mentionEverybody, by: message.author.id) == nil
    else { return [] }
    return rooms[room].members.ids.filter { $0 != message.author.id }.sorted()
  }

  var limits: ServiceLimits { configuration.limits }

  mutating func setLimits(_ limits: ServiceLimits) {
    guard limits != self.limits else { return }
    configuration.limits = limits
    files.limits = limits
    for user in events.users { events.send(.limitsChanged(limits), to: user) }
  }

  // MARK: Rooms

  /// The number of a channel's room; nil if there is no such channel.
  func number(of id: ChannelID) -> Int? { roomNumbers[id] }

  /// The room of a channel.
  func room(_ id: ChannelID) throws(ChatError) -> Int {
    guard let number = roomNumbers[id] else { throw .refused(.notFound("channel \(id)")) }
    return number
  }

  /// The room of a channel; throws if the user is not a member.
  func room(_ id: ChannelID, for user: UserID) throws(ChatError) -> Int {
    let number = try room(id)
    guard rooms[number].isMember(user) else { throw .refused(.notAMember) }
    return number
  }

  /// The direct channel of two users; nil if there is none, or nothing can be sent there because the service cannot encrypt.
  func directRoom(of pair: DirectPair) -> Int? {
    directNumbers[pair].flatMap { rooms[$0].channel.isEncrypted && !can(.encrypts) ? nil : $0 }
  }

  mutating func addRoom(_ channel: Channel, pair: DirectPair? = nil, at time: Timestamp) -> Int {
    let number = rooms.count
    rooms.append(ChannelRoom(channel: channel, pair: pair, createdToken: makeToken(at: time)))
    roomNumbers[channel.id] = number
    if let pair { directNumbers[pair] = number }
    return number
  }

  /// Gives a space a room under its name, for invitations and searches; the room has no members.
  mutating func keepRoom(of space: Space) {
    if let room = roomNumbers[space.id] {
      rooms[room].channel.name = space.name
    } else {
      _ = addRoom(Channel(id: space.id, name: space.name, type: .group, createdAt: now), at: now)
    }
  }

  /// Changes a channel, and sends its members the event.
  ///
  /// Changes at the same moment get different times, so a client that gets them in the wrong order keeps the later one.
  mutating func changeChannel(of room: Int, _ change: (inout Channel) -> Void) {
    change(&rooms[room].channel)
    rooms[room].channel.updatedAt = max(now, rooms[room].channel.updatedAt + .microseconds(1))
    events.send(.channelUpdated(rooms[room].channel), to: rooms[room].members)
  }

  // MARK: People

  mutating func add(_ user: User) { users.add(user) }

  /// Adds a user's first device: from now on events are kept for the user.
  mutating func addDevice(of user: UserID) -> User {
    if !users.contains(user) { users.add(User(id: user)) }
    events.open(for: user)
    return users.known(user)
  }

  /// Changes a user's presence, and informs the users who share a channel with them.
  mutating func changePresence(of user: UserID, _ change: (inout PresenceRecord) -> Void) {
    guard let presence = users.changePresence(of: user, at: now, change), can(.tellsPresence) else { return }
    let event = ChatEvent.presenceChanged(userId: user, presence)
    for other in events.users where other != user && channelLists.shareRoom(user, other) {
      events.send(event, to: other)
    }
  }

  mutating func addMember(
    _ user: UserID, to room: Int, at time: Timestamp, baseline: UInt64
  ) -> Membership {
    rooms[room].members.add(
      RoomMembers.Member(user: user, joinedAt: time, token: makeToken(at: time), baseline: baseline))
    channelLists.join(room, by: user)
    return membership(of: user, in: room)
  }

  mutating func removeMember(_ user: UserID, of room: Int) {
    guard rooms[room].members.remove(user) else { return }
    rooms[room].typing.remove(user)
    channelLists.remove(room, of: user)
  }

  /// Ends a user's request to join a room, and sends an event to the users who see it.
  mutating func endKnock(of user: UserID, on room: Int) {
    if knocks.remove(of: user, on: room) { sendKnockChange(of: user, on: room) }
  }

  /// Sends an event to the user who asks to join, and to the members who may answer.
  mutating func sendKnockChange(of user: UserID, on room: Int) {
    let event = ChatEvent.knocksChanged(channelId: rooms[room].id)
    events.send(event, to: user)
    for member in rooms[room].members.ids
    where member != user && rooms[room].rules.refusal(of: .invite, by: member) == nil
      && !events.ignored(by: member).contains(user)
    {
      events.send(event, to: member)
    }
  }

  // MARK: Messages

  func stored(_ id: MessageID, in room: Int) throws(ChatError) -> Message {
    guard let token = id.token, let message = rooms[room].history[token] else {
      throw .refused(.notFound("message \(id)"))
    }
    return message
  }

  /// Adds a message to its room; sends no events.
  mutating func store(_ message: Message, in room: Int, expiresAt: Timestamp? = nil) {
    rooms[room].history.add(message)
    if let expiresAt {
      // Messages that expire at the same time do so in the order in which they came.
      let index = expiries.partitioningIndex { $0.expiresAt > expiresAt }
      expiries.insert(Expiry(expiresAt: expiresAt, room: room, token: message.token), at: index)
    }
    addToInboxes(message, in: room)
  }

  /// Replaces a message by its edited version.
  mutating func replace(_ message: Message, by edited: Message, in room: Int) {
    rooms[room].history.modify(message.token) { $0 = edited }
    updateInboxes(message, edited, in: room)
  }

  /// Gives a message a new version, and sends the members the message.
  mutating func sendUpdate(of token: UInt64, in room: Int, for user: UserID) throws(ChatError) -> Message {
    let version = Timetoken(makeToken())
    rooms[room].history.modify(token) { $0.version = version }
    let message = try stored(MessageID(token: token), in: room)
    sendMessage(message, in: room) { .messageUpdated($0) }
    return present(message, for: user)
  }

  /// Sends the members an event about a message.
  mutating func sendMessage(_ message: Message, in room: Int, _ event: (Message) -> ChatEvent) {
    events.send(about: present(message, for: message.author.id), to: rooms[room].members, event)
  }

  /// Sends a message to a room in the name of the service.
  mutating func announce(_ text: String, by user: UserID, in room: Int) {
    guard rooms[room].channel.type != .direct else { return }
    let token = makeToken()
    let message = Message(
      id: MessageID(token: token), channelId: rooms[room].id, kind: .system, author: User(id: user),
      elements: [.plainText(text: text)], createdAt: now, timetoken: Timetoken(token))
    store(message, in: room)
    sendMessage(message, in: room) { .messageCreated($0) }
  }

  mutating func remove(_ message: Message, from room: Int, isHard: Bool) {
    updateInboxes(message, nil, in: room)
    let replies = isHard ? rooms[room].history.replies(under: message.token) : []
    if isHard {
      rooms[room].history.remove(message)
      if let transaction = message.transactionId {
        // Otherwise sending it again would bring the message back.
        let answer = present(message.deleted(at: now), for: message.author.id)
        transactions[message.author.id, default: [:]][transaction] = .answer(answer)
      }
    } else {
      rooms[room].history.empty(message.token, at: now)
    }
    events.send(
      .messageDeleted(
        MessageDeletedEvent(
          channelId: rooms[room].id, messageId: message.id, parentId: message.parentId, isHard: isHard,
          deletedAt: now)),
      to: rooms[room].members)
    if let parent = message.parentId?.token, rooms[room].history.threads[parent] != nil {
      let version = makeToken()
      rooms[room].history.threads[parent]?.updatedAt = version
      sendThreadInfo(under: parent, in: room)
    }
    // Replies are removed with their parent. They have no threads, so this is one level deep.
    for reply in replies { remove(reply, from: room, isHard: true) }
  }

  /// The token of a message under which a reply may be written.
  func parent(_ id: MessageID, in room: Int) throws(ChatError) -> UInt64 {
    let parent = try stored(id, in: room)
    if let refusal = ThreadRules.refusal(ofReplyTo: parent) { throw .refused(refusal) }
    return parent.token
  }

  mutating func sendThreadInfo(under parent: UInt64, in room: Int) {
    guard let info = threadInfo(under: parent, in: room) else { return }
    events.send(
      .threadInfoUpdated(
        ThreadInfoUpdateEvent(
          channelId: rooms[room].id, targetMessageId: MessageID(token: parent), threadInfo: info)),
      to: rooms[room].members)
  }
}

import ChatDomain
import DraftEngine

/// Everything the service keeps, and what has to hold between its parts: a value without tasks or devices of its own.
///
/// What users ask for is checked and carried out by `ChannelRequests` and the types beside it.
struct ServiceState: Sendable {
  private(set) var configuration: ServiceConfiguration
  private(set) var clock: ServiceClock
  private(set) var users = UserDirectory()
  var rooms: [ChannelRoom] = []
  var directory = ChannelDirectory()
  var channelLists = ChannelLists()
  var invitations = Invitations()
  var leftRooms = LeftRooms()
  var spaces = SpaceList()
  var knocks = KnockList()
  private(set) var threadLists = ThreadLists()
  var events: EventLogs
  var transactions = Transactions()
  var drafts: [UserID: UserDrafts] = [:]
  var inboxes = Inboxes()
  var files: FileStore
  private var expiries = ExpiryHeap()

  init(configuration: ServiceConfiguration, now: Timestamp) {
    self.configuration = configuration
    clock = ServiceClock(now: now)
    events = EventLogs(capacity: configuration.eventLogCapacity)
    files = FileStore(
      limits: configuration.limits, guardsFiles: configuration.abilities.contains(.guardsFiles))
  }

  /// Sets the time, which never goes back for the service, and removes expired messages.
  mutating func begin(at time: Timestamp) {
    clock.advance(to: time)
    while let due = expiries.popDue(at: now) {
      guard let record = rooms[due.room].history.record(due.token) else { continue }
      remove(record, from: due.room, isHard: true)
    }
  }

  var now: Timestamp { clock.now }
  var limits: ServiceLimits { configuration.limits }

  mutating func makeToken() -> UInt64 { clock.makeToken() }
  mutating func makeToken(at time: Timestamp) -> UInt64 { clock.makeToken(at: time) }

  func can(_ ability: ServiceAbility) -> Bool { configuration.abilities.contains(ability) }

  /// Refuses what the service is configured not to do.
  func require(_ needs: Set<ServiceAbility>) throws(ChatError) {
    if let refusal = configuration.abilities.refusal(ofNeeding: needs) { throw .refused(refusal) }
  }

  /// Refuses what a channel leaves to others.
  func check(_ act: ChannelAct, by user: UserID, in room: Int) throws(ChatError) {
    if let refusal = rooms[room].rules.refusal(of: act, by: user) { throw .refused(refusal) }
  }

  mutating func setLimits(_ limits: ServiceLimits) {
    guard limits != self.limits else { return }
    configuration.limits = limits
    files.limits = limits
    for user in events.users { events.send(.limitsChanged(limits), to: user) }
  }

  // MARK: Looking up

  func room(_ id: ChannelID) throws(ChatError) -> Int {
    guard let number = directory[id] else { throw .refused(.notFound("channel \(id)")) }
    return number
  }

  /// Gives a space a room under its name, by which people are invited to it and find it; nobody is in that room.
  mutating func keepRoom(of space: Space) {
    if let room = directory[space.id] {
      let former = rooms[room].channel.name
      rooms[room].channel.name = space.name
      return directory.rename(rooms[room].channel, from: former)
    }
    let channel = Channel(id: space.id, name: space.name, type: .group, createdAt: now)
    directory.add(channel, of: nil, as: rooms.count)
    rooms.append(ChannelRoom(channel: channel, pair: nil, createdToken: makeToken()))
  }

  /// The direct channel of two users; nil if there is none, or nothing can be sent there because it is encrypted.
  func directRoom(of pair: DirectPair) -> Int? {
    directory[pair].flatMap { rooms[$0].channel.isEncrypted ? nil : $0 }
  }

  /// The room, for a member.
  func room(_ id: ChannelID, for user: UserID) throws(ChatError) -> Int {
    let number = try room(id)
    guard rooms[number].isMember(user) else { throw .refused(.notAMember) }
    return number
  }

  func record(_ id: MessageID, in room: Int) throws(ChatError) -> MessageRecord {
    guard let token = id.token, let record = rooms[room].history.record(token) else {
      throw .refused(.notFound("message \(id)"))
    }
    return record
  }

  /// Messages as they are seen at the moment.
  var reader: MessageReader { MessageReader(users: users, now: now) }

  func message(_ record: MessageRecord, in room: Int, for viewer: UserID) -> Message {
    reader.message(record, in: rooms[room], for: viewer)
  }

  /// A quote that was kept outside the history, as it is now.
  func presentQuote(_ quoted: QuotedMessage) -> QuotedMessage {
    guard let room = directory[quoted.channelId] else { return quoted.deleted }
    return reader.quote(QuoteReference(id: quoted.id, author: quoted.author.id), in: rooms[room])
  }

  /// An event as a user gets it.
  func event(_ shared: SharedEvent, for user: UserID) -> ChatEvent {
    switch shared.content {
    case .event(let event): return event.replacingQuote(presentQuote)
    case .created(let record, let room):
      var message = message(record, in: room, for: user)
      // A thread began later, and has events of its own.
      message.threadInfo = nil
      return .messageCreated(message)
    }
  }

  /// The token of a message under which a reply may be written.
  func parent(_ id: MessageID, in room: Int) throws(ChatError) -> UInt64 {
    let parent = try record(id, in: room)
    if let refusal = ThreadRules.refusal(ofReplyTo: message(parent, in: room, for: parent.author)) {
      throw .refused(refusal)
    }
    return parent.token
  }

  func summary(of room: Int, for user: UserID) -> ChannelSummary {
    let known = rooms[room]
    let ignored = events.ignored[user]
    return ChannelSummary(
      channel: known.channel, memberCount: known.members.count,
      partner: (known.pair?.partner(of: user)).map(users.known),
      lastMessage: known.isMember(user)
        ? known.lastRecord(ignoring: ignored).map { reader.message($0, in: known, for: user) } : nil,
      reading: known.readPosition(of: user, ignoring: ignored),
      preferences: channelLists.preferences(of: user, in: room))
  }

  func membership(of user: UserID, in room: Int) -> Membership {
    Membership(
      channelId: rooms[room].id, user: users.known(user),
      joinedAt: rooms[room].members[user]?.joinedAt ?? rooms[room].channel.createdAt,
      role: rooms[room].rules.role(of: user))
  }

  func invitation(of user: UserID, to room: Int) -> Invitation? {
    invitations[user, to: room].flatMap {
      events.ignored[user].contains($0.by)
        ? nil
        : Invitation(
          channel: rooms[room].channel, invitedBy: users.known($0.by), invitedAt: $0.at,
          isSpace: spaces[rooms[room].id] != nil)
    }
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
    let place = makeToken(at: time)
    rooms[room].members.add(
      user, RoomMembers.Member(joinedAt: time, place: place, baseline: baseline))
    channelLists.add(room, activity: rooms[room].activity, for: user)
    leftRooms.remove(room, of: user)
    return membership(of: user, in: room)
  }

  mutating func removeMember(_ user: UserID, of room: Int) {
    guard rooms[room].members.remove(user) else { return }
    rooms[room].typing.remove(user)
    channelLists.remove(room, activity: rooms[room].activity, for: user)
  }

  // MARK: Messages

  /// Adds a message to its room and to all counts; sends no events.
  mutating func store(_ record: MessageRecord, in room: Int) {
    let former = rooms[room].activity
    rooms[room].history.insert(record)
    if let expiresAt = record.details.expiresAt {
      expiries.insert(ExpiryHeap.Entry(expiresAt: expiresAt, room: room, token: record.token))
    }
    if record.isReply { changeThread(under: record.parent, in: room, at: record.token) { $0.add(record) } }
    noteInbox(record, in: room)
    updateOrder(of: room, from: former)
  }

  /// Replaces a message by its edited version, and updates the counted mentions.
  mutating func replace(_ record: MessageRecord, by edited: MessageRecord, in room: Int) {
    rooms[room].history.replace(record, by: edited)
    renoteInbox(record, as: edited, in: room)
    guard record.involvedUsers != edited.involvedUsers else { return }
    for parent in [record.token, record.parent] {
      guard let version = rooms[room].threads[parent]?.updatedAt else { continue }
      // The involved users determine which lists contain the thread; its info does not change.
      changeThread(under: parent, in: room, at: version) {
        $0.release(record.involvedUsers)
        $0.involve(edited.involvedUsers)
      }
    }
  }

  /// Sends the members the current state of a message.
  @discardableResult
  mutating func sendUpdate(of token: UInt64, in room: Int, for user: UserID) throws(ChatError) -> Message {
    let version = makeToken()
    rooms[room].history.modify(token) { $0.details.version = version }
    let record = try record(MessageID(token: token), in: room)
    events.send(about: message(record, in: room, for: record.author), to: rooms[room].members) {
      .messageUpdated($0)
    }
    return message(record, in: room, for: user)
  }

  /// Sends a message to a room in the name of the service.
  mutating func announce(_ text: String, by user: UserID, in room: Int) {
    guard rooms[room].channel.type != .direct else { return }
    let record = MessageRecord(
      token: makeToken(), createdAt: now, author: user, elements: [.plainText(text: text)],
      traits: [.system, .shownInChannel])
    store(record, in: room)
    events.sendCreated(record, in: room, to: rooms[room].members)
  }

  mutating func remove(_ record: MessageRecord, from room: Int, isHard: Bool) {
    renoteInbox(record, as: nil, in: room)
    let former = rooms[room].activity
    let replies = isHard ? rooms[room].threads[record.token]?.replies : nil
    if isHard {
      if let thread = rooms[room].threads.removeValue(forKey: record.token) {
        threadLists.remove(thread.standing)
      }
      rememberAnswer(about: record, in: room)
      rooms[room].history.remove(record)
    } else {
      rooms[room].history.empty(record, at: now)
      // The mentions are removed with the text; the author still counts as the one who started the thread.
      if let version = rooms[room].threads[record.token]?.updatedAt {
        changeThread(under: record.token, in: room, at: version) { $0.release(record.mentionedOthers) }
      }
    }
    events.send(
      .messageDeleted(
        MessageDeletedEvent(
          channelId: rooms[room].id, messageId: record.id,
          parentId: record.isReply ? MessageID(token: record.parent) : nil, isHard: isHard, deletedAt: now)),
      to: rooms[room].members)
    if record.isReply, rooms[room].threads[record.parent] != nil {
      let version = makeToken()
      changeThread(under: record.parent, in: room, at: version) { $0.remove(record, isHard: isHard) }
      sendThreadInfo(under: record.parent, in: room)
    }
    updateOrder(of: room, from: former)
    // Replies are removed with their parent. Their own threads are already gone, so this is one level deep.
    for token in replies?.elements(in: 0..<(replies?.count ?? 0)) ?? [] {
      guard let reply = rooms[room].history.record(token) else { continue }
      remove(reply, from: room, isHard: true)
    }
  }

  /// A removed message's transaction is remembered; otherwise sending it again would bring the message back.
  private mutating func rememberAnswer(about record: MessageRecord, in room: Int) {
    guard let transaction = record.transactionId else { return }
    var deleted = record
    deleted.delete(at: now)
    transactions[transaction, of: record.author] = .answer(message(deleted, in: room, for: record.author))
  }

  /// Moves a channel to its new place in the lists of its members.
  ///
  /// - Parameter former: its activity before the change.
  private mutating func updateOrder(of room: Int, from former: UInt64) {
    guard !channelLists.areUnordered else { return }
    let activity = rooms[room].activity
    guard activity != former else { return }
    channelLists.move(room, from: former, to: activity, for: rooms[room].members)
  }

  // MARK: Threads

  /// Changes a thread, and moves it to its new place in the lists of the users involved.
  ///
  /// - Parameter version: a token higher than all before.
  private mutating func changeThread(
    under parent: UInt64, in room: Int, at version: UInt64, _ change: (inout ThreadRecord) -> Void
  ) {
    var thread: ThreadRecord
    if let known = rooms[room].threads.removeValue(forKey: parent) {
      thread = known
    } else {
      thread = ThreadRecord()
      if let record = rooms[room].history.record(parent) { thread.involve(record.involvedUsers) }
    }
    let former = thread.standing
    change(&thread)
    thread.updatedAt = version
    thread.place = thread.live.last ?? 0
    threadLists.move(under: parent, in: room, from: former, to: thread.standing, where: users.contains)
    rooms[room].threads[parent] = thread
  }

  mutating func sendThreadInfo(under parent: UInt64, in room: Int) {
    guard let info = reader.threadInfo(under: parent, in: rooms[room]) else { return }
    events.send(
      .threadInfoUpdated(
        ThreadInfoUpdateEvent(
          channelId: rooms[room].id, targetMessageId: MessageID(token: parent), threadInfo: info)),
      to: rooms[room].members)
  }
}

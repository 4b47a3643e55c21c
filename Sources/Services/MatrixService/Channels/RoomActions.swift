import ChatDomain
import DraftEngine
import EncryptionMachine

/// Creates, joins, leaves and changes channels.
struct RoomActions: AccountPart {
  let account: AccountContext
  let sync: SyncLoop
  let people: PeopleDirectory
  /// The list of direct channels is written as a whole, so changes are serialized.
  private let directLock = AsyncLock()

  // MARK: Coming and going

  func declineInvitation(to id: ChannelID) async throws(ChatError) {
    try await sync.syncNow()
    guard let room = try store.anyRoom(id), room.invitation != nil else { return }
    _ = try await connection.answer(to: .leave(id), FailureContext(subject: "channel \(id)"))
    try await sync.syncNow { room.invitation == nil }
  }

  func createChannel(_ new: NewChannel) async throws(ChatError) -> ChannelSummary {
    guard !new.id.rawValue.isEmpty else { throw .refused(.invalid("an empty channel id")) }
    if let name = new.name, name.isBlank { throw .refused(.invalid("an empty channel name")) }
    var seen: Set<UserID> = [me]
    var wanted = new
    wanted.members = new.members.filter { seen.insert($0).inserted }
    if new.type == .direct {
      guard wanted.members.count == 1, let partner = wanted.members.first else {
        throw .refused(.invalid("a direct channel of \(wanted.members.count + 1) people"))
      }
      try await sync.syncNow()
      try await completeDirectRooms(with: partner)
      guard try directRoom(with: partner) == nil else { throw .refused(.alreadyExists("direct channel")) }
    }
    // The server would accept invitations of users who do not exist.
    for member in wanted.members { _ = try await people.user(member) }
    return try await create(wanted)
  }

  private func create(_ new: NewChannel) async throws(ChatError) -> ChannelSummary {
    let id = try await connection.read(.createRoom(new)) { bytes throws(AnswerError) in
      try RoomAnswer(bytes).id
    }
    // What the server says of the room later no longer matters.
    if new.isEncrypted {
      let machine = try keys.usableMachine()
      try withChatErrors(machine?.noteEncryption(room: id.rawValue))
    }
    if new.type == .direct, let partner = new.members.first { try await saveDirectRoom(id, with: partner) }
    let room = try await arrival(in: id)
    // The partner need not have joined yet.
    if new.type == .direct, let partner = new.members.first, room.members[partner] == nil {
      try await people.completeMembers(of: room)
    }
    return try store.summary(of: room)
  }

  func directChannel(with user: UserID) async throws(ChatError) -> ChannelSummary {
    guard user != me else { throw .refused(.invalid("a conversation with yourself")) }
    _ = try await people.user(user)
    try await sync.syncNow()
    let replica = try store.replica()
    let machine = try keys.usableMachine()
    // If the partner has invited the user already, that room is used. Where this device encrypts, only an encrypted one: what was
    // written for an encrypted conversation must not go to another room.
    let invited = replica.rooms.values.first {
      $0.invitation?.isDirect == true && $0.invitation?.by == user && $0.isEncrypted == (machine != nil)
    }
    if let invited {
      return try await join(invited.id)
    }
    try await completeDirectRooms(with: user)
    guard let room = try directRoom(with: user) else {
      // Whatever the server says of the other's devices: a room can never become unencrypted, but one that began so stays so.
      return try await create(
        NewChannel(id: "direct", type: .direct, members: [user], isEncrypted: machine != nil))
    }
    if !room.members.expects(user) {
      try await invite(user, to: room)
    }
    if replica.direct.partner(in: room.id) == nil { try await saveDirectRoom(room.id, with: user) }
    return try store.summary(of: room)
  }

  /// Uses cached data only.
  func knownDirectChannel(with user: UserID) throws(ChatError) -> ChannelSummary? {
    guard user != me, let room = try directRoom(with: user), room.members.mayExpect(user) else { return nil }
    return try store.summary(of: room)
  }

  /// The direct channel with a user. If both partners created one, both use the older one. A device that cannot encrypt leaves out
  /// encrypted rooms; one that can leaves out unencrypted rooms that the partner has left, because a conversation that begins anew
  /// begins encrypted.
  private func directRoom(with user: UserID) throws(ChatError) -> Room? {
    let encrypts = keys.isUsable
    return try directRooms(with: user)
      .filter { $0.isEncrypted ? encrypts : !encrypts || $0.members.mayExpect(user) }
      .min { ($0.creation?.createdAt ?? 0, $0.id) < ($1.creation?.createdAt ?? 0, $1.id) }
  }

  /// Finds out whether the partner is still in the unencrypted rooms, where that decides whether one of them is used.
  private func completeDirectRooms(with user: UserID) async throws(ChatError) {
    guard keys.isUsable else { return }
    for room in try directRooms(with: user) where !room.isEncrypted && !room.members.expects(user) {
      try await people.completeMembers(of: room)
    }
  }

  private func directRooms(with user: UserID) throws(ChatError) -> [Room] {
    let replica = try store.replica()
    return replica.rooms.values.filter { $0.isJoined && replica.partner(in: $0) == user }
  }

  /// Adds a channel to the list of direct channels, as any device last wrote it.
  private func saveDirectRoom(_ id: ChannelID, with user: UserID) async throws(ChatError) {
    await directLock.lock()
    defer { directLock.unlock() }
    try await sync.syncNow()
    var direct = try store.replica().direct
    guard direct.partner(in: id) != user else { return }
    direct.add(id, with: user)
    _ = try await connection.answer(
      to: .setAccountData(EventType.direct, direct.bytes, of: me))
    try store.replica().direct = direct
  }

  /// - Parameter servers: candidates for joining through.
  func join(_ id: ChannelID, via servers: [String] = []) async throws(ChatError) -> ChannelSummary {
    try await sync.syncNow()
    if let room = try store.anyRoom(id), room.isJoined { return try store.summary(of: room) }
    guard ChannelID(matrix: id.rawValue) != nil else { throw .refused(.notFound("channel \(id)")) }
    let invitation = try store.anyRoom(id)?.invitation
    // The server of the user who upgraded the previous room knows this one.
    let before = try store.replica().rooms.values.first { $0.successor?.id == id }?.successor?.by
    let known = [id.rawValue, before?.rawValue].compactMap { $0?.server }
    var seen: Set<String> = []
    let via = (servers.isEmpty ? known : servers).filter { seen.insert($0).inserted }
    _ = try await connection.answer(
      to: .join(id, via: via),
      FailureContext(subject: "channel \(id)"))
    let room = try await arrival(in: id)
    if let invitation, invitation.isDirect { try await saveDirectRoom(id, with: invitation.by) }
    return try store.summary(of: room)
  }

  /// The joined room, once a sync has reported it.
  private func arrival(in id: ChannelID) async throws(ChatError) -> Room {
    for _ in 0..<SyncLoop.answersToWaitFor {
      try await sync.syncNow()
      if let room = try store.anyRoom(id), room.isJoined { return room }
    }
    throw .connection(.timedOut)
  }

  func leave(_ id: ChannelID) async throws(ChatError) {
    try await sync.syncNow()
    guard let room = try store.anyRoom(id) else { throw .refused(.notFound("channel \(id)")) }
    guard room.isJoined else { return }
    guard try store.replica().partner(in: room) == nil else { throw .refused(.notAllowed) }
    _ = try await connection.answer(to: .leave(id), FailureContext(subject: "channel \(id)"))
    try await sync.syncNow { !room.isJoined }
  }

  func update(_ id: ChannelID, _ change: ChannelChange) async throws(ChatError) -> Channel {
    try await sync.syncNow()
    let room = try store.room(id)
    let replica = try store.replica()
    guard replica.partner(in: room) == nil else { throw .refused(.notAllowed) }
    if let name = change.name, name != room.name { try store.check(.rename, in: room) }
    if let topic = change.topic, topic != room.topic { try store.check(.setTopic, in: room) }
    if let name = change.name, name.isBlank { throw .refused(.invalid("an empty channel name")) }
    if let name = change.name, name != room.name {
      _ = try await connection.answer(to: .setName(name, of: id))
    }
    if let topic = change.topic, topic != room.topic {
      _ = try await connection.answer(to: .setTopic(topic, of: id))
    }
    try await sync.syncNow {
      (change.name == nil || room.name == change.name) && (change.topic == nil || room.topic == change.topic)
    }
    return replica.channel(room)
  }

  func add(_ users: [UserID], to id: ChannelID) async throws(ChatError) {
    try await sync.syncNow()
    let room = try store.room(id)
    guard try store.replica().partner(in: room) == nil else { throw .refused(.notAllowed) }
    try store.check(.invite, in: room)
    for user in users { _ = try await people.user(user) }
    for user in users where !room.members.expects(user) {
      try await invite(user, to: room)
    }
    try await sync.syncNow()
  }

  func invite(_ user: UserID, to room: Room) async throws(ChatError) {
    do throws(ChatError) {
      _ = try await connection.answer(to: .invite(user, to: room.id))
    } catch {
      // The server refuses users who are in the room or invited already.
      try await people.completeMembers(of: room)
      guard error == .refused(.notAllowed),
        room.members.expects(user)
      else { throw error }
    }
  }
}

extension String {
  /// The server in an id. Not every room id has one.
  fileprivate var server: String? {
    split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init)
  }
}

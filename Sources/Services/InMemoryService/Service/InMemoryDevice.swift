public import ChatDomain

/// An in-memory service seen from one device of one user, over a connection that can have faults.
public struct InMemoryDevice: ChatService {
  /// The service at the other end.
  public let service: InMemoryChatService
  public let currentUser: User
  public let deviceId: DeviceID
  let link: DeviceLink
  /// Which of the user's activities others see.
  var activity = ShownActivity()
  /// Whether the history stays readable without a connection.
  var keepsHistory = false
  public private(set) var sendsFilesWhole = false

  /// The same device, which reports the progress of an upload as if the whole file were sent at the end.
  public func sendingFilesWhole() -> InMemoryDevice {
    var device = self
    device.sendsFilesWhole = true
    return device
  }

  /// The same device, with these activities visible to others.
  public func showing(_ activity: ShownActivity) -> InMemoryDevice {
    var device = self
    device.activity = activity
    return device
  }

  public var abilities: Set<ServiceAbility> { service.configuration.abilities }
  public var limits: ServiceLimits { service.announcements.limits }
  public var condition: ServiceCondition { link.teller.condition }

  public func conditions() -> AsyncStream<ServiceCondition> { link.teller.conditions() }

  /// The faults between this device and the service.
  public var faults: ServiceFaults { link.faults }

  /// The number of requests of each kind, whatever their results.
  public var requestCounts: [ServiceRequest: Int] { link.requestCounts }

  /// Changes the faults. The event streams break off without a connection, after a sign-out, if all answers are bad, and if a hold
  /// stops events.
  public func setFaults(_ faults: ServiceFaults) async {
    if keepsHistory { await keepHistory(faults.isOffline) }
    for stream in link.setFaults(faults, at: service.clock.now) {
      await service.wake(stream, of: currentUser.id)
    }
  }

  /// Restarts the random faults from a seed.
  public func reseedFaults(_ seed: UInt64) { link.reseed(seed) }

  /// Breaks off the event streams, once.
  public func breakStreams() async {
    for stream in link.breakStreams() { await service.wake(stream, of: currentUser.id) }
  }

  public func currentEventToken() async throws(ChatError) -> EventToken {
    let (user, service) = (currentUser.id, service)
    return try await request(.eventToken) { _ throws(ChatError) in await service.currentToken(of: user) }
  }

  public func events(after token: EventToken?) async throws(ChatError) -> AsyncThrowingStream<
    EventEnvelope, any Error
  > {
    let user = currentUser.id
    let service = service
    let link = link
    let isSeen = activity.presence != .offline
    // Made inside the request: if its answer is lost, the pump is released, and the stream with it.
    let pump = try await request(.events) { _ throws(ChatError) in
      let stream = try await service.openStream(of: user, after: token, isSeen: isSeen)
      return EventPump(service: service, link: link, user: user, stream: stream.id, after: stream.sequence)
    }
    return AsyncThrowingStream { try await pump.next() }
  }

  /// Sends a request over the connection.
  func request<Result: Sendable>(
    _ kind: ServiceRequest, in channel: ChannelID? = nil,
    _ body: (RequestPlan) async throws(ChatError) -> Result
  ) async throws(ChatError) -> Result {
    if let ability = kind.ability { try require(ability) }
    return try await link.carry(kind, in: channel, by: service.clock, body)
  }

  /// Throws if the service lacks an ability.
  func require(_ ability: ServiceAbility) throws(ChatError) {
    if let refusal = abilities.refusal(ofNeeding: [ability]) { throw .refused(refusal) }
  }

  /// Runs a request of this user on the state of the service.
  func ask<Result: Sendable>(
    _ kind: ServiceRequest, in channel: ChannelID? = nil,
    _ body: @Sendable (inout ServiceState, UserID) throws(ChatError) -> Result
  ) async throws(ChatError) -> Result {
    let me = currentUser.id
    return try await request(kind, in: channel) { _ throws(ChatError) in
      try await service.perform { state throws(ChatError) in try body(&state, me) }
    }
  }

  /// Throws if nothing can be sent to a channel.
  func checkSending(in id: ChannelID) throws(ChatError) {
    if let refusal = sendingRefusal(in: id) { throw .refused(refusal) }
  }
}

// MARK: People and drafts

extension InMemoryDevice {
  public func user(_ id: UserID) async throws(ChatError) -> User {
    try await ask(.user) { state, _ throws(ChatError) in try state.users.user(id) }
  }

  public func users(
    matching text: String, in scope: UserScope, limit: Int
  ) async throws(ChatError) -> [User] {
    try await ask(.findUsers) { state, me throws(ChatError) in
      try PeopleRequests(user: me).users(matching: text, in: scope, limit: limit, state)
    }
  }

  public func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence] {
    try await ask(.presence) { state, _ throws(ChatError) in
      var presences: [UserID: Presence] = [:]
      for user in users { presences[user] = state.users.presence(of: user) }
      return presences
    }
  }

  public func isIgnored(_ user: UserID) -> Bool {
    service.announcements.ignored(by: currentUser.id).contains(user)
  }

  public func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User> {
    try await ask(.ignoredUsers) { state, me throws(ChatError) in
      try PeopleRequests(user: me).ignoredUsers(query, state)
    }
  }

  public func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError) {
    let announcements = service.announcements
    try await ask(.setIgnored) { state, me throws(ChatError) in
      announcements.setIgnored(
        try PeopleRequests(user: me).setIgnored(isIgnored, user, &state), by: me)
    }
  }

  public func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates
  ) async throws(ChatError) -> DraftMessage {
    try checkSending(in: key.channelId)
    if await service.isEncrypted(key.channelId) { throw .refused(.encryptedChannel) }
    return try await ask(.saveDraft, in: key.channelId) { state, me throws(ChatError) in
      try DraftRequests(user: me).save(
        content, for: key, over: revision, dates: dates, on: deviceId, &state)
    }
  }

  public func deleteDraft(for key: DraftKey, over revision: DraftRevision) async throws(ChatError) {
    try await ask(.deleteDraft, in: key.channelId) { state, me throws(ChatError) in
      try DraftRequests(user: me).delete(key, over: revision, on: deviceId, &state)
    }
  }

  public func draft(for key: DraftKey) async throws(ChatError) -> DraftMessage? {
    try await ask(.draft, in: key.channelId) { state, me throws(ChatError) in
      DraftRequests(user: me).draft(for: key, state)
    }
  }

  public func drafts(_ query: DraftListQuery) async throws(ChatError) -> Page<DraftMessage> {
    try await ask(.drafts) { state, me throws(ChatError) in
      try DraftRequests(user: me).drafts(query, state)
    }
  }
}

// MARK: Files

extension InMemoryDevice {
  public func beginUpload(
    _ file: FileDescription, transactionId: TransactionID
  ) async throws(ChatError) -> UploadID {
    try await ask(.beginUpload) { state, me throws(ChatError) in
      if file.isEncrypted, let channel = file.channelId {
        let room = try state.room(channel, for: me)
        if !state.rooms[room].channel.isEncrypted { throw .refused(.unencryptedChannel) }
      }
      return try state.files.begin(file, transaction: transactionId, by: me)
    }
  }

  public func upload(
    _ bytes: [UInt8], at offset: Int, to upload: UploadID
  ) async throws(ChatError) -> Int {
    let me = currentUser.id
    let service = service
    let arrive: @Sendable ([UInt8]) async throws(ChatError) -> Int = { piece throws(ChatError) in
      try await service.perform { state throws(ChatError) in
        try state.files.append(piece, at: offset, to: upload, by: me)
      }
    }
    return try await request(.upload) { plan throws(ChatError) in
      guard plan.uploadFails else { return try await arrive(bytes) }
      _ = try await arrive(Array(bytes.prefix(bytes.count / 2)))
      throw .connection(.interrupted)
    }
  }

  public func finishUpload(
    _ upload: UploadID, telling tell: @escaping @Sendable (_ sent: Int) -> Void
  ) async throws(ChatError) -> FileAttachment {
    let file = try await ask(.finishUpload) { state, me throws(ChatError) in
      try state.files.finish(upload, by: me)
    }
    guard sendsFilesWhole else { return file }
    for sent in stride(from: 0, to: file.size, by: limits.uploadChunkBytes) {
      tell(min(file.size, sent + limits.uploadChunkBytes))
    }
    return file
  }

  public func download(
    _ file: FileID, _ range: Range<Int>, ofAtMost limit: Int
  ) async throws(ChatError) -> [UInt8] {
    try await ask(.download) { state, me throws(ChatError) in
      try state.files.bytes(of: file, range, ofAtMost: limit, for: me, in: state.channelLists.rooms(of: me))
    }
  }

  public func thumbnail(of file: FileID, side: Int, ofAtMost limit: Int) async throws(ChatError) -> [UInt8] {
    try await ask(.download) { state, me throws(ChatError) in
      try state.files.thumbnail(of: file, ofAtMost: limit, for: me, in: state.channelLists.rooms(of: me))
    }
  }
}

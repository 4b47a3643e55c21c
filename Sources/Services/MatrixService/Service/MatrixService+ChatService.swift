public import ChatDomain

extension MatrixService: ChatService {
  public nonisolated var abilities: Set<ServiceAbility> { announcements.abilities }
  public nonisolated var limits: ServiceLimits { announcements.limits }
  public nonisolated var condition: ServiceCondition { connection.report.teller.condition }

  public nonisolated func conditions() -> AsyncStream<ServiceCondition> {
    connection.report.teller.conditions()
  }

  public func currentEventToken() async throws(ChatError) -> EventToken {
    try await sync.syncNow()
    return account.streams.now
  }

  public func events(
    after token: EventToken?
  ) async throws(ChatError) -> AsyncThrowingStream<EventEnvelope, any Error> {
    let streams = account.streams
    let (stream, continuation) = streams.makeStream()
    _ = try store.replica()
    if let token, streams.events(after: token) == nil { throw .eventsGone }
    // From here on others see the user as present.
    streams.reserve()
    do throws(ChatError) {
      try await sync.syncNow()
      if let token {
        guard let missed = streams.events(after: token) else { throw .eventsGone }
        for envelope in missed {
          continuation.yield(
            EventEnvelope(token: envelope.token, event: try store.presented(envelope.event)))
        }
      }
    } catch {
      streams.release()
      throw error
    }
    let id = streams.add(continuation)
    continuation.onTermination = { [weak self] _ in
      Task { await self?.endStream(id) }
    }
    return stream
  }

  public func user(_ id: UserID) async throws(ChatError) -> User { try await people.user(id) }

  public func users(
    matching text: String, in scope: UserScope, limit: Int
  ) async throws(ChatError) -> [User] {
    try await people.users(matching: text, in: scope, limit: limit)
  }

  public func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence] {
    try await people.presence(of: users)
  }

  public func channel(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await rooms.channel(id)
  }

  public func channels(_ query: ListQuery) async throws(ChatError) -> Page<ChannelSummary> {
    try await rooms.channels(query)
  }

  public func channels(matching text: String, limit: Int) async throws(ChatError) -> [Channel] {
    try await rooms.channels(matching: text, limit: limit)
  }

  public func invitations(_ query: ListQuery) async throws(ChatError) -> Page<Invitation> {
    try await rooms.invitations(query)
  }

  public func declineInvitation(to id: ChannelID) async throws(ChatError) {
    try await roomActions.declineInvitation(to: id)
  }

  public nonisolated func sendingRefusal(in id: ChannelID) -> ChatError.Refusal? {
    announcements.sendingRefusal(in: id)
  }

  public func createChannel(_ new: NewChannel) async throws(ChatError) -> ChannelSummary {
    try await roomActions.createChannel(new)
  }

  public func directChannel(with user: UserID) async throws(ChatError) -> ChannelSummary {
    try await roomActions.directChannel(with: user)
  }

  public func knownDirectChannel(with user: UserID) async throws(ChatError) -> ChannelSummary? {
    try roomActions.knownDirectChannel(with: user)
  }

  public func join(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await roomActions.join(id)
  }

  public func leave(_ id: ChannelID) async throws(ChatError) { try await roomActions.leave(id) }

  public func update(_ id: ChannelID, _ change: ChannelChange) async throws(ChatError) -> Channel {
    try await roomActions.update(id, change)
  }

  public func update(
    _ id: ChannelID, _ change: ChannelPreferencesChange
  ) async throws(ChatError) -> ChannelPreferences {
    try await roomPreferences.update(id, change)
  }

  public func add(_ users: [UserID], to id: ChannelID) async throws(ChatError) {
    try await roomActions.add(users, to: id)
  }

  public func members(of id: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership> {
    try await people.members(of: id, query)
  }

  public func setTyping(_ isTyping: Bool, in key: DraftKey) async throws(ChatError) {
    try await typing.setTyping(isTyping, in: key)
  }

  public func markRead(_ id: ChannelID, upTo timetoken: Timetoken) async throws(ChatError) -> ReadPosition {
    try await markers.markRead(id, upTo: timetoken)
  }

  public func markThreadRead(
    _ parent: MessageID, in channel: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ThreadReadPosition {
    try await markers.markThreadRead(parent, in: channel, upTo: timetoken)
  }

  public func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await history.message(id, in: channel)
  }

  public func messages(_ query: MessageQuery) async throws(ChatError) -> Page<Message> {
    try await history.messages(query)
  }

  public func search(_ query: SearchQuery) async throws(ChatError) -> Page<Message> {
    try await messageSearch.search(query)
  }

  public func pinnedMessages(
    in channel: ChannelID, _ query: ListQuery
  ) async throws(ChatError) -> Page<Message> {
    try await pins.messages(in: channel, query)
  }

  public func threads(_ query: ListQuery) async throws(ChatError) -> Page<ThreadSummary> {
    try await threadPager.threads(query)
  }

  public func send(_ new: NewMessage) async throws(ChatError) -> Message { try await sender.send(new) }

  public func edit(_ edit: MessageEdit) async throws(ChatError) -> Message { try await sender.edit(edit) }

  public func delete(_ id: MessageID, in channel: ChannelID, hard: Bool) async throws(ChatError) {
    try await sender.delete(id, in: channel, hard: hard)
  }

  public func pin(
    _ id: MessageID, in channel: ChannelID, _ pinning: Pinning
  ) async throws(ChatError) -> Message {
    try await pins.pin(id, in: channel, pinning)
  }

  public func unpin(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await pins.unpin(id, in: channel)
  }

  public func setReaction(_ change: ReactionChange) async throws(ChatError) -> Message {
    try await sender.setReaction(change)
  }

  public func sendMention(_ event: MentionEvent) async throws(ChatError) {
    try await sender.sendMention(event)
  }

  public func beginUpload(
    _ file: FileDescription, transactionId: TransactionID
  ) async throws(ChatError) -> UploadID {
    try await files.beginUpload(file, transactionId: transactionId)
  }

  public func upload(_ bytes: [UInt8], at offset: Int, to id: UploadID) async throws(ChatError) -> Int {
    try await files.upload(bytes, at: offset, to: id)
  }

  public nonisolated var sendsFilesWhole: Bool { true }

  public func finishUpload(
    _ id: UploadID, telling tell: @escaping @Sendable (_ sent: Int) -> Void
  ) async throws(ChatError) -> FileAttachment {
    try await files.finishUpload(id, telling: tell)
  }

  public func download(
    _ file: FileID, _ range: Range<Int>, ofAtMost limit: Int
  ) async throws(ChatError) -> [UInt8] {
    try await files.download(file, range, ofAtMost: limit)
  }

  public func thumbnail(of file: FileID, side: Int, ofAtMost limit: Int) async throws(ChatError) -> [UInt8] {
    try await files.thumbnail(of: file, side: side, ofAtMost: limit)
  }

  public func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates
  ) async throws(ChatError) -> DraftMessage {
    try announcements.require(.keepsDrafts)
    return try await draftWriter.saveDraft(content, for: key, over: revision, dates: dates)
  }

  public func deleteDraft(for key: DraftKey, over revision: DraftRevision) async throws(ChatError) {
    try announcements.require(.keepsDrafts)
    try await draftWriter.deleteDraft(for: key, over: revision)
  }

  public func draft(for key: DraftKey) async throws(ChatError) -> DraftMessage? {
    try announcements.require(.keepsDrafts)
    return try await draftList.draft(for: key)
  }

  public func drafts(_ query: DraftListQuery) async throws(ChatError) -> Page<DraftMessage> {
    try announcements.require(.keepsDrafts)
    return try await draftList.drafts(query)
  }
}

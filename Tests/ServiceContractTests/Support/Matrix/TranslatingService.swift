import ChatDomain
import MatrixService

/// A device of a user, which translates between the ids of the tests and those of the server.
///
/// It retains the fixture, so that its world exists as long as a test holds a device.
struct TranslatingService {
  let device: MatrixDevice
  let fixture: MatrixFixture

  var base: MatrixService { device.service }
  var outward: Translation { fixture.people.table.outward }
  var inward: Translation { fixture.people.table.inward }

  func page<Entry>(_ page: Page<Entry>, _ translate: (Entry) -> Entry) -> Page<Entry> {
    Page(page.elements.map(translate), next: page.next, previous: page.previous)
  }

  // MARK: Invitations

  /// An account must exist before it can be invited.
  func prepare(_ users: [UserID]) async throws(ChatError) {
    for user in users where await fixture.people.isKnown(user) {
      do { _ = try await fixture.people.account(of: user) } catch { throw unexpected(error) }
    }
  }

  /// Joins invited users, in tests that expect members to be added.
  private func bringIn(_ users: [UserID], to room: ChannelID) async throws(ChatError) {
    guard fixture.acceptsInvitations else { return }
    for user in users where outward(user) != base.currentUser.id {
      do { try await fixture.people.accept(room, by: user) } catch { throw unexpected(error) }
    }
  }

  private func unexpected(_ error: any Error) -> ChatError {
    error as? ChatError ?? .refused(.invalid("\(error)"))
  }
}

extension TranslatingService: ChatService {
  var currentUser: User { inward(base.currentUser) }
  var deviceId: DeviceID { base.deviceId }
  var abilities: Set<ServiceAbility> { base.abilities }
  var limits: ServiceLimits { base.limits }
  var condition: ServiceCondition { base.condition }

  func conditions() -> AsyncStream<ServiceCondition> { base.conditions() }

  func currentEventToken() async throws(ChatError) -> EventToken { try await base.currentEventToken() }

  func events(
    after token: EventToken?
  ) async throws(ChatError) -> AsyncThrowingStream<EventEnvelope, any Error> {
    let base = base
    let disorder = device.drawDisorder()
    var begin = token
    // A delayed first event needs a token to resume from, too.
    if begin == nil, disorder != nil { begin = try await base.currentEventToken() }
    let reader = EventReader(try await base.events(after: begin), from: begin, disorder)
    let table = fixture.people.table
    // Translated on reading: a channel's name is known only after the test has created it.
    return AsyncThrowingStream {
      guard let envelope = try await reader.next() else { return nil }
      return EventEnvelope(token: envelope.token, event: table.inward(envelope.event))
    }
  }

  // MARK: People

  func user(_ id: UserID) async throws(ChatError) -> User { inward(try await base.user(outward(id))) }

  /// The server also has the users of other tests.
  func users(
    matching text: String, in scope: UserScope, limit: Int
  ) async throws(ChatError) -> [User] {
    guard case .members(let channel) = scope else {
      let found = try await base.users(matching: text, in: scope, limit: 500)
      return found.filter { fixture.people.table.knows($0.id) }.prefix(limit).map { inward($0) }
    }
    return try await base.users(matching: text, in: .members(of: outward(channel)), limit: limit)
      .map { inward($0) }
  }

  func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence] {
    let found = try await base.presence(of: users.map { outward($0) })
    return Dictionary(uniqueKeysWithValues: found.map { (inward($0.key), $0.value) })
  }

  // MARK: Channels

  func channel(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    inward(try await base.channel(outward(id)))
  }

  func channels(_ query: ListQuery) async throws(ChatError) -> Page<ChannelSummary> {
    page(try await base.channels(query)) { inward($0) }
  }

  func channels(matching text: String, limit: Int) async throws(ChatError) -> [Channel] {
    try await base.channels(matching: text, limit: limit).map { inward($0) }
  }

  func invitations(_ query: ListQuery) async throws(ChatError) -> Page<Invitation> {
    page(try await base.invitations(query)) { inward($0) }
  }

  func declineInvitation(to id: ChannelID) async throws(ChatError) {
    try await base.declineInvitation(to: outward(id))
  }

  func sendingRefusal(in id: ChannelID) -> ChatError.Refusal? { base.sendingRefusal(in: outward(id)) }

  func createChannel(_ channel: NewChannel) async throws(ChatError) -> ChannelSummary {
    try await prepare(channel.members)
    var wanted = channel
    wanted.members = channel.members.map { outward($0) }
    if fixture.encrypts { wanted.isEncrypted = true }
    let made = try await base.createChannel(wanted)
    if fixture.remembersWishes { fixture.people.table.note(channel.id, for: made.id) }
    return try await joined(by: channel.members, made)
  }

  func directChannel(with user: UserID) async throws(ChatError) -> ChannelSummary {
    try await prepare([user])
    return try await joined(by: [user], try await base.directChannel(with: outward(user)))
  }

  func knownDirectChannel(with user: UserID) async throws(ChatError) -> ChannelSummary? {
    try await base.knownDirectChannel(with: outward(user)).map { inward($0) }
  }

  func inbox(_ query: InboxQuery) async throws(ChatError) -> InboxPage {
    let page = try await base.inbox(query)
    return InboxPage(items: page.items.map { inward($0) }, next: page.next, unreadCount: page.unreadCount)
  }

  func markInboxRead(_ reading: InboxReading) async throws(ChatError) -> Int {
    try await base.markInboxRead(reading)
  }

  private func joined(
    by users: [UserID], _ summary: ChannelSummary
  ) async throws(ChatError) -> ChannelSummary {
    try await bringIn(users, to: summary.id)
    return inward(fixture.acceptsInvitations ? try await base.channel(summary.id) : summary)
  }

  func join(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    inward(try await base.join(outward(id)))
  }

  func leave(_ id: ChannelID) async throws(ChatError) { try await base.leave(outward(id)) }

  func update(_ id: ChannelID, _ change: ChannelChange) async throws(ChatError) -> Channel {
    inward(try await base.update(outward(id), change))
  }

  func update(
    _ id: ChannelID, _ change: ChannelPreferencesChange
  ) async throws(ChatError) -> ChannelPreferences {
    try await base.update(outward(id), change)
  }

  func spaces() async throws(ChatError) -> [Space] { try await base.spaces().map { inward($0) } }

  func setMarkedUnread(_ isMarked: Bool, _ id: ChannelID) async throws(ChatError) -> ReadPosition {
    try await base.setMarkedUnread(isMarked, outward(id))
  }

  func add(_ users: [UserID], to id: ChannelID) async throws(ChatError) {
    try await prepare(users)
    try await base.add(users.map { outward($0) }, to: outward(id))
    try await bringIn(users, to: outward(id))
  }

  func members(of id: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership> {
    page(try await base.members(of: outward(id), query)) { inward($0) }
  }

  func setTyping(_ isTyping: Bool, in key: DraftKey) async throws(ChatError) {
    try await base.setTyping(isTyping, in: outward(key))
  }

  func markRead(_ id: ChannelID, upTo timetoken: Timetoken) async throws(ChatError) -> ReadPosition {
    try await base.markRead(outward(id), upTo: timetoken)
  }

  func markThreadRead(
    _ parent: MessageID, in channel: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ThreadReadPosition {
    try await base.markThreadRead(parent, in: outward(channel), upTo: timetoken)
  }

  // MARK: Messages

  func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    inward(try await base.message(id, in: outward(channel)))
  }

  func messages(_ query: MessageQuery) async throws(ChatError) -> Page<Message> {
    var asked = query
    asked.channelId = outward(query.channelId)
    return page(try await base.messages(asked)) { inward($0) }
  }

  func keptMessages(_ query: MessageQuery) async -> Page<Message>? {
    var asked = query
    asked.channelId = outward(query.channelId)
    return await base.keptMessages(asked).map { kept in page(kept) { inward($0) } }
  }

  func search(_ query: SearchQuery) async throws(ChatError) -> Page<Message> {
    var asked = query
    asked.channelId = query.channelId.map { outward($0) }
    asked.authors = Set(query.authors.map { outward($0) })
    return page(try await base.search(asked)) { inward($0) }
  }

  func pinnedMessages(in channel: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Message> {
    page(try await base.pinnedMessages(in: outward(channel), query)) { inward($0) }
  }

  func threads(_ query: ListQuery) async throws(ChatError) -> Page<ThreadSummary> {
    page(try await base.threads(query)) { inward($0) }
  }

  func send(_ message: NewMessage) async throws(ChatError) -> Message {
    var new = message
    new.channelId = outward(message.channelId)
    new.markup = outward(markup: message.markup)
    new.quoted = message.quoted.map { outward($0) }
    return inward(try await base.send(new))
  }

  func edit(_ edit: MessageEdit) async throws(ChatError) -> Message {
    var new = edit
    new.channelId = outward(edit.channelId)
    new.markup = outward(markup: edit.markup)
    return inward(try await base.edit(new))
  }

  func delete(_ id: MessageID, in channel: ChannelID, hard: Bool) async throws(ChatError) {
    try await base.delete(id, in: outward(channel), hard: hard)
  }

  func pin(
    _ id: MessageID, in channel: ChannelID, _ pinning: Pinning
  ) async throws(ChatError) -> Message {
    inward(try await base.pin(id, in: outward(channel), pinning))
  }

  func unpin(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    inward(try await base.unpin(id, in: outward(channel)))
  }

  func setReaction(_ change: ReactionChange) async throws(ChatError) -> Message {
    var new = change
    new.channelId = outward(change.channelId)
    new.user = outward(change.user)
    return inward(try await base.setReaction(new))
  }

  func sendMention(_ event: MentionEvent) async throws(ChatError) {
    try await base.sendMention(outward(event))
  }

  // MARK: Files

  func beginUpload(
    _ file: FileDescription, transactionId: TransactionID
  ) async throws(ChatError) -> UploadID {
    // Most tests do not say for which channel a file is. All of them are encrypted, or none.
    let channel = file.channelId ?? (fixture.encrypts ? "room" : nil)
    return try await base.beginUpload(
      FileDescription(
        name: file.name, mimeType: file.mimeType, size: file.size, channelId: channel.map { outward($0) },
        isEncrypted: file.isEncrypted), transactionId: transactionId)
  }

  func upload(_ bytes: [UInt8], at offset: Int, to upload: UploadID) async throws(ChatError) -> Int {
    try await base.upload(bytes, at: offset, to: upload)
  }

  var sendsFilesWhole: Bool { base.sendsFilesWhole }

  func finishUpload(
    _ upload: UploadID, telling tell: @escaping @Sendable (Int) -> Void
  ) async throws(ChatError) -> FileAttachment {
    try await base.finishUpload(upload, telling: tell)
  }

  func download(
    _ file: FileID, _ range: Range<Int>, ofAtMost limit: Int
  ) async throws(ChatError) -> [UInt8] {
    try await base.download(file, range, ofAtMost: limit)
  }

  func thumbnail(of file: FileID, side: Int, ofAtMost limit: Int) async throws(ChatError) -> [UInt8] {
    try await base.thumbnail(of: file, side: side, ofAtMost: limit)
  }

  // MARK: Drafts

  func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates
  ) async throws(ChatError) -> DraftMessage {
    do throws(ChatError) {
      return inward(
        try await base.saveDraft(outward(content), for: outward(key), over: revision, dates: dates))
    } catch { throw inward(error) }
  }

  func deleteDraft(for key: DraftKey, over revision: DraftRevision) async throws(ChatError) {
    do throws(ChatError) { try await base.deleteDraft(for: outward(key), over: revision) } catch {
      throw inward(error)
    }
  }

  func draft(for key: DraftKey) async throws(ChatError) -> DraftMessage? {
    try await base.draft(for: outward(key)).map { inward($0) }
  }

  func drafts(_ query: DraftListQuery) async throws(ChatError) -> Page<DraftMessage> {
    page(try await base.drafts(query)) { inward($0) }
  }
}

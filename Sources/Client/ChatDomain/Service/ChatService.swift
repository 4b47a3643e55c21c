/// A chat service, seen from one device of one user.
///
/// The requirements are ones that a network can meet: everything is asynchronous and can fail with a ``ChatError`` that
/// says whether retrying makes sense; lists come in pages; everything sent has a transaction id that makes sending it
/// again harmless; events come in a stream that can break off and be resumed from a token.
public protocol ChatService: Sendable {
  /// The signed-in user.
  var currentUser: User { get }
  /// The device the user is signed in on.
  var deviceId: DeviceID { get }
  /// What the service can do beyond what every service can; known without a request, and always the same.
  var abilities: Set<ServiceAbility> { get }
  /// The limits of the service as far as they are known now, without a request. A service may learn them after the user
  /// signed in; ``ChatEvent/limitsChanged(_:)`` says that they are others. Whoever needs one asks for it when they need
  /// it.
  var limits: ServiceLimits { get }

  /// The current position in this user's events: `events(after:)` with this token delivers everything from now on, even
  /// if the stream breaks off before its first event.
  func currentEventToken() async throws(ChatError) -> EventToken
  /// The events from now on, or all events after a token. The stream throws when the connection breaks off; calling
  /// this again with the last token delivers the missed events, without gaps or duplicates. It also ends when the user is
  /// signed out, with ``ChatError/signedOut``.
  func events(after token: EventToken?) async throws(ChatError) -> AsyncThrowingStream<
    EventEnvelope, any Error
  >

  // MARK: People

  /// One user, by id. Refused with ``ChatError/Refusal/notFound(_:)`` if there is none.
  func user(_ id: UserID) async throws(ChatError) -> User
  /// Users whose name or id has a word that begins with the text, or contains it; at most `limit`.
  func users(matching text: String, in scope: UserScope, limit: Int) async throws(ChatError) -> [User]
  /// Who of these users is online, as far as the service knows.
  func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence]

  // MARK: Ignored people

  // The users whom the current user ignores.
  //
  // For an ignored user, a service returns no messages, counts none of them, reports no typing, mentions or invitations, and
  // lists none of their invitations. All of it returns when ignoring ends. Because so much changes at once, the streams of the
  // user's devices then end with ``ChatError/eventsGone``, and everything shown is loaded again.

  /// Whether the user ignores another user, as far as that is known without a request.
  func isIgnored(_ user: UserID) -> Bool
  /// The people whom the user ignores, in an order of the service that stays the same from page to page.
  func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User>
  /// Starts or stops ignoring a user, on all of the current user's devices. Idempotent. A service without the ability
  /// `ignoresPeople` refuses it, and so does every service if users try to ignore themselves.
  func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError)

  // MARK: Channels

  /// One channel that the user is a member of or could join, from their point of view.
  func channel(_ id: ChannelID) async throws(ChatError) -> ChannelSummary
  /// The channels the user is a member of, those with the latest activity first. Those that they are only invited to are
  /// not among them.
  func channels(_ query: ListQuery) async throws(ChatError) -> Page<ChannelSummary>
  /// Channels the user is a member of or that are open to everybody, whose name or id contains the text; at most `limit`.
  func channels(matching text: String, limit: Int) async throws(ChatError) -> [Channel]
  /// The invitations that the user has neither accepted nor declined, the latest first. None is ever accepted by itself.
  func invitations(_ query: ListQuery) async throws(ChatError) -> Page<Invitation>
  /// Declines an invitation; it is no error if there is none. `join` accepts one.
  func declineInvitation(to id: ChannelID) async throws(ChatError)
  /// Why nothing can be sent to a channel from here, as far as that is known without a request; nil if it can. It goes
  /// for messages with all that belongs to them, for edits and for drafts, and the service refuses each of them for this
  /// reason before anything of it leaves the device.
  func sendingRefusal(in id: ChannelID) -> ChatError.Refusal?
  /// Creates a channel. The answer has its id, which need not be the one that was wished for.
  func createChannel(_ channel: NewChannel) async throws(ChatError) -> ChannelSummary
  /// The direct channel with a user, created if there is none yet. A service without the ability `addsMembers` invites
  /// them to it; they are its `partner` all the same.
  func directChannel(with user: UserID) async throws(ChatError) -> ChannelSummary
  /// Joins a channel that is open to everybody, or that the user was invited to.
  func join(_ id: ChannelID) async throws(ChatError) -> ChannelSummary
  /// Ends the user's membership; it is no error if there is none.
  func leave(_ id: ChannelID) async throws(ChatError)
  /// Changes the name or the topic for everybody, and gives the channel as it is then.
  func update(_ id: ChannelID, _ change: ChannelChange) async throws(ChatError) -> Channel
  /// Changes what the current user wants of a channel they are a member of. Only the user's devices are informed.
  func update(
    _ id: ChannelID, _ change: ChannelPreferencesChange
  ) async throws(ChatError) -> ChannelPreferences
  /// Makes users members of a channel or, by a service without the ability `addsMembers`, invites them. Those who are in
  /// it, or invited, stay so.
  func add(_ users: [UserID], to id: ChannelID) async throws(ChatError)
  /// The members of a channel, in an order of the service that stays the same from page to page.
  func members(of id: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership>
  /// Signals that the current user is typing, or has stopped. Typing ends by itself after a while, and one that was over
  /// soon need not be told to anybody.
  func setTyping(_ isTyping: Bool, in key: DraftKey) async throws(ChatError)
  /// Reports how far the user has read in a channel and gives what is left to read. The user's devices are informed, this
  /// one included. A position before the known one changes nothing.
  func markRead(_ id: ChannelID, upTo timetoken: Timetoken) async throws(ChatError) -> ReadPosition
  /// Reports how far the replies under a message were read; the channel's own read position is unaffected. The current
  /// user's devices are informed, of several positions in a row perhaps only of the last; others by a service with the
  /// ability `tellsReaders`.
  @discardableResult
  func markThreadRead(
    _ parent: MessageID, in channel: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ThreadReadPosition

  /// The direct channel with a user, if the current user is a member and the other user is a member or invited. Nil if
  /// ``directChannel(with:)`` would have to create a channel, join one or send an invitation. This only looks: it
  /// changes nothing, and no one is notified.
  ///
  /// A service need not know whether there is such a user.
  func knownDirectChannel(with user: UserID) async throws(ChatError) -> ChannelSummary?

  // MARK: Addresses and directories

  /// The address of a channel in a text: an id, a name that the service looks up, or a link to one of them; nil if it is
  /// none of this service. Known without a request, and whether there is such a channel is another question.
  func address(in text: String) -> ChannelAddress?
  /// Joins the channel that an address leads to. One that lets only certain people in is refused with
  /// ``ChatError/Refusal/notAdmitted(_:)``.
  func join(_ address: ChannelAddress) async throws(ChatError) -> ChannelSummary
  /// Channels that a directory lists, the largest first, or those in a space, in its order. A service without the ability
  /// `listsChannels`, or `groupsChannels` for a space, refuses it.
  func directory(_ query: DirectoryQuery) async throws(ChatError) -> Page<ListedChannel>
  /// The channels that the user left, as far as the device knows them, the latest first. Those that were forgotten are not
  /// among them.
  func leftChannels(_ query: ListQuery) async throws(ChatError) -> Page<Channel>
  /// Gives up what the service keeps for the user of a channel that they left; it is no error if there is nothing. A
  /// channel that the user is still in is refused with ``ChatError/Refusal/notAllowed``.
  func forget(_ id: ChannelID) async throws(ChatError)

  // MARK: Permissions

  /// Why the user may not do something in a channel, as far as that is known without a request; nil if they may, or if
  /// it is not known. The service refuses it for this reason before anything of it leaves the device.
  func refusal(of act: ChannelAct, in id: ChannelID) -> ChatError.Refusal?

  // MARK: Requests to join

  // Requests to join a channel, and the answers to them. A service without the ability `takesKnocks` refuses them all.
  // ``ChatEvent/knocksChanged(channelId:)`` reports changes.

  /// Asks to join the channel at an address. Asking again replaces the reason, if it is a different one. A channel that takes
  /// no requests refuses with ``ChatError/Refusal/notAdmitted(_:)``, and one that the user is in or invited to with
  /// ``ChatError/Refusal/notAllowed``. The reason is shown to the members who decide, and may be empty.
  func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock
  /// The user's unanswered requests, latest first. An accepted user becomes a member or, by a service without the ability
  /// `addsMembers`, is invited.
  func knocks() async throws(ChatError) -> [Knock]
  /// No longer asks to be let in; it is no error if the user does not.
  func takeBackKnock(on channel: ChannelID) async throws(ChatError)
  /// Those who ask to be let into the user's channels in which the user may let in others, the latest first; of very many
  /// only the latest.
  func visitors() async throws(ChatError) -> [Visitor]
  /// Accepts a request to join; a request that has ended is refused with ``ChatError/Refusal/notFound(_:)``.
  func admit(_ user: UserID, to channel: ChannelID) async throws(ChatError)
  /// Rejects a request to join. It is no error if the request has ended.
  func turnAway(_ user: UserID, from channel: ChannelID) async throws(ChatError)

  // MARK: Spaces

  /// The spaces that the user is in, as ``Space/ordered(_:by:)`` puts them; without a connection those that the device knows
  /// of, if it does. A later ``ChatEvent/spacesChanged(_:)`` has all of them as they are then.
  func spaces() async throws(ChatError) -> [Space]

  // MARK: Reading

  /// Marks a channel as unread whatever was read of it, or takes that back. Only the current user's devices are informed,
  /// with ``ChatEvent/readPositionChanged(channelId:userId:_:)``; ``markRead(_:upTo:)`` ends it too.
  func setMarkedUnread(_ isMarked: Bool, _ id: ChannelID) async throws(ChatError) -> ReadPosition

  /// How far other members have read a channel, as far as they share it and the device knows those messages: at most `limit`,
  /// ordered by how far they have read, furthest first. Changes arrive as
  /// ``ChatEvent/readPositionChanged(channelId:userId:_:)``. A service without the ability `tellsReaders` refuses it.
  func readers(of channel: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition]

  /// How far other members have read the replies under a message, as far as they share it and the device knows those replies:
  /// at most `limit`, furthest first. Changes arrive as ``ChatEvent/threadReceiptChanged(_:)``. A service without the ability
  /// `tellsReaders` refuses it.
  func readers(
    ofThreadUnder parent: MessageID, in channel: ChannelID, limit: Int
  ) async throws(ChatError) -> [ReaderPosition]

  // MARK: Inbox

  // What concerns the current user in all of their channels. Needs the ability `keepsInbox`.

  /// A page of it, the newest first, with the number of all that were not read.
  func inbox(_ query: InboxQuery) async throws(ChatError) -> InboxPage
  /// Marks items as read, on all of the user's devices. What was read stays so; how far channels and threads were read is
  /// unaffected.
  ///
  /// - Returns: how many are unread now.
  @discardableResult
  func markInboxRead(_ reading: InboxReading) async throws(ChatError) -> Int

  // MARK: Messages

  // The messages of a service. A quote in a message shows the quoted one as it is when the message is read, however and
  // by whom: after a deletion none of its words.

  /// One message, by its id or by the id that a message of the user had while it was being sent: that of its transaction,
  /// on whichever of their devices that was.
  func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message
  /// A page of a channel's messages or of a thread's replies, oldest first.
  func messages(_ query: MessageQuery) async throws(ChatError) -> Page<Message>
  /// Messages whose text contains all of the words, newest first, in the channels the user is a member of.
  func search(_ query: SearchQuery) async throws(ChatError) -> Page<Message>
  /// The messages that are pinned in a channel, the latest pin first.
  func pinnedMessages(in channel: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Message>
  /// Threads in the user's channels that they started, replied in or were mentioned in, the latest reply first.
  func threads(_ query: ListQuery) async throws(ChatError) -> Page<ThreadSummary>

  /// A page like that of ``messages(_:)``, read from this device without a request. It is at least as recent as the
  /// events received so far, and its cursors are valid both here and at the service.
  ///
  /// - Returns: nil if none of the page is stored, or if the service stores no history.
  func keptMessages(_ query: MessageQuery) async -> Page<Message>?

  // MARK: Sending

  /// Sends a message and gives it as the service keeps it. Safe to repeat with the same transaction.
  func send(_ message: NewMessage) async throws(ChatError) -> Message
  /// Replaces the text and the files of one of the user's own messages. Safe to repeat with the same transaction.
  func edit(_ edit: MessageEdit) async throws(ChatError) -> Message
  /// Deletes a message: a soft deletion leaves its place, a hard one nothing. It is no error if it is gone already.
  func delete(_ id: MessageID, in channel: ChannelID, hard: Bool) async throws(ChatError)
  /// Pins a message for everybody in the channel, or gives its pin another end.
  func pin(_ id: MessageID, in channel: ChannelID, _ pinning: Pinning) async throws(ChatError) -> Message
  /// Removes the pin; it is no error if there is none.
  func unpin(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message
  /// Adds or removes the user's reaction, and gives the message as it is then.
  func setReaction(_ change: ReactionChange) async throws(ChatError) -> Message
  /// Notifies a user that they were mentioned; repeating this for the same message has no effect. A service may do so
  /// with the message itself; then this has none.
  func sendMention(_ event: MentionEvent) async throws(ChatError)

  // MARK: Files

  /// Repeating a transaction returns the same upload.
  func beginUpload(
    _ file: FileDescription, transactionId: TransactionID
  ) async throws(ChatError) -> UploadID
  /// Where ``sendsFilesWhole`` says so, a failing connection shows in `finishUpload`, which can be repeated.
  ///
  /// - Returns: the total number of bytes received, which is the offset of the next piece.
  func upload(_ bytes: [UInt8], at offset: Int, to upload: UploadID) async throws(ChatError) -> Int
  /// Whether the pieces of a file stay on the device until all are there, and go out together.
  var sendsFilesWhole: Bool { get }
  /// Ends an upload whose bytes have all arrived. The answer's id goes into ``NewMessage/files``. Can be repeated.
  ///
  /// - Parameters:
  ///   - upload: the id that ``beginUpload(_:transactionId:)`` gave.
  ///   - tell: called, wherever that is, with how many bytes have gone out, by a service that sends files whole.
  func finishUpload(
    _ upload: UploadID, telling tell: @escaping @Sendable (_ sent: Int) -> Void
  ) async throws(ChatError) -> FileAttachment
  /// The bytes of a file in a range, as far as the file goes: its size is what its sender said.
  ///
  /// - Parameters:
  ///   - file: the id that a message has it by.
  ///   - range: what of it is wanted.
  ///   - limit: a file with more bytes is refused with `tooLarge`, and not brought any further.
  func download(_ file: FileID, _ range: Range<Int>, ofAtMost limit: Int) async throws(ChatError) -> [UInt8]
  /// The bytes of a small picture that the service makes of a file which is one; of whatever kind, and nothing in it moves.
  /// A service that makes none of this file refuses.
  ///
  /// - Parameters:
  ///   - file: the id that a message has it by.
  ///   - side: how many pixels it needs from left to right, and from top to bottom. It may have other numbers of them.
  ///   - limit: one with more bytes is refused with `tooLarge`, and not brought any further.
  func thumbnail(of file: FileID, side: Int, ofAtMost limit: Int) async throws(ChatError) -> [UInt8]

  // MARK: Drafts

  // Drafts, shared by all of a user's devices. Of several saves in a row the other devices are told at least of the last.

  /// Saves a draft over the revision that this device knows, 0 for none. Throws `draftConflict` if another device was
  /// faster. A draft that does not change keeps its revision and its dates.
  ///
  /// The dates are kept for all devices, so that all of them list the drafts in the same order. A service may move a date
  /// of the future to its own present.
  func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates
  ) async throws(ChatError) -> DraftMessage
  /// Deletes a draft of the revision that this device knows; it is no error if the draft is already gone.
  func deleteDraft(for key: DraftKey, over revision: DraftRevision) async throws(ChatError)
  /// The draft of one place; nil if the service has none.
  func draft(for key: DraftKey) async throws(ChatError) -> DraftMessage?
  /// A page of all of the user's drafts.
  func drafts(_ query: DraftListQuery) async throws(ChatError) -> Page<DraftMessage>

  // MARK: Connection

  /// The current state, without a request.
  var condition: ServiceCondition { get }
  /// What it is doing now, then each change; of several in a row perhaps only the last.
  func conditions() -> AsyncStream<ServiceCondition>
}

extension ChatService {
  /// The pieces go out one by one.
  public var sendsFilesWhole: Bool { false }

  /// The variant without progress reports.
  public func finishUpload(_ upload: UploadID) async throws(ChatError) -> FileAttachment {
    try await finishUpload(upload) { _ in }
  }

  /// Of a service that makes no pictures, the file itself.
  public func thumbnail(of file: FileID, side: Int, ofAtMost limit: Int) async throws(ChatError) -> [UInt8] {
    try await download(file, 0..<limit, ofAtMost: limit)
  }

  /// The variant for files of any size.
  public func download(_ file: FileID, _ range: Range<Int>) async throws(ChatError) -> [UInt8] {
    try await download(file, range, ofAtMost: .max)
  }
}

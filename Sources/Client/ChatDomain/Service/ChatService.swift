/// A chat service, seen from one device of one user.
///
/// The requirements are ones that a network can meet: everything is asynchronous and can fail with a ``ChatError`` that
/// says whether retrying makes sense; lists come in pages; everything sent has a transaction id that makes sending it
/// again harmless; events come in a stream that can break off and be resumed from a token.
public protocol ChatService: ChatPeople, ChatChannels, ChatHistory, ChatSending, ChatFiles, ChatDrafts,
  ChatConnectivity, ChatPlaces, ChatRoles, ChatIgnoring, ChatReceipts, ChatUnreadMarks, ChatDirects,
  ChatInbox,
  ChatSpaces, ChatThreadReceipts, ChatKeptHistory, ChatKnocking
{
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
}

/// The users of a service.
public protocol ChatPeople: Sendable {
  /// One user, by id. Refused with ``ChatError/Refusal/notFound(_:)`` if there is none.
  func user(_ id: UserID) async throws(ChatError) -> User
  /// Users whose name or id has a word that begins with the text, or contains it; at most `limit`.
  func users(matching text: String, in scope: UserScope, limit: Int) async throws(ChatError) -> [User]
  /// Who of these users is online, as far as the service knows.
  func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence]
}

/// The channels of a service.
public protocol ChatChannels: Sendable {
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
}

/// The messages of a service. A quote in a message shows the quoted one as it is when the message is read, however and
/// by whom: after a deletion none of its words.
public protocol ChatHistory: Sendable {
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
}

/// Sending, editing and deleting messages.
public protocol ChatSending: Sendable {
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
}

/// Uploading and downloading files, in pieces.
public protocol ChatFiles: Sendable {
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
}

extension ChatFiles {
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

/// Drafts, shared by all of a user's devices. Of several saves in a row the other devices are told at least of the last.
public protocol ChatDrafts: Sendable {
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
}

/// The history that a device stores, for reading while offline.
public protocol ChatKeptHistory: Sendable {
  /// A page like that of ``ChatHistory/messages(_:)``, read from this device without a request. It is at least as recent as the
  /// events received so far, and its cursors are valid both here and at the service.
  ///
  /// - Returns: nil if none of the page is stored, or if the service stores no history.
  func keptMessages(_ query: MessageQuery) async -> Page<Message>?
}

/// The direct channels of a service, looked for without making any.
public protocol ChatDirects: Sendable {
  /// The direct channel with a user, if the current user is a member and the other user is a member or invited. Nil if
  /// ``ChatChannels/directChannel(with:)`` would have to create a channel, join one or send an invitation. This only looks: it
  /// changes nothing, and no one is notified.
  ///
  /// A service need not know whether there is such a user.
  func knownDirectChannel(with user: UserID) async throws(ChatError) -> ChannelSummary?
}

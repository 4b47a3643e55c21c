/// A chat service, seen from one device of one user.
///
/// The requirements suit a network: every request is asynchronous and can fail with a ``ChatError`` that says whether retrying
/// makes sense; lists come in pages; everything sent has a transaction id, so sending it again has no effect; events come in a
/// stream that can break off and be resumed from a token.
public protocol ChatService: Sendable {
  /// The signed-in user.
  var currentUser: User { get }
  /// The device on which the user is signed in.
  var deviceId: DeviceID { get }
  /// The optional features of the service; constant, and known without a request.
  var abilities: Set<ServiceAbility> { get }
  /// The current limits of the service, without a request. A service may learn them after the user has signed in and then sends
  /// ``ChatEvent/limitsChanged(_:)``, so do not store them.
  var limits: ServiceLimits { get }

  /// The current position in this user's events: `events(after:)` with this token delivers everything from now on, even
  /// if the stream breaks off before its first event.
  func currentEventToken() async throws(ChatError) -> EventToken
  /// The events from now on, or all events after a token. The stream throws when the connection breaks off; calling this again
  /// with the last token delivers the missed events, without gaps or duplicates. It also ends when the user is signed out, with
  /// ``ChatError/signedOut``.
  func events(after token: EventToken?) async throws(ChatError) -> AsyncThrowingStream<
    EventEnvelope, any Error
  >

  // MARK: People

  /// One user, by id. Refused with ``ChatError/Refusal/notFound(_:)`` if there is none.
  func user(_ id: UserID) async throws(ChatError) -> User
  /// Users whose name or id contains the text: first those that begin with it, then those with a word that does; at most
  /// `limit`.
  func users(matching text: String, in scope: UserScope, limit: Int) async throws(ChatError) -> [User]
  /// The presence of these users, as far as the service knows it.
  func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence]

  // MARK: Ignored people

  // The users whom the current user ignores.
  //
  // For an ignored user, a service returns no messages, counts none of them, reports no typing, mentions or invitations, and
  // lists none of their invitations. All of it returns when ignoring ends. Whenever ignoring starts or ends, the event streams
  // of the user's devices end with ``ChatError/eventsGone``, so that clients load everything again.

  /// Whether the current user ignores another user, as far as that is known without a request.
  func isIgnored(_ user: UserID) -> Bool
  /// The users whom the current user ignores, in a stable order across pages.
  func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User>
  /// Starts or stops ignoring a user, on all of the current user's devices. Idempotent. A service without the ability
  /// `ignoresPeople` refuses it, and every service refuses to ignore the current user.
  func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError)

  // MARK: Channels

  /// One channel that the user is a member of or could join, from their point of view.
  func channel(_ id: ChannelID) async throws(ChatError) -> ChannelSummary
  /// The channels the user is a member of, those with the latest activity first. Channels with only an invitation are not
  /// included.
  func channels(_ query: ListQuery) async throws(ChatError) -> Page<ChannelSummary>
  /// Channels whose name or id contains the text and that the user is a member of or everyone may join; at most `limit`.
  func channels(matching text: String, limit: Int) async throws(ChatError) -> [Channel]
  /// The invitations that the user has neither accepted nor declined, the latest first. None is accepted automatically.
  func invitations(_ query: ListQuery) async throws(ChatError) -> Page<Invitation>
  /// Declines an invitation; it is no error if there is none. `join` accepts one.
  func declineInvitation(to id: ChannelID) async throws(ChatError)
  /// Why this device can send nothing to a channel, as far as that is known without a request; nil if it can. Applies to
  /// messages with their files, to edits and to drafts: the service refuses each of them for this reason before any part of it
  /// leaves the device.
  func sendingRefusal(in id: ChannelID) -> ChatError.Refusal?
  /// Creates a channel. Its id, which the answer contains, may differ from the requested one.
  func createChannel(_ channel: NewChannel) async throws(ChatError) -> ChannelSummary
  /// The direct channel with a user, created if there is none yet. A service without the ability `addsMembers` invites the
  /// user, who is its `partner` in any case.
  func directChannel(with user: UserID) async throws(ChatError) -> ChannelSummary
  /// Joins a channel that is open to everyone, or to which the user was invited.
  func join(_ id: ChannelID) async throws(ChatError) -> ChannelSummary
  /// Ends the user's membership; it is no error if there is none.
  func leave(_ id: ChannelID) async throws(ChatError)
  /// Changes the name or the topic for all members, and returns the changed channel.
  func update(_ id: ChannelID, _ change: ChannelChange) async throws(ChatError) -> Channel
  /// Changes the current user's preferences for a channel they are a member of. Only the user's devices are notified.
  func update(
    _ id: ChannelID, _ change: ChannelPreferencesChange
  ) async throws(ChatError) -> ChannelPreferences
  /// Makes users members of a channel or, for a service without the ability `addsMembers`, invites them. Existing members and
  /// invitations are unaffected.
  func add(_ users: [UserID], to id: ChannelID) async throws(ChatError)
  /// The members of a channel, in a stable order across pages.
  func members(of id: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership>
  /// Signals that the current user is typing, or has stopped. Typing expires after a while. A service need not report
  /// typing that stops soon.
  func setTyping(_ isTyping: Bool, in key: DraftKey) async throws(ChatError)
  /// Reports how far the user has read in a channel, and returns the new read position with its counts. The user's devices are
  /// notified, including this one. A position before the known one changes nothing.
  func markRead(_ id: ChannelID, upTo timetoken: Timetoken) async throws(ChatError) -> ReadPosition
  /// Reports how far the replies under a message were read; the channel's own read position is unaffected. The current user's
  /// devices are notified, perhaps only of the last of several positions in a row; a service with the ability `tellsReaders`
  /// also notifies other users.
  @discardableResult
  func markThreadRead(
    _ parent: MessageID, in channel: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ThreadReadPosition

  /// The direct channel with a user, if the current user is a member and the other user is a member or invited. Nil if
  /// ``directChannel(with:)`` would have to create a channel, join one or send an invitation. Read-only: it changes nothing and
  /// notifies no one.
  ///
  /// A service need not check whether the user exists.
  func knownDirectChannel(with user: UserID) async throws(ChatError) -> ChannelSummary?

  // MARK: Addresses and directories

  /// The address of a channel in a text: an id, a name that the service looks up, or a link to one of them; nil if it is no
  /// address of this service. Needs no request, and does not check whether the channel exists.
  func address(in text: String) -> ChannelAddress?
  /// Joins the channel at an address. A channel that the user may not join is refused with
  /// ``ChatError/Refusal/notAdmitted(_:)``.
  func join(_ address: ChannelAddress) async throws(ChatError) -> ChannelSummary
  /// The channels in a directory, the largest first, or those in a space, in its order. A service without the ability
  /// `listsChannels`, or `groupsChannels` for a space, refuses it.
  func directory(_ query: DirectoryQuery) async throws(ChatError) -> Page<ListedChannel>
  /// The channels that the user left, as far as the device knows them, the latest first. Forgotten channels are not included.
  func leftChannels(_ query: ListQuery) async throws(ChatError) -> Page<Channel>
  /// Deletes the service's data about a channel that the user left, for this user only; it is no error if there is none. Refused
  /// with ``ChatError/Refusal/notAllowed`` while the user is a member.
  func forget(_ id: ChannelID) async throws(ChatError)

  // MARK: Permissions

  /// Why the user may not do something in a channel, as far as that is known without a request; nil if they may, or if it is
  /// not known. The service refuses such a request before any part of it leaves the device.
  func refusal(of act: ChannelAct, in id: ChannelID) -> ChatError.Refusal?

  // MARK: Requests to join

  // Requests to join a channel, and the answers to them. A service without the ability `takesKnocks` refuses them all.
  // ``ChatEvent/knocksChanged(channelId:)`` reports changes.

  /// Asks to join the channel at an address. Asking again replaces the reason, if it differs. A channel that takes no requests
  /// refuses with ``ChatError/Refusal/notAdmitted(_:)``, and one that the user is a member of or invited to with
  /// ``ChatError/Refusal/notAllowed``. The reason is shown to the members who decide, and may be empty.
  func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock
  /// The user's unanswered requests, latest first. An accepted user becomes a member or, at a service without the ability
  /// `addsMembers`, is invited.
  func knocks() async throws(ChatError) -> [Knock]
  /// Withdraws the user's request to join; it is no error if there is none.
  func takeBackKnock(on channel: ChannelID) async throws(ChatError)
  /// The requests to join that the user may answer, in all of their channels, latest first; if there are very many, only the
  /// latest.
  func visitors() async throws(ChatError) -> [Visitor]
  /// Accepts a request to join; a request that has ended is refused with ``ChatError/Refusal/notFound(_:)``.
  func admit(_ user: UserID, to channel: ChannelID) async throws(ChatError)
  /// Rejects a request to join. It is no error if the request has ended.
  func turnAway(_ user: UserID, from channel: ChannelID) async throws(ChatError)

  // MARK: Spaces

  /// The user's spaces, in the order of ``Space/ordered(_:by:)``; without a connection, the spaces that the device knows, if
  /// any. A later ``ChatEvent/spacesChanged(_:)`` contains all spaces again.
  func spaces() async throws(ChatError) -> [Space]

  // MARK: Reading

  /// Marks a channel as unread regardless of its read position, or removes the mark. Only the current user's devices are
  /// notified, with ``ChatEvent/readPositionChanged(channelId:userId:_:)``; ``markRead(_:upTo:)`` removes the mark too.
  func setMarkedUnread(_ isMarked: Bool, _ id: ChannelID) async throws(ChatError) -> ReadPosition

  /// How far other members have read a channel, as far as they share it and the device knows those messages: at most `limit`,
  /// furthest first. Changes arrive as ``ChatEvent/readPositionChanged(channelId:userId:_:)``. A service without the ability
  /// `tellsReaders` refuses it.
  func readers(of channel: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition]

  /// How far other members have read the replies under a message, as far as they share it and the device knows those replies:
  /// at most `limit`, furthest first. Changes arrive as ``ChatEvent/threadReceiptChanged(_:)``. A service without the ability
  /// `tellsReaders` refuses it.
  func readers(
    ofThreadUnder parent: MessageID, in channel: ChannelID, limit: Int
  ) async throws(ChatError) -> [ReaderPosition]

  // MARK: Inbox

  // Mentions, replies, reactions and invitations for the current user in all channels. Needs the ability `keepsInbox`.

  /// A page of the inbox, newest first, with the number of all unread items.
  func inbox(_ query: InboxQuery) async throws(ChatError) -> InboxPage
  /// Marks items as read, on all of the user's devices. Read items stay read; the read positions of channels and threads are
  /// unaffected.
  ///
  /// - Returns: the number of unread items now.
  @discardableResult
  func markInboxRead(_ reading: InboxReading) async throws(ChatError) -> Int

  // MARK: Messages

  // The messages of a service. Every read returns quotes in the current state of the quoted message: without text after its
  // deletion.

  /// One message, by its id or, for a message of the current user, by the id of its transaction on any of their devices.
  func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message
  /// A page of a channel's messages or of a thread's replies, oldest first.
  func messages(_ query: MessageQuery) async throws(ChatError) -> Page<Message>
  /// Messages whose text contains all of the words, newest first, in the channels the user is a member of.
  func search(_ query: SearchQuery) async throws(ChatError) -> Page<Message>
  /// The messages that are pinned in a channel, the latest pin first.
  func pinnedMessages(in channel: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Message>
  /// Threads in the user's channels that they started, replied in or were mentioned in, the latest reply first.
  func threads(_ query: ListQuery) async throws(ChatError) -> Page<ThreadSummary>

  /// A page like that of ``messages(_:)``, read from this device without a request. It is at least as recent as the events
  /// received so far, and its cursors are valid both here and at the service.
  ///
  /// - Returns: nil if no part of the page is stored, or if the service stores no history.
  func keptMessages(_ query: MessageQuery) async -> Page<Message>?

  // MARK: Sending

  /// Sends a message and returns it in the service's version. Safe to repeat with the same transaction.
  func send(_ message: NewMessage) async throws(ChatError) -> Message
  /// Replaces the text and the files of one of the user's own messages. Safe to repeat with the same transaction.
  func edit(_ edit: MessageEdit) async throws(ChatError) -> Message
  /// Deletes a message: a soft deletion keeps its place, a hard one does not. It is no error if the message is gone already.
  func delete(_ id: MessageID, in channel: ChannelID, hard: Bool) async throws(ChatError)
  /// Pins a message for everyone in the channel, or changes the expiry of its pin.
  func pin(_ id: MessageID, in channel: ChannelID, _ pinning: Pinning) async throws(ChatError) -> Message
  /// Removes the pin; it is no error if there is none.
  func unpin(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message
  /// Adds or removes the user's reaction, and returns the changed message.
  func setReaction(_ change: ReactionChange) async throws(ChatError) -> Message
  /// Notifies a user of a mention; repeating this for the same message has no effect. It also has no effect at a service that
  /// notifies with the message itself.
  func sendMention(_ event: MentionEvent) async throws(ChatError)

  // MARK: Files

  /// Starts an upload. Repeating a transaction returns the same upload.
  func beginUpload(
    _ file: FileDescription, transactionId: TransactionID
  ) async throws(ChatError) -> UploadID
  /// Uploads the next piece of a file. If ``sendsFilesWhole`` is true, a connection failure is reported by `finishUpload`,
  /// which can be repeated.
  ///
  /// - Returns: the total number of bytes received, which is the offset of the next piece.
  func upload(_ bytes: [UInt8], at offset: Int, to upload: UploadID) async throws(ChatError) -> Int
  /// Whether the pieces of a file stay on the device until all of them are there, and are then sent together.
  var sendsFilesWhole: Bool { get }
  /// Ends an upload whose bytes have all arrived. The answer's id goes into ``NewMessage/files``. Can be repeated.
  ///
  /// - Parameters:
  ///   - upload: the id that ``beginUpload(_:transactionId:)`` returned.
  ///   - tell: called on any executor with the number of bytes sent so far, by a service that sends files whole.
  func finishUpload(
    _ upload: UploadID, telling tell: @escaping @Sendable (_ sent: Int) -> Void
  ) async throws(ChatError) -> FileAttachment
  /// The bytes of a file in a range; fewer if the file ends earlier, because the size that the sender gave may be wrong.
  ///
  /// - Parameters:
  ///   - file: the file's id in its message.
  ///   - range: the requested byte range.
  ///   - limit: a file with more bytes is refused with `tooLarge`, and not downloaded further.
  func download(_ file: FileID, _ range: Range<Int>, ofAtMost limit: Int) async throws(ChatError) -> [UInt8]
  /// The bytes of a small, still picture of an image file, in any image format. A service that creates none for this file
  /// refuses.
  ///
  /// - Parameters:
  ///   - file: the file's id in its message.
  ///   - side: the requested width and height in pixels; the picture may have another size.
  ///   - limit: a picture with more bytes is refused with `tooLarge`, and not downloaded further.
  func thumbnail(of file: FileID, side: Int, ofAtMost limit: Int) async throws(ChatError) -> [UInt8]

  // MARK: Drafts

  // Drafts, shared by all of a user's devices. If a draft is saved several times in a row, other devices may be notified only
  // of the last save.

  /// Saves a draft over the revision that this device knows, 0 for none. Throws `draftConflict` if another device was faster.
  /// An unchanged draft keeps its revision and its dates.
  ///
  /// The dates are stored for all devices, so that all of them list the drafts in the same order. A service may replace a date
  /// in the future by its current time.
  func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates
  ) async throws(ChatError) -> DraftMessage
  /// Deletes a draft of the revision that this device knows; it is no error if there is no draft.
  func deleteDraft(for key: DraftKey, over revision: DraftRevision) async throws(ChatError)
  /// The draft of a channel or thread; nil if the service has none.
  func draft(for key: DraftKey) async throws(ChatError) -> DraftMessage?
  /// A page of all of the user's drafts.
  func drafts(_ query: DraftListQuery) async throws(ChatError) -> Page<DraftMessage>

  // MARK: Encryption

  // Encryption on this device. A service without the ability `encrypts` refuses each of these requests.

  /// What this device can do with encrypted messages. ``ChatEvent/encryptionChanged(_:)`` reports changes.
  func encryptionState() async throws(ChatError) -> EncryptionState
  /// Opens the account's stored keys, signs this device with them, and begins to restore the keys of old messages. A text that
  /// opens nothing is refused with ``ChatError/Refusal/recoveryKey(_:)``.
  ///
  /// - Parameter typed: the recovery key or passphrase, as the user typed it.
  func enterRecoveryKey(_ typed: String) async throws(ChatError) -> EncryptionState
  /// Makes a recovery key for ``setUpEncryption(confirming:password:)``; it replaces the one made before. The caller may show the
  /// text, but must not store it.
  func makeRecoveryKey() async throws(ChatError) -> String
  /// Writes the key of ``makeRecoveryKey()`` to a new file that only the user can read. The key then counts as confirmed.
  func saveRecoveryKey(to path: String) async throws(ChatError)
  /// Makes the account's keys and stores them, encrypted with the key of ``makeRecoveryKey()``. Keys that existed when that key
  /// was made are replaced; keys that another device has made since are not.
  ///
  /// - Parameters:
  ///   - typed: the recovery key as the user typed it again; nil if it was saved to a file.
  ///   - password: of the account; nil until the service refuses with ``ChatError/Refusal/needsPassword``.
  func setUpEncryption(confirming typed: String?, password: String?) async throws(ChatError)
    -> EncryptionState
  /// The people and devices of an encrypted channel that could not read the next message, as far as this device knows.
  func encryptionRecipients(in channel: ChannelID) async throws(ChatError) -> EncryptionRecipients
  /// Accepts the new identity of a user, so that messages can be sent to their encrypted channels again.
  func acceptIdentity(of user: UserID) async throws(ChatError)

  // MARK: Connection

  /// The current state of the connection, without a request.
  var condition: ServiceCondition { get }
  /// The current condition, then each change; of several in a row perhaps only the last one.
  func conditions() -> AsyncStream<ServiceCondition>
}

/// Defaults for a service without the ability `encrypts`.
extension ChatService {
  public func encryptionState() async throws(ChatError) -> EncryptionState {
    throw .refused(.notSupported(.encrypts))
  }
  public func enterRecoveryKey(_ typed: String) async throws(ChatError) -> EncryptionState {
    throw .refused(.notSupported(.encrypts))
  }
  public func makeRecoveryKey() async throws(ChatError) -> String { throw .refused(.notSupported(.encrypts)) }
  public func saveRecoveryKey(to path: String) async throws(ChatError) {
    throw .refused(.notSupported(.encrypts))
  }
  public func setUpEncryption(
    confirming typed: String?, password: String?
  ) async throws(ChatError) -> EncryptionState { throw .refused(.notSupported(.encrypts)) }
  public func encryptionRecipients(in channel: ChannelID) async throws(ChatError) -> EncryptionRecipients {
    throw .refused(.notSupported(.encrypts))
  }
  public func acceptIdentity(of user: UserID) async throws(ChatError) {
    throw .refused(.notSupported(.encrypts))
  }
}

extension ChatService {
  /// By default, the pieces are sent one by one.
  public var sendsFilesWhole: Bool { false }

  /// The variant without progress reports.
  public func finishUpload(_ upload: UploadID) async throws(ChatError) -> FileAttachment {
    try await finishUpload(upload) { _ in }
  }

  /// The variant for files of any size.
  public func download(_ file: FileID, _ range: Range<Int>) async throws(ChatError) -> [UInt8] {
    try await download(file, range, ofAtMost: .max)
  }
}

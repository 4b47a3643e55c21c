/// A chat service as one device of one person sees it.
///
/// It is a contract that a network can keep: everything is asynchronous and can fail with a `ChatError` that says
/// whether trying again makes sense; lists come in pages; what is sent has a transaction id that makes a second
/// sending harmless; events come in a stream that can break off and be taken up again from a token.
public protocol ChatService: ChatPeople, ChatChannels, ChatHistory, ChatSending, ChatFiles, ChatDrafts {
  /// Who is signed in.
  var currentUser: User { get }
  /// On which device.
  var deviceId: DeviceID { get }
  /// What it can take; known without asking.
  var limits: ServiceLimits { get }

  /// How far the events of this person have come: `events(after:)` with it gives all that happens from now on, also
  /// when the stream breaks off before its first event.
  func currentEventToken() async throws(ChatError) -> EventToken
  /// What happens from now on, or everything after a token. The stream ends by throwing when the connection breaks
  /// off; asking again with the last token gives what was missed, without a gap or a double.
  func events(after token: EventToken?) async throws(ChatError) -> AsyncThrowingStream<
    EventEnvelope, any Error
  >
}

/// The people of a service.
public protocol ChatPeople: Sendable {
  func user(_ id: UserID) async throws(ChatError) -> User
  /// People whose name or id has a word that begins with the text, or holds it; at most `limit`.
  func users(matching text: String, in scope: UserScope, limit: Int) async throws(ChatError) -> [User]
  func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence]
}

/// The channels of a service.
public protocol ChatChannels: Sendable {
  func channel(_ id: ChannelID) async throws(ChatError) -> ChannelSummary
  /// The channels that the person is in, those with the latest activity first.
  func channels(_ query: ListQuery) async throws(ChatError) -> Page<ChannelSummary>
  /// Channels that the person is in or could join whose name or id holds the text; at most `limit`.
  func channels(matching text: String, limit: Int) async throws(ChatError) -> [Channel]
  func createChannel(_ channel: NewChannel) async throws(ChatError) -> ChannelSummary
  /// The direct channel with a person, made when there is none yet.
  func directChannel(with user: UserID) async throws(ChatError) -> ChannelSummary
  func join(_ id: ChannelID) async throws(ChatError) -> ChannelSummary
  func leave(_ id: ChannelID) async throws(ChatError)
  func update(_ id: ChannelID, _ change: ChannelChange) async throws(ChatError) -> Channel
  func add(_ users: [UserID], to id: ChannelID) async throws(ChatError)
  func members(of id: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership>
  /// Says that this person types, or stopped. It ends by itself after a while.
  func setTyping(_ isTyping: Bool, in key: DraftKey) async throws(ChatError)
  func markRead(_ id: ChannelID, upTo timetoken: Timetoken) async throws(ChatError) -> ReadPosition
  /// Says how far the replies under a message were read, which says nothing of the channel. The person's devices are
  /// told, and nobody else.
  @discardableResult
  func markThreadRead(
    _ parent: MessageID, in channel: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ThreadReadPosition
}

/// What was said.
public protocol ChatHistory: Sendable {
  func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message
  func messages(_ query: MessageQuery) async throws(ChatError) -> Page<Message>
  func search(_ query: SearchQuery) async throws(ChatError) -> Page<Message>
  func pinnedMessages(in channel: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Message>
  /// Threads in the person's channels that they began, replied in or were mentioned in, last reply first.
  func threads(_ query: ListQuery) async throws(ChatError) -> Page<ThreadSummary>
}

/// Saying something, and taking it back.
public protocol ChatSending: Sendable {
  func send(_ message: NewMessage) async throws(ChatError) -> Message
  func edit(_ edit: MessageEdit) async throws(ChatError) -> Message
  func delete(_ id: MessageID, in channel: ChannelID, hard: Bool) async throws(ChatError)
  func pin(_ id: MessageID, in channel: ChannelID, _ pinning: Pinning) async throws(ChatError) -> Message
  func unpin(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message
  func setReaction(_ change: ReactionChange) async throws(ChatError) -> Message
  /// Tells a person that they were mentioned; a second time for the same message does nothing.
  func sendMention(_ event: MentionEvent) async throws(ChatError)
}

/// Files, in pieces.
public protocol ChatFiles: Sendable {
  /// The same transaction gives the same upload again.
  func beginUpload(
    _ file: FileDescription, transactionId: TransactionID
  ) async throws(ChatError) -> UploadID
  /// - Returns: how many bytes have arrived in all, which is where the next piece begins.
  func upload(_ bytes: [UInt8], at offset: Int, to upload: UploadID) async throws(ChatError) -> Int
  func finishUpload(_ upload: UploadID) async throws(ChatError) -> FileAttachment
  func download(_ file: FileID, _ range: Range<Int>) async throws(ChatError) -> [UInt8]
}

/// Drafts, for all devices of a person.
public protocol ChatDrafts: Sendable {
  /// Saves a draft over the revision that this device knows, 0 for none. Throws `draftConflict` when another device
  /// was faster. A draft that stays as it is keeps its revision.
  func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision
  ) async throws(ChatError) -> DraftMessage
  /// Deletes a draft of the revision that this device knows; one that is gone already is no error.
  func deleteDraft(for key: DraftKey, over revision: DraftRevision) async throws(ChatError)
  func draft(for key: DraftKey) async throws(ChatError) -> DraftMessage?
  func drafts(_ query: DraftListQuery) async throws(ChatError) -> Page<DraftMessage>
}

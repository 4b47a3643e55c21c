public import ChatDomain
import FileSystem
public import HTTPTransport

/// A Matrix homeserver as a chat service, seen from one device of one user.
///
/// The state is a `Replica`. Server answers change it; the only exception is a read position that is sent to no server. A loop
/// syncs with the server, and requests that need the latest state sync once more. Nothing is opened or sent before the first
/// request.
///
/// Parts do the work. They run on this actor, each with its own state, and the actor forwards calls to them.
public actor MatrixService {
  /// A separate thread, so that a disk that hangs delays only this account.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { disk.asUnownedSerialExecutor() }
  private nonisolated let disk = DiskQueue("inkwell.account")

  public nonisolated let currentUser: User
  public nonisolated let deviceId: DeviceID
  /// Problems with the files of the account, for one listener.
  public nonisolated let cacheNews: AsyncStream<CacheNews>
  private nonisolated let cacheNewsSource: AsyncStream<CacheNews>.Continuation
  nonisolated let announcements: Announcements
  let connection: MatrixConnection

  let account: AccountContext
  let trimmer: CacheTrimmer
  let serverLimits: ServerLimits
  let rounds: SyncRounds
  let sync: SyncLoop
  let keyRequests: KeyRequests
  let encryption: RoomEncryption
  let keyBackup: KeyBackup
  let recovery: KeyRecovery

  let people: PeopleDirectory
  let markers: ReadMarkers
  let threadPager: ThreadPager
  let history: HistoryPager
  let messageSearch: MessageSearch
  let pins: PinList
  let sender: MessageSender
  let rooms: RoomList
  let roomActions: RoomActions
  let places: RoomFinder
  let ignoreList: IgnoreList
  let roomPreferences: RoomPreferences
  let readerList: ReaderList
  let spaceList: SpaceList
  let knockDesk: KnockDesk
  let typing: TypingNotifier
  let draftList: DraftList
  let draftWriter: DraftSlotWriter
  let files: FileTransfers
  let inboxPager: InboxPager

  /// - Parameters:
  ///   - session: the session to continue.
  ///   - sessionStore: saves new tokens before they are used.
  ///   - folder: for the cache and files in transit; created when it is needed.
  ///   - keepsDrafts: whether drafts are synced through the server.
  ///   - encrypts: whether encrypted rooms can be read and written to.
  ///   - activity: the presence, typing and read receipts that others see.
  ///   - remembered: the minimum number of events to keep for streams that resume.
  public init(
    session: MatrixSession, sessionStore: any SessionStore, folder: String, transport: any Transport,
    clock: any ChatClock, keepsDrafts: Bool = true, encrypts: Bool = true,
    showing activity: ShownActivity = ShownActivity(),
    remembering remembered: Int = 4096
  ) {
    announcements = Announcements(keepsDrafts: keepsDrafts, encrypts: encrypts)
    let (cacheNews, newsSource) = AsyncStream<CacheNews>.makeStream(bufferingPolicy: .bufferingOldest(8))
    (self.cacheNews, cacheNewsSource) = (cacheNews, newsSource)
    currentUser = User(id: session.user, name: session.name)
    deviceId = session.device
    connection = MatrixConnection(
      session: session, sessionStore: sessionStore, transport: transport, clock: clock,
      tellingOfFaults: { newsSource.yield(.signInNotKept($0)) })

    account = AccountContext(
      session, folder: folder, connection: connection, clock: clock, announcements: announcements,
      streams: EventStreams(capacity: remembered), cacheNews: newsSource)
    trimmer = CacheTrimmer(account)
    serverLimits = ServerLimits(account)
    keyRequests = KeyRequests(account)
    rounds = SyncRounds(account, trimmer, keyRequests, showing: activity.presence)
    sync = SyncLoop(account, rounds, serverLimits)

    people = PeopleDirectory(account, sync)
    markers = ReadMarkers(account: account, sync: sync, receipts: activity.receipts)
    threadPager = ThreadPager(account, sync, markers, people)
    history = HistoryPager(account: account, sync: sync, people: people, threads: threadPager)
    messageSearch = MessageSearch(account: account, sync: sync)
    typing = TypingNotifier(account, sync)
    pins = PinList(account: account, sync: sync)
    keyBackup = KeyBackup(account, keyRequests)
    recovery = KeyRecovery(account, keyRequests, keyBackup)
    encryption = RoomEncryption(account: account, requests: keyRequests, people: people)
    sender = MessageSender(
      account: account, sync: sync, pins: pins, typing: typing, encryption: encryption)
    rooms = RoomList(account: account, sync: sync, markers: markers)
    roomActions = RoomActions(account: account, sync: sync, people: people)
    places = RoomFinder(account: account, sync: sync, actions: roomActions)
    ignoreList = IgnoreList(account: account, sync: sync)
    roomPreferences = RoomPreferences(account, sync)
    readerList = ReaderList(account: account, sync: sync)
    spaceList = SpaceList(account, sync)
    knockDesk = KnockDesk(account: account, sync: sync, finder: places, actions: roomActions)
    draftList = DraftList(account: account, sync: sync)
    draftWriter = DraftSlotWriter(account, sync, draftList, device: session.device)
    files = FileTransfers(account, sync)
    inboxPager = InboxPager(account, sync)
    account.keys.tellWanted = { [weak keyBackup] in keyBackup?.runSoon() }
    account.service = self
  }

  var store: ReplicaStore { account.store }

  /// Ends all activity. Later calls fail.
  public func close() async {
    store.keepLastAnswer()
    store.close()
    sync.close()
    trimmer.close()
    cacheNewsSource.finish()
    account.streams.endAll()
    account.echoes.resumeAll()
    await connection.close()
    store.discard()
    account.keys.close()
  }

  /// Disconnects from the server, or connects again. Requests that were sent are finished; others fail as if there
  /// were no network.
  public func setOffline(_ isOffline: Bool) { sync.setOffline(isOffline) }
}

extension MatrixService: ServiceTasks {
  func pollOnce() async {
    await sync.pollOnce()
    guard sync.isConnected else { return }
    do throws(ChatError) { try await roomPreferences.takeOverFormer() } catch {
      // The next round tries again.
    }
  }

  func performKeyRequests() async {
    await keyRequests.performDue()
    keyBackup.runSoon()
  }
  func runKeyBackup() async { await keyBackup.run() }
  func announceEncryption() async { await recovery.announce() }
  func runNextRound() async -> ChatError? { await sync.runNextRound() }
  func stopWaiting(for event: MessageID) { account.echoes.resume(event) }
  func askForLimits() async { await serverLimits.ask() }
  func trimOnce() async { await trimmer.trimOnce() }
  func endTyping(in room: ChannelID) async { await typing.endTyping(in: room) }
  func fetchLatest(in room: ChannelID) async { await rooms.fetchLatest(in: room) }

  func resolveReadMarker(of scope: ReceiptScope, in room: ChannelID) async throws(ChatError) {
    try await markers.resolve(scope, in: room)
  }

  func endStream(_ id: Int) async {
    account.streams.remove(id)
    guard account.streams.openStreamCount == 0, !store.isClosed else { return }
    do throws(ChatError) {
      _ = try await connection.answer(to: .setPresence(.offline, of: currentUser.id))
    } catch {
      // The server's presence expires by itself.
    }
  }

  public nonisolated func isIgnored(_ user: UserID) -> Bool { announcements.isIgnored(user) }

  public func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User> {
    try await ignoreList.ignoredUsers(query)
  }

  public func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError) {
    try await ignoreList.setIgnored(isIgnored, user)
  }

  public func inbox(_ query: InboxQuery) async throws(ChatError) -> InboxPage {
    try await inboxPager.page(query)
  }

  public func markInboxRead(_ reading: InboxReading) async throws(ChatError) -> Int {
    try await inboxPager.mark(reading)
  }

  public func keptMessages(_ query: MessageQuery) async -> Page<Message>? {
    do throws(ChatError) {
      let limit = try ListRequest.pageSize(query.limit)
      return try store.withReplica { replica throws(CacheFault) in
        try KeptPages(replica: replica).page(query, limit: limit)
      }
    } catch { return nil }
  }

  public func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock {
    try await knockDesk.knock(on: address, reason: reason)
  }

  public func knocks() async throws(ChatError) -> [Knock] { try await knockDesk.knocks() }

  public func takeBackKnock(on channel: ChannelID) async throws(ChatError) {
    try await knockDesk.takeBackKnock(on: channel)
  }

  public func visitors() async throws(ChatError) -> [Visitor] { try await knockDesk.visitors() }

  public func admit(_ user: UserID, to channel: ChannelID) async throws(ChatError) {
    try await knockDesk.admit(user, to: channel)
  }

  public func turnAway(_ user: UserID, from channel: ChannelID) async throws(ChatError) {
    try await knockDesk.turnAway(user, from: channel)
  }

  public nonisolated func address(in text: String) -> ChannelAddress? { RoomAddress.parse(text) }

  public func join(_ address: ChannelAddress) async throws(ChatError) -> ChannelSummary {
    try await places.join(address)
  }

  public func directory(_ query: DirectoryQuery) async throws(ChatError) -> Page<ListedChannel> {
    try await places.directory(query)
  }

  public func leftChannels(_ query: ListQuery) async throws(ChatError) -> Page<Channel> {
    try await places.leftChannels(query)
  }

  public func forget(_ id: ChannelID) async throws(ChatError) { try await places.forget(id) }

  public func readers(of channel: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition] {
    try await readerList.readers(of: channel, limit: limit)
  }

  public func readers(
    ofThreadUnder parent: MessageID, in channel: ChannelID, limit: Int
  ) async throws(ChatError) -> [ReaderPosition] {
    try await readerList.readers(of: channel, under: parent, limit: limit)
  }

  public nonisolated func refusal(of act: ChannelAct, in id: ChannelID) -> ChatError.Refusal? {
    announcements.refusal(of: act, in: id)
  }

  public func setMarkedUnread(_ isMarked: Bool, _ id: ChannelID) async throws(ChatError) -> ReadPosition {
    try await roomPreferences.setMarkedUnread(isMarked, id)
  }

  public func encryptionState() async throws(ChatError) -> EncryptionState { try await recovery.state() }

  public func enterRecoveryKey(_ typed: String) async throws(ChatError) -> EncryptionState {
    try await recovery.enter(typed)
  }

  public func makeRecoveryKey() async throws(ChatError) -> String { try recovery.makeKey() }

  public func saveRecoveryKey(to path: String) async throws(ChatError) { try recovery.saveKey(to: path) }

  public func setUpEncryption(
    confirming typed: String?, password: String?
  ) async throws(ChatError) -> EncryptionState {
    try await recovery.setUp(confirming: typed, password: password)
  }

  public func encryptionRecipients(in channel: ChannelID) async throws(ChatError) -> EncryptionRecipients {
    try await encryption.recipients(in: channel)
  }

  public func acceptIdentity(of user: UserID) async throws(ChatError) {
    try encryption.acceptIdentity(of: user)
  }

  public func spaces() async throws(ChatError) -> [Space] { try await spaceList.spaces() }
}

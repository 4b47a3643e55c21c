import ChatDomain

/// The objects that the parts of the service share: the account's connection, store, keys and streams.
///
/// It belongs to the service's actor, like the parts.
final class AccountContext {
  let connection: MatrixConnection
  let clock: any ChatClock
  let announcements: Announcements
  let streams: EventStreams
  let store: ReplicaStore
  let fetcher: EventFetcher
  let keys: AccountKeys
  let spool: Spool
  let echoes = EchoWaiters()
  /// The service, for the tasks of its parts. A task holds it weakly, so releasing the service ends the task.
  weak var service: (any ServiceTasks)?

  init(
    _ session: MatrixSession, folder: String, connection: MatrixConnection, clock: any ChatClock,
    announcements: Announcements, streams: EventStreams, cacheNews: AsyncStream<CacheNews>.Continuation
  ) {
    keys = AccountKeys(
      session, folder: folder, clock: clock, isEnabled: announcements.abilities.contains(.encrypts),
      news: cacheNews)
    self.connection = connection
    self.clock = clock
    self.announcements = announcements
    self.streams = streams
    store = ReplicaStore(
      session, folder: folder, clock: clock, streams: streams, announcements: announcements,
      cacheNews: cacheNews, report: connection.report, keys: keys)
    fetcher = EventFetcher(store, connection: connection, clock: clock)
    spool = Spool(folder: "\(folder)/files")
  }
}

/// A part of the service.
protocol AccountPart {
  var account: AccountContext { get }
}

extension AccountPart {
  var me: UserID { account.store.me }
  var connection: MatrixConnection { account.connection }
  var clock: any ChatClock { account.clock }
  var announcements: Announcements { account.announcements }
  var streams: EventStreams { account.streams }
  var store: ReplicaStore { account.store }
  var fetcher: EventFetcher { account.fetcher }
  var keys: AccountKeys { account.keys }
  var spool: Spool { account.spool }
  var echoes: EchoWaiters { account.echoes }
}

extension AccountPart {
  /// Whether what is sent to a room is encrypted. Encryption never ends.
  ///
  /// - Parameter isRequired: whether it was written as encrypted. Then it throws where the answer would be no.
  func isEncrypted(_ room: Room, isRequired: Bool = false) throws(ChatError) -> Bool {
    if room.isEncrypted { return true }
    // The keys may know of the encryption. If they cannot be used now, a refusal would not be final.
    if isRequired { _ = try keys.usableMachine() }
    let isEncrypted = try keys.requiresEncryption(in: room.id)
    if isRequired, !isEncrypted { throw .refused(.unencryptedChannel) }
    return isEncrypted
  }

  /// Decrypts events again, and publishes the changes.
  func readAgain(_ places: Set<EventPlace>) throws(ChatError) {
    guard !places.isEmpty else { return }
    do throws(ChatError) {
      try store.record(store.withReplica { replica throws(CacheFault) in try replica.readAgain(places) })
    } catch {
      // The machine names these events only once. The next sync tries again.
      keys.putBack(places)
      throw error
    }
  }
}

/// The calls that the tasks of the parts make.
///
/// The parts belong to the service's actor and cannot leave it. A task holds the service and asks it to continue with the part
/// that began the task.
protocol ServiceTasks: Actor {
  func pollOnce() async
  func runNextRound() async -> ChatError?
  func stopWaiting(for event: MessageID)
  func askForLimits() async
  func trimOnce() async
  func endStream(_ id: Int) async
  func endTyping(in room: ChannelID) async
  func fetchLatest(in room: ChannelID) async
  func performKeyRequests() async
  func runKeyBackup() async
  func announceEncryption() async
  func resolveReadMarker(of scope: ReceiptScope, in room: ChannelID) async throws(ChatError)
}

/// Callers that wait for an event to come back from the server.
final class EchoWaiters {
  private var waiters: [MessageID: [CheckedContinuation<Void, Never>]] = [:]

  var isEmpty: Bool { waiters.isEmpty }

  /// Waits until the event is back or waiting is stopped.
  func wait(for id: MessageID) async {
    await withCheckedContinuation { waiters[id, default: []].append($0) }
  }

  func resume(_ id: MessageID) {
    for waiter in waiters.removeValue(forKey: id) ?? [] { waiter.resume() }
  }

  func resumeAll() {
    for waiter in waiters.values.joined() { waiter.resume() }
    waiters = [:]
  }
}

/// A fair lock for asynchronous calls of one actor.
final class AsyncLock {
  private var isLocked = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func lock(isolation: isolated (any Actor)? = #isolation) async {
    guard isLocked else {
      isLocked = true
      return
    }
    await withCheckedContinuation { waiters.append($0) }
  }

  func unlock() {
    if waiters.isEmpty { isLocked = false } else { waiters.removeFirst().resume() }
  }
}

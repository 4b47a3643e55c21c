public import ChatDomain
public import HTTPTransport
import MatrixCache
import MatrixWire
import Synchronization

/// A Matrix homeserver as a chat service, seen from one device of one user.
///
/// What the device has seen is in a `Replica`, which changes only by what the server answers. A loop asks the server for
/// what happened since; a request whose answer must hold what others did a moment ago asks once more by itself. Nothing is
/// opened and nothing is sent before the first request.
public actor MatrixService {
  public nonisolated let currentUser: User
  public nonisolated let deviceId: DeviceID
  /// What can be told without waiting for the actor.
  nonisolated let outline: Mutex<Outline>
  let connection: MatrixConnection
  let clock: any ChatClock
  let folder: String
  let spool: Spool
  /// How many events are remembered at least for a stream that broke off; one may be behind by twice as many.
  let remembered: Int

  private var opened: Replica?
  /// What became of the cache; told once each, to one listener.
  public nonisolated let cacheNews: AsyncStream<CacheNews>
  private nonisolated let teller: AsyncStream<CacheNews>.Continuation

  var log = EventLog(run: "0", last: 0, capacity: 1)
  var streams: [Int: AsyncThrowingStream<EventEnvelope, any Error>.Continuation] = [:]
  var lastStream = 0
  /// How many streams there are, or are about to be: while there is one the others see the user.
  var watchers = 0
  let pulse = SyncPulse()
  var loop: Task<Void, Never>?
  /// How many events came since the cache was brought within its bounds; nil: it was not yet, in this run.
  var grownSinceTrim: Int?
  var trimming: Task<Void, Never>?
  var isClosed = false
  /// Who waits for an event to come back from the server.
  var echoes: [MessageID: [CheckedContinuation<Void, Never>]] = [:]
  let answers = Turnstile()
  /// For each room: a slow one does not hold up the drafts of others.
  var drafting: [ChannelID: Turnstile] = [:]
  let marking = Turnstile()
  let listingDirect = Turnstile()
  /// The rooms in which others are shown that the user is typing.
  var typingIn: Set<ChannelID> = []
  /// Rooms that are still to be asked for threads from before this device was signed in; nil: it is not known which.
  var unaskedForThreads: [ChannelID]?
  /// Events that the server did not give, which are not asked for again.
  var notGiven: Set<MessageID> = []
  /// Whether there was no room for the last piece of a file.
  var isSpoolFull = false
  /// People whose names were asked for because the server told of what they wrote and not of them.
  var askedAuthors: Set<UserID> = []

  struct Outline: Sendable {
    var limits: ServiceLimits
    var encrypted: Set<ChannelID> = []
  }

  /// - Parameters:
  ///   - session: who is signed in where.
  ///   - shelf: where new tokens are kept before they are used.
  ///   - folder: where the cache and files in transit are; made when it is needed.
  ///   - remembered: how many events are remembered for a stream that breaks off.
  public init(
    session: MatrixSession, shelf: any SessionShelf, folder: String, transport: any Transport,
    clock: any ChatClock, remembering remembered: Int = 4096
  ) {
    self.remembered = remembered
    let (news, teller) = AsyncStream<CacheNews>.makeStream(bufferingPolicy: .bufferingOldest(8))
    (cacheNews, self.teller) = (news, teller)
    currentUser = User(id: session.user, name: session.name)
    deviceId = session.device
    self.clock = clock
    self.folder = folder
    spool = Spool(folder: "\(folder)/files")
    connection = MatrixConnection(
      session: session, shelf: shelf, transport: transport, clock: clock,
      tellingOfFaults: { teller.yield(.signInNotKept($0)) })
    outline = Mutex(
      Outline(
        limits: ServiceLimits(
          messageBytes: EventSize.messageBytes, fileBytes: 50 << 20, filesPerMessage: 1,
          uploadChunkBytes: 256 << 10)))
  }

  /// Ends everything that is under way. Nothing can be asked afterwards.
  public func close() async {
    isClosed = true
    loop?.cancel()
    loop = nil
    trimming?.cancel()
    pulse.rest?.cancel()
    teller.finish()
    for stream in streams.values { stream.finish() }
    streams = [:]
    for waiting in echoes.values.joined() { waiting.resume() }
    echoes = [:]
    await connection.close()
    opened = nil
  }

  // MARK: The replica

  /// The replica, opened at first use. A cache that cannot be used is done without.
  func replica() throws(ChatError) -> Replica {
    if let opened { return opened }
    guard !isClosed else { throw .connection(.offline) }
    do throws(CacheFault) {
      let replica = try Self.open(folder, currentUser.id, deviceId, clock)
      switch replica.cache.opening {
      case .fresh, .continued: break
      case .replaced: teller.yield(.replaced)
      }
      return try adopt(replica)
    } catch {
      do throws(CacheFault) {
        teller.yield(CacheNews(error))
        return try adopt(
          Replica(
            MatrixCache(path: nil, of: currentUser.id, on: deviceId), of: currentUser.id, on: deviceId,
            clock: clock))
      } catch { throw .connection(.busy(retryAfter: nil)) }
    }
  }

  private func adopt(_ replica: Replica) throws(CacheFault) -> Replica {
    let run = try replica.cache.mark("run")
    log = EventLog(
      run: run ?? newRun(), last: try replica.cache.mark("last").flatMap { UInt64($0) } ?? 0,
      capacity: remembered)
    if run == nil { try replica.cache.setMark("run", log.run) }
    opened = replica
    noteOutline()
    return replica
  }

  /// A name for the numbers of this cache's events: those of another cache must not be taken for them.
  func newRun() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next(), radix: 36)
  }

  private static func open(
    _ folder: String, _ user: UserID, _ device: DeviceID, _ clock: any ChatClock
  ) throws(CacheFault) -> Replica {
    Spool.makeFolder(folder)
    let cache = try MatrixCache(path: "\(folder)/matrix.db", of: user, on: device)
    do throws(CacheFault) { return try Replica(cache, of: user, on: device, clock: clock) } catch {
      // What is damaged may show only when it is read.
      guard error == .damaged else { throw error }
      try cache.beginAnew()
      return try Replica(cache, of: user, on: device, clock: clock)
    }
  }

  /// Reads or writes what is known. Where the disk does not let us, it goes on in memory.
  func known<Result>(_ body: (Replica) throws(CacheFault) -> Result) throws(ChatError) -> Result {
    let replica = try replica()
    var fault: CacheFault
    do throws(CacheFault) { return try body(replica) } catch { fault = error }
    if fault.isBusy {
      do throws(CacheFault) {
        try replica.load()
        return try body(replica)
      } catch { fault = error }
    }
    let since = replica.since
    goOn(replica.cache, after: fault)
    // What is told from here on is numbered in no file: after the next start other events get these numbers.
    log.beginAnew(run: newRun())
    do throws(CacheFault) {
      try replica.load()
      // What comes next says how everything is, and not what happened meanwhile.
      if since != nil, replica.since == nil { end(streams: .eventsGone) }
      return try body(replica)
    } catch { throw .connection(.busy(retryAfter: nil)) }
  }

  /// A file that is damaged is begun anew, and without a disk that can be written it goes on in memory.
  private func goOn(_ cache: MatrixCache, after fault: CacheFault) {
    if fault == .damaged {
      do throws(CacheFault) {
        try cache.beginAnew()
        teller.yield(.replaced)
        return
      } catch {
        // Then it is done without.
      }
    }
    teller.yield(CacheNews(fault))
    cache.goOnInMemory()
  }

  /// Tells people what became of what is kept here.
  func report(_ news: CacheNews) { teller.yield(news) }

  func noteOutline() {
    guard let opened else { return }
    let encrypted = Set(opened.rooms.values.filter(\.isEncrypted).map(\.id))
    outline.withLock { $0.encrypted = encrypted }
  }

  // MARK: Rooms

  /// A room that the user is in.
  func room(_ id: ChannelID) throws(ChatError) -> Room {
    if let room = try replica().rooms[id], room.isJoined, room.isChannel { return room }
    // What is no id of a room is none of a channel. Of a room that one is not in nothing can be known.
    throw ChannelID(matrix: id.rawValue) == nil
      ? .refused(.notFound("channel \(id)")) : .refused(.notAMember)
  }

  func pageSize(_ limit: Int) throws(ChatError) -> Int {
    guard limit > 0 else { throw .refused(.invalid("a page of \(limit)")) }
    return min(limit, 500)
  }
}

extension MatrixService: ChatService {
  public nonisolated var abilities: Set<ServiceAbility> { [] }
  public nonisolated var limits: ServiceLimits { outline.withLock(\.limits) }

  public nonisolated func sendingRefusal(in id: ChannelID) -> ChatError.Refusal? {
    outline.withLock { $0.encrypted.contains(id) } ? .encryptedChannel : nil
  }
}

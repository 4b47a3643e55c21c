import ChatDomain

/// The replica on its file: opened at first use, and recovered when the disk fails.
///
/// A cache that cannot be used is done without, and what is known goes on in memory.
final class ReplicaStore {
  let me: UserID
  private let device: DeviceID
  private let folder: String
  private let clock: any ChatClock
  private let streams: EventStreams
  private let announcements: Announcements
  /// Tells a person what became of what is kept.
  private let cacheNews: AsyncStream<CacheNews>.Continuation
  private let link: LinkReport
  private var opened: Replica?
  private(set) var isClosed = false

  init(
    _ session: MatrixSession, folder: String, clock: any ChatClock, streams: EventStreams,
    announcements: Announcements, cacheNews: AsyncStream<CacheNews>.Continuation, report: LinkReport
  ) {
    link = report
    me = session.user
    device = session.device
    self.folder = folder
    self.clock = clock
    self.streams = streams
    self.announcements = announcements
    self.cacheNews = cacheNews
  }

  /// From now on it is opened for nobody; who has it already may finish.
  func close() { isClosed = true }

  func discard() { opened = nil }

  /// Tells a person what became of what is kept here.
  func report(_ news: CacheNews) { cacheNews.yield(news) }

  // MARK: Opening

  func replica() throws(ChatError) -> Replica {
    if let opened { return opened }
    guard !isClosed else { throw .connection(.offline) }
    do throws(CacheFault) {
      let replica = try open()
      switch replica.cache.opening {
      case .fresh, .continued: break
      case .replaced: report(.replaced)
      }
      return try adopt(replica)
    } catch {
      do throws(CacheFault) {
        report(CacheNews(error))
        return try adopt(
          Replica(MatrixCache(path: nil, of: me, on: device), of: me, clock: clock))
      } catch { throw .connection(.busy(retryAfter: nil)) }
    }
  }

  private func open() throws(CacheFault) -> Replica {
    Spool.makeFolder(folder)
    let cache = try MatrixCache(path: "\(folder)/matrix.db", of: me, on: device)
    do throws(CacheFault) { return try Replica(cache, of: me, clock: clock) } catch {
      // What is damaged may show only when it is read.
      guard error == .damaged else { throw error }
      try cache.reset()
      return try Replica(cache, of: me, clock: clock)
    }
  }

  private func adopt(_ replica: Replica) throws(CacheFault) -> Replica {
    let kept = try replica.cache.values.value(forKey: "run")
    let epoch = kept ?? Self.newEpoch()
    streams.begin(
      epoch: epoch, last: try replica.cache.values.value(forKey: "last").flatMap { UInt64($0) } ?? 0)
    if kept == nil { try replica.cache.values.set(epoch, forKey: "run") }
    replica.keepsDrafts = announcements.abilities.contains(.keepsDrafts)
    if let answered = try replica.cache.values.value(forKey: "answered").flatMap({ Int64($0) }) {
      link.recordEarlierAnswer(at: Timestamp(microseconds: answered))
    }
    try replica.dropIncompleteHistories()
    announcements.setIgnored(replica.ignored.list.users)
    opened = replica
    announceRefusals(in: replica.rooms.keys)
    return replica
  }

  /// Keeps when the server answered last, for whoever opens the account without a connection.
  static func keep(_ answered: Timestamp?, in cache: MatrixCache) throws(CacheFault) {
    guard let answered else { return }
    try cache.values.set("\(answered.microseconds)", forKey: "answered")
  }

  /// Does so at the end of a run, unless nothing was opened in it.
  func keepLastAnswer() {
    guard let opened else { return }
    do throws(CacheFault) { try Self.keep(link.answeredAt, in: opened.cache) } catch {
      // The one before it is not far away.
    }
  }

  /// A name for the numbers of this cache's events: those of another cache must not be taken for them.
  private static func newEpoch() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next(), radix: 36)
  }

  // MARK: Using

  /// Reads or writes what is known. Where the disk does not let us, it goes on in memory.
  func withReplica<Result>(
    _ body: (Replica) throws(CacheFault) -> Result
  ) throws(ChatError) -> Result {
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
    recover(replica.cache, from: fault)
    // What is told from here on is numbered in no file: after the next start other events get these numbers.
    streams.restart(epoch: Self.newEpoch())
    do throws(CacheFault) {
      try replica.load()
      // What comes next says how everything is, and not what happened meanwhile.
      if since != nil, replica.since == nil { streams.endAll(.eventsGone) }
      return try body(replica)
    } catch { throw .connection(.busy(retryAfter: nil)) }
  }

  /// A file that is damaged is replaced, and without a disk that can be written it goes on in memory.
  private func recover(_ cache: MatrixCache, from fault: CacheFault) {
    if fault == .damaged {
      do throws(CacheFault) {
        try cache.reset()
        report(.replaced)
        return
      } catch {
        // Then it is done without.
      }
    }
    report(CacheNews(fault))
    cache.continueInMemory()
  }

  /// What the user may not do in rooms whose states may have changed.
  func announceRefusals(in ids: some Sequence<ChannelID>) {
    guard let opened else { return }
    for id in ids {
      let room = opened.rooms[id]
      announcements.setRefusals(
        sending: room?.sendingRefusal(of: me), acts: room?.refusals(for: me) ?? [:], in: id)
    }
  }

  /// Refuses what a room leaves to others.
  func check(_ act: ChannelAct, in room: Room) throws(ChatError) {
    if let refusal = room.refusals(for: me)[act] { throw .refused(refusal) }
  }

  /// Tells that other people are ignored than before: what is shown anywhere has to be loaded again.
  func announceIgnoredPeople() throws(ChatError) {
    let replica = try replica()
    guard replica.ignored.hasChanged else { return }
    replica.ignored.hasChanged = false
    announcements.setIgnored(replica.ignored.list.users)
    try withReplica { replica throws(CacheFault) in try replica.dropIncompleteHistories() }
    try forgetEvents()
  }

  // MARK: Publishing

  /// Tells of what came of something that was done here. After a restart no other event may have its number.
  func record(_ events: [ChatEvent]) throws(ChatError) {
    guard !events.isEmpty else { return }
    let last = streams.last + UInt64(events.count)
    try withReplica { replica throws(CacheFault) in try replica.cache.values.set("\(last)", forKey: "last") }
    try publish(events)
  }

  /// Tells of what happened, once its numbers are kept.
  func publish(_ events: [ChatEvent]) throws(ChatError) {
    for event in events { streams.publish(try presented(event)) }
  }

  /// An event as it is told now: what it quotes may have changed since it happened.
  func presented(_ event: ChatEvent) throws(ChatError) -> ChatEvent {
    guard let id = event.quotingChannel, let room = try replica().rooms[id] else { return event }
    return try withReplica { replica throws(CacheFault) in try replica.builder.presented(event, in: room) }
  }

  /// What is shown anywhere has to be loaded again.
  func forgetEvents() throws(ChatError) {
    streams.restart(epoch: Self.newEpoch())
    let (epoch, last) = (streams.epoch, streams.last)
    try withReplica { replica throws(CacheFault) in
      try replica.cache.values.set(epoch, forKey: "run")
      try replica.cache.values.set("\(last)", forKey: "last")
    }
    streams.endAll(.eventsGone)
  }

  /// The server does not know any more what this device has seen.
  func reset() throws(ChatError) {
    try withReplica { replica throws(CacheFault) in try replica.clearSyncToken() }
    try forgetEvents()
  }

  // MARK: Look-ups

  /// A room that the user is in.
  func room(_ id: ChannelID) throws(ChatError) -> Room {
    if let room = try replica().rooms[id], room.isJoined, room.isChannel { return room }
    // What is no id of a room is none of a channel. Of a room that one is not in nothing can be known.
    throw ChannelID(matrix: id.rawValue) == nil
      ? .refused(.notFound("channel \(id)")) : .refused(.notAMember)
  }

  /// The room of an invitation, or one that the user is in or was; nil if nothing is known of it.
  func anyRoom(_ id: ChannelID) throws(ChatError) -> Room? { try replica().rooms[id] }

  func event(_ id: MessageID, in room: ChannelID) throws(ChatError) -> CachedEvent? {
    try withReplica { replica throws(CacheFault) in try replica.cache.events.event(id, in: room) }
  }

  /// Whether a message is here that is not shown, because it was deleted for good.
  func isGone(_ id: MessageID, in room: ChannelID) throws(ChatError) -> Bool {
    try event(id, in: room).map { $0.kind == .message && !$0.isShown } ?? false
  }

  /// The message of a row; nil for what is no message, or not to be seen.
  func message(of row: CachedEvent, in room: Room) throws(ChatError) -> Message? {
    try withReplica { replica throws(CacheFault) in try replica.builder.message(row, in: room) }
  }

  func summary(of room: Room) throws(ChatError) -> ChannelSummary {
    try withReplica { replica throws(CacheFault) in try replica.summary(of: room) }
  }
}

extension ChatEvent {
  /// The channel of a message or a draft that quotes something.
  fileprivate var quotingChannel: ChannelID? {
    switch self {
    case .messageCreated(let message), .messageUpdated(let message):
      message.quoted == nil ? nil : message.channelId
    case .draftUpdated(let update):
      update.draftMessage.content.quoted == nil ? nil : update.draftMessage.channelId
    default: nil
    }
  }
}

/// What became of the files in which an account is kept, as far as a person should know.
public enum CacheNews: Hashable, Sendable {
  /// It was of no use, and everything is fetched again.
  case replaced
  /// It cannot be written. Everything goes on in memory; what came since is fetched again after the next start.
  case inMemory(isFull: Bool)
  /// New tokens cannot be written, and without that they are not used: nothing is sent until they can.
  case signInNotKept(SessionFault)
  /// There is no room for files on their way. They wait until there is.
  case filesWait
}

extension CacheNews: CustomStringConvertible {
  public var description: String {
    switch self {
    case .signInNotKept(let fault):
      "Nothing can be sent or received before the sign-in can be kept on the disk: \(fault)"
    case .replaced: "What was kept of this account could not be read; it is fetched again"
    case .filesWait: "The disk is full: files that are sent wait until there is room"
    case .inMemory(isFull: true):
      "The disk is full: what comes from the server is kept in memory until the program ends"
    case .inMemory(isFull: false):
      "What comes from the server cannot be kept on the disk; it stays in memory until the program ends"
    }
  }
}

extension CacheNews {
  init(_ fault: CacheFault) { self = .inMemory(isFull: fault == .full) }
}

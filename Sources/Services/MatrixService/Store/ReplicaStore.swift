import ChatDomain

/// Opens the replica at first use, and recovers it when the disk fails.
///
/// Without a usable file it continues in memory.
final class ReplicaStore {
  let me: UserID
  private let device: DeviceID
  private let folder: String
  private let clock: any ChatClock
  private let streams: EventStreams
  private let announcements: Announcements
  /// Reports problems with the files to the user.
  private let cacheNews: AsyncStream<CacheNews>.Continuation
  private let link: LinkReport
  private let keys: AccountKeys
  private var opened: Replica?
  private(set) var isClosed = false

  init(
    _ session: MatrixSession, folder: String, clock: any ChatClock, streams: EventStreams,
    announcements: Announcements, cacheNews: AsyncStream<CacheNews>.Continuation, report: LinkReport,
    keys: AccountKeys
  ) {
    self.keys = keys
    link = report
    me = session.user
    device = session.device
    self.folder = folder
    self.clock = clock
    self.streams = streams
    self.announcements = announcements
    self.cacheNews = cacheNews
  }

  /// Rejects new callers. Those that hold the replica may finish.
  func close() { isClosed = true }

  func discard() { opened = nil }

  /// Reports a problem with the files to the user.
  func report(_ news: CacheNews) { cacheNews.yield(news) }

  // MARK: Opening

  func replica() throws(ChatError) -> Replica {
    if let opened { return opened }
    guard !isClosed else { throw .connection(.offline) }
    do throws(CacheFault) {
      let replica = try open()
      if replica.cache.opening == .replaced { report(.replaced) }
      return try adopt(replica)
    } catch {
      do throws(CacheFault) {
        report(CacheNews(error))
        return try adopt(
          Replica(
            MatrixCache(path: nil, of: me, on: device), of: me, clock: clock, keys: keys))
      } catch { throw .connection(.busy(retryAfter: nil)) }
    }
  }

  private func open() throws(CacheFault) -> Replica {
    Spool.makeFolder(folder)
    let cache = try MatrixCache(path: "\(folder)/matrix.db", of: me, on: device)
    do throws(CacheFault) { return try Replica(cache, of: me, clock: clock, keys: keys) } catch {
      // Some damage shows only when the data is read.
      guard error == .damaged else { throw error }
      try cache.reset()
      return try Replica(cache, of: me, clock: clock, keys: keys)
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

  /// Saves the time of the last answer, for an offline start.
  static func keep(_ answered: Timestamp?, in cache: MatrixCache) throws(CacheFault) {
    guard let answered else { return }
    try cache.values.set("\(answered.microseconds)", forKey: "answered")
  }

  /// Saves the time of the last answer at the end of a run.
  func keepLastAnswer() {
    guard let opened else { return }
    do throws(CacheFault) { try Self.keep(link.answeredAt, in: opened.cache) } catch {
      // The previous value is recent enough.
    }
  }

  /// A new epoch, which separates the event numbers of one cache from another's.
  private static func newEpoch() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next(), radix: 36)
  }

  // MARK: Using

  /// Reads or writes the replica. If the disk fails it continues in memory.
  func withReplica<Result>(_ body: (Replica) throws(CacheFault) -> Result) throws(ChatError) -> Result {
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
    // The saved event numbers are lost or stay behind: after the next start, other events get the same numbers.
    streams.restart(epoch: Self.newEpoch())
    do throws(CacheFault) {
      try replica.load()
      // The next sync returns the whole state instead of changes.
      if since != nil, replica.since == nil { streams.endAll(.eventsGone) }
      return try body(replica)
    } catch { throw .connection(.busy(retryAfter: nil)) }
  }

  /// Replaces a damaged file, or continues in memory.
  private func recover(_ cache: MatrixCache, from fault: CacheFault) {
    if fault == .damaged {
      do throws(CacheFault) {
        try cache.reset()
        report(.replaced)
        return
      } catch {
        // Continues in memory below.
      }
    }
    report(CacheNews(fault))
    cache.continueInMemory()
  }

  /// Updates the refusals of rooms whose state may have changed.
  func announceRefusals(in ids: some Sequence<ChannelID>) {
    guard let opened else { return }
    for id in ids {
      let room = opened.rooms[id]
      announcements.setRefusals(
        sending: room?.sendingRefusal(of: me, withoutKeys: keys.refusal),
        acts: room?.refusals(for: me) ?? [:], isEncrypted: room?.isEncrypted == true, in: id)
    }
  }

  /// Throws if the user may not perform an act in the room.
  func check(_ act: ChannelAct, in room: Room) throws(ChatError) {
    if let refusal = room.refusals(for: me)[act] { throw .refused(refusal) }
  }

  /// Publishes a change of the ignored users: screens must reload.
  func announceIgnoredPeople() throws(ChatError) {
    let replica = try replica()
    guard replica.ignored.hasChanged else { return }
    replica.ignored.hasChanged = false
    announcements.setIgnored(replica.ignored.list.users)
    try withReplica { replica throws(CacheFault) in try replica.dropIncompleteHistories() }
    try forgetEvents()
  }

  // MARK: Publishing

  /// Publishes the result of a request. The event number is saved first, so it is not reused after a restart.
  func record(_ events: [ChatEvent]) throws(ChatError) {
    guard !events.isEmpty else { return }
    let last = streams.last + UInt64(events.count)
    try withReplica { replica throws(CacheFault) in try replica.cache.values.set("\(last)", forKey: "last") }
    try publish(events)
  }

  /// Publishes events whose numbers are saved.
  func publish(_ events: [ChatEvent]) throws(ChatError) {
    for event in events { streams.publish(try presented(event)) }
  }

  /// An event with its quotes up to date.
  func presented(_ event: ChatEvent) throws(ChatError) -> ChatEvent {
    guard let id = event.quotingChannel, let room = try replica().rooms[id] else { return event }
    return try withReplica { replica throws(CacheFault) in try replica.builder.presented(event, in: room) }
  }

  /// Forgets all events, so that screens reload.
  func forgetEvents() throws(ChatError) {
    streams.restart(epoch: Self.newEpoch())
    let (epoch, last) = (streams.epoch, streams.last)
    try withReplica { replica throws(CacheFault) in
      try replica.cache.values.set(epoch, forKey: "run")
      try replica.cache.values.set("\(last)", forKey: "last")
    }
    streams.endAll(.eventsGone)
  }

  /// Starts over after the server rejected the sync token.
  func reset() throws(ChatError) {
    try withReplica { replica throws(CacheFault) in try replica.clearSyncToken() }
    try forgetEvents()
  }

  // MARK: Look-ups

  /// A room that the user is in.
  func room(_ id: ChannelID) throws(ChatError) -> Room {
    if let room = try replica().rooms[id], room.isJoined, room.isChannel { return room }
    // An invalid room id names no channel. For a valid one, a non-member cannot find out whether the room exists.
    throw ChannelID(matrix: id.rawValue) == nil
      ? .refused(.notFound("channel \(id)")) : .refused(.notAMember)
  }

  /// A room in any standing; nil if it is unknown.
  func anyRoom(_ id: ChannelID) throws(ChatError) -> Room? { try replica().rooms[id] }

  func event(_ id: MessageID, in room: ChannelID) throws(ChatError) -> CachedEvent? {
    try withReplica { replica throws(CacheFault) in try replica.cache.events.event(id, in: room) }
  }

  /// Whether a cached message was hard-deleted.
  func isGone(_ id: MessageID, in room: ChannelID) throws(ChatError) -> Bool {
    try event(id, in: room).map { $0.kind == .message && !$0.isShown } ?? false
  }

  /// The message of an event; nil for other events and hidden messages.
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

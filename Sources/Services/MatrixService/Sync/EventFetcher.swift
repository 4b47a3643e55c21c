import ChatDomain
import HTTPTransport

/// Fetches missing events and pages of history into the replica.
///
/// One unavailable event must not delay the others.
final class EventFetcher {
  private let store: ReplicaStore
  private let connection: MatrixConnection
  private let clock: any ChatClock
  /// Events that the server refused. They are not requested again.
  private var unavailableEvents: Set<MessageID> = []

  private static let mostUnavailableEvents = 1000
  /// The time limit for fetching secondary events, such as quoted messages.
  private static let besideTime = Duration.seconds(30)
  /// The maximum number of messages to fetch for receipts per sync, and the time limit.
  private static let mostReceipts = 20
  private static let receiptTime = Duration.seconds(10)

  init(_ store: ReplicaStore, connection: MatrixConnection, clock: any ChatClock) {
    self.store = store
    self.connection = connection
    self.clock = clock
  }

  // MARK: Single events

  /// Fetches one event.
  ///
  /// - Parameters:
  ///   - isPast: whether it precedes the cached events.
  ///   - patience: nil: the default of the request.
  func fetch(
    _ id: MessageID, in channel: ChannelID, isPast: Bool = true, patience: Patience? = nil
  ) async throws(ChatError) {
    let event = try await connection.read(
      .event(id, in: channel), FailureContext(subject: "message \(id)"), patience: patience,
      orThrow: .refused(.notFound("message \(id)"))
    ) { bytes throws(AnswerError) in try EventAnswer(bytes, of: id, in: channel).event }
    try store.withReplica { replica throws(CacheFault) in
      try replica.keep([event], in: channel, isPast: isPast)
    }
  }

  /// Fetches those of some events that are not cached. An event that the server refuses is requested only once.
  func fetchMissing(_ ids: some Sequence<MessageID>, in room: Room) async throws(ChatError) {
    let begin = clock.now
    for id in ids where try isMissing(id, in: room.id) {
      guard clock.now - begin < Self.besideTime else { return }
      do throws(ChatError) { try await fetch(id, in: room.id) } catch {
        guard error.isAboutOneRequest else { throw error }
        recordUnavailable(id, error)
      }
    }
  }

  /// Whether an event is not cached and may be available.
  func isMissing(_ id: MessageID, in room: ChannelID) throws(ChatError) -> Bool {
    guard MessageID(matrix: id.rawValue) != nil, !unavailableEvents.contains(id) else { return false }
    return try store.event(id, in: room) == nil
  }

  private func recordUnavailable(_ id: MessageID, _ error: ChatError) {
    guard case .refused = error else { return }
    if unavailableEvents.count >= Self.mostUnavailableEvents { unavailableEvents = [] }
    unavailableEvents.insert(id)
  }

  /// A shown message, by its id or by the transaction that the user sent it with. An uncached message is fetched.
  func row(_ id: MessageID, in room: Room) async throws(ChatError) -> CachedEvent {
    func find() throws(ChatError) -> CachedEvent? {
      try store.withReplica { replica throws(CacheFault) in try replica.message(id, in: room.id) }
    }
    if let row = try find() { return row }
    guard try store.event(id, in: room.id) == nil else { throw .refused(.notFound("message \(id)")) }
    if MessageID(matrix: id.rawValue) != nil {
      try await fetch(id, in: room.id)
    } else {
      // A message from another device has its transaction id only in its content, so older pages are searched.
      for _ in 0..<3 {
        guard try await extendLive(of: room), try find() == nil else { break }
      }
    }
    guard let row = try find() else { throw .refused(.notFound("message \(id)")) }
    return row
  }

  // MARK: Receipts

  /// Fetches the messages of the user's receipts from other devices. Without them only an upper bound of the read position is
  /// known.
  func fetchReadMessages(in answer: SyncAnswer, gaps: [ChannelID: TimelineGap]) async throws(ChatError) {
    let begin = clock.now
    var asked = 0
    for joined in answer.joined where try store.anyRoom(joined.id)?.isJoined == true {
      var ids: Set<MessageID> = []
      for case .receipts(let receipts) in joined.ephemeral {
        ids.formUnion(receipts.filter { $0.user == store.me }.map(\.event))
      }
      ids.subtract(joined.timeline.events.map(\.id))
      if case .filled(let events)? = gaps[joined.id] { ids.subtract(events.map(\.id)) }
      for id in ids.sorted() where try isMissing(id, in: joined.id) {
        guard asked < Self.mostReceipts, clock.now - begin < Self.receiptTime else { return }
        asked += 1
        do throws(ChatError) {
          try await fetch(id, in: joined.id, patience: Patience(total: Self.receiptTime))
        } catch {
          switch error {
          case .signedOut, .cancelled: throw error
          case .connection(.offline): return
          default: recordUnavailable(id, error)
          }
        }
      }
    }
  }

  // MARK: Pages

  /// A page of a room's history.
  func page(_ request: MatrixRequest, in room: ChannelID) async throws(ChatError) -> MessagesAnswer {
    try await connection.read(request, FailureContext(.page)) {
      bytes throws(AnswerError) in try MessagesAnswer(bytes, in: room)
    }
  }

  /// An event with its neighbours.
  func context(of id: MessageID, in room: ChannelID, limit: Int) async throws(ChatError) -> ContextAnswer {
    try await connection.read(
      .context(of: id, in: room, limit: limit), FailureContext(subject: "message \(id)")
    ) { bytes throws(AnswerError) in try ContextAnswer(bytes, of: id, in: room) }
  }

  /// Extends a slice at one end.
  ///
  /// - Returns: whether more events may be cached now.
  func extend(
    _ slice: CachedSlice, isForward: Bool, of room: Room, by limit: Int
  ) async throws(ChatError) -> Bool {
    let length = max(limit, 50)
    if !isForward {
      guard let from = slice.before else { return false }
      let page = try await page(.messages(in: room.id, .backward, from: from, limit: length), in: room.id)
      try change(room) { history throws(CacheFault) in try history.prepend(page, to: slice) }
      return true
    }
    guard !slice.isLive else { return false }
    if let from = slice.after {
      let page = try await page(.messages(in: room.id, .forward, from: from, limit: length), in: room.id)
      if !page.events.isEmpty {
        try change(room) { history throws(CacheFault) in try history.append(page, to: slice) }
        return true
      }
    }
    // There is no token to continue from, but the next slice can be extended backward to this one.
    let next = try store.withReplica { replica throws(CacheFault) in
      try replica.history(of: room).slice(after: slice)
    }
    guard let next, let from = next.before else { return false }
    let page = try await page(.messages(in: room.id, .backward, from: from, limit: 100), in: room.id)
    try change(room) { history throws(CacheFault) in try history.prepend(page, to: next) }
    return true
  }

  /// Changes the history of a room, which may have been reloaded since the request.
  private func change(_ room: Room, _ body: (RoomHistory) throws(CacheFault) -> Void) throws(ChatError) {
    try store.withReplica { replica throws(CacheFault) in
      try body(replica.history(of: replica.room(room.id)))
    }
  }

  /// - Returns: whether there were older events.
  func extendLive(of room: Room) async throws(ChatError) -> Bool {
    guard let live = room.timeline.live, live.before != nil else { return false }
    return try await extend(live, isForward: false, of: room, by: 100)
  }
}

import ChatDomain
import HTTPTransport

/// Fetches events and pages of a room's history that are not here, and puts them into the replica.
///
/// One event that the server does not give must not hold up all others.
final class EventFetcher {
  private let store: ReplicaStore
  private let connection: MatrixConnection
  private let clock: any ChatClock
  /// Events that the server did not give, which are not asked for again.
  private var unavailableEvents: Set<MessageID> = []

  private static let mostUnavailableEvents = 1000
  /// How long somebody waits for what stands beside what they want to see. What is not asked for by then is left out.
  private static let besideTime = Duration.seconds(30)
  /// How many messages are fetched because of receipts, and how long everybody waits for them.
  private static let mostReceipts = 20
  private static let receiptTime = Duration.seconds(10)

  init(_ store: ReplicaStore, connection: MatrixConnection, clock: any ChatClock) {
    self.store = store
    self.connection = connection
    self.clock = clock
  }

  // MARK: Single events

  /// Fetches one event that is not here.
  ///
  /// - Parameters:
  ///   - isPast: whether it would be here if it had happened lately.
  ///   - patience: nil: as long as such a request takes.
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

  /// Fetches those of some events that are not here, as far as the server gives them. What it refuses is asked for once.
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

  /// Whether an event is not here, and the server may give it.
  func isMissing(_ id: MessageID, in room: ChannelID) throws(ChatError) -> Bool {
    guard MessageID(matrix: id.rawValue) != nil, !unavailableEvents.contains(id) else { return false }
    return try store.event(id, in: room) == nil
  }

  private func recordUnavailable(_ id: MessageID, _ error: ChatError) {
    guard case .refused = error else { return }
    if unavailableEvents.count >= Self.mostUnavailableEvents { unavailableEvents = [] }
    unavailableEvents.insert(id)
  }

  /// The row of a message that is shown, also by the transaction that the user sent it with.
  func row(_ id: MessageID, in room: Room) async throws(ChatError) -> CachedEvent {
    func find() throws(ChatError) -> CachedEvent? {
      try store.withReplica { replica throws(CacheFault) in try replica.message(id, in: room.id) }
    }
    if let row = try find() { return row }
    guard try store.event(id, in: room.id) == nil else { throw .refused(.notFound("message \(id)")) }
    if MessageID(matrix: id.rawValue) != nil {
      try await fetch(id, in: room.id)
    } else {
      // What the user's other device called it stands in the message itself.
      for _ in 0..<3 {
        guard try await extendLive(of: room), try find() == nil else { break }
      }
    }
    guard let row = try find() else { throw .refused(.notFound("message \(id)")) }
    return row
  }

  // MARK: Receipts

  /// Fetches the messages up to which the user has read on other devices, where they are not here. Without them it is only
  /// known that they are further back.
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

  /// An event with so many others around it.
  func context(of id: MessageID, in room: ChannelID, limit: Int) async throws(ChatError) -> ContextAnswer {
    try await connection.read(
      .context(of: id, in: room, limit: limit), FailureContext(subject: "message \(id)")
    ) { bytes throws(AnswerError) in try ContextAnswer(bytes, of: id, in: room) }
  }

  /// Makes a slice longer at one of its ends.
  ///
  /// - Returns: whether there may be more now.
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
    // Nothing leads on from here, but what comes next leads back.
    let next = try store.withReplica { replica throws(CacheFault) in
      try replica.history(of: room).slice(after: slice)
    }
    guard let next, let from = next.before else { return false }
    let page = try await page(.messages(in: room.id, .backward, from: from, limit: 100), in: room.id)
    try change(room) { history throws(CacheFault) in try history.prepend(page, to: next) }
    return true
  }

  /// Changes the history of a room, which may have been read anew since somebody asked for it.
  private func change(
    _ room: Room, _ body: (RoomHistory) throws(CacheFault) -> Void
  ) throws(ChatError) {
    try store.withReplica { replica throws(CacheFault) in
      try body(replica.history(of: replica.room(room.id)))
    }
  }

  /// - Returns: whether there was anything older.
  func extendLive(of room: Room) async throws(ChatError) -> Bool {
    guard let live = room.timeline.live, live.before != nil else { return false }
    return try await extend(live, isForward: false, of: room, by: 100)
  }
}

import ChatDomain

/// Keeps the cache and the files within their bounds: the server has all of it.
final class CacheTrimmer: AccountPart {
  let account: AccountContext
  /// How many events came since it was done; nil: it was not yet, in this run.
  private var grown: Int?
  private var trimming: Task<Void, Never>?

  /// After so many events the bounds are looked at again.
  private static let eventsBetweenTrims = 5_000
  /// How long the answer to a transaction is remembered. Nobody asks for it again once the outbox has it.
  private static let transactionLifetime = Duration.seconds(90 * 86_400)
  /// A file that was sent can be sent again without its bytes, as long as it is remembered.
  private static let keptUploads = 1_000

  init(_ account: AccountContext) { self.account = account }

  func close() { trimming?.cancel() }

  /// Notes that so many events came, and lets a task of the service trim at the start of a program and after many of them.
  func recordGrowth(by count: Int) {
    let grown = grown.map { $0 + count } ?? Self.eventsBetweenTrims
    self.grown = grown
    guard grown >= Self.eventsBetweenTrims, trimming == nil, !store.isClosed else { return }
    self.grown = 0
    trimming = Task { [weak service = account.service] in await service?.trimOnce() }
  }

  func trimOnce() async {
    defer { trimming = nil }
    do throws(ChatError) {
      try await trim(to: .usual)
    } catch {
      // Without a connection nothing more comes either; the next time is soon enough.
    }
  }

  func trim(to bounds: HistoryBounds) async throws(ChatError) {
    let now = clock.now
    spool.trim(at: now)
    let counts = try store.withReplica { replica throws(CacheFault) in
      try replica.cache.transactions.forget(before: now + Self.transactionLifetime * -1)
      try replica.cache.uploads.forgetDone(keeping: Self.keptUploads)
      return try replica.cache.trimmer.eventCounts()
    }
    let kept = bounds.kept(counts.values)
    // A room is asked for once in a while, and not again with each message.
    for (id, count) in counts.sorted(by: { $0.key < $1.key }) where count > kept + kept / 2 {
      guard let room = try store.anyRoom(id) else { continue }
      do throws(ChatError) { try await trim(room, to: kept) } catch {
        guard error.isAboutOneRequest else { throw error }
      }
    }
  }

  /// The server says where its history goes on from the oldest message that stays.
  private func trim(_ room: Room, to count: Int) async throws(ChatError) {
    let oldest = try store.withReplica { (replica) throws(CacheFault) -> CachedEvent? in
      guard let cut = try replica.cache.trimmer.cut(of: room.id, keeping: count) else { return nil }
      return try replica.cache.trimmer.event(from: cut, in: room.id)
    }
    guard let oldest else { return }
    let answer = try await fetcher.context(of: oldest.id, in: room.id, limit: 1)
    guard let start = answer.start, let first = answer.events.first else { return }
    try store.withReplica { (replica) throws(CacheFault) in
      // Some servers send more than they were asked for: it goes on before the first that they sent.
      guard let row = try replica.cache.events.event(first.id, in: room.id),
        row.slice == replica.rooms[room.id]?.timeline.live?.id,
        row.slice != nil
      else { return }
      try replica.cache.trimmer.trim(room.id, from: row.token, before: start)
      replica.rooms[room.id]?.timeline.live = try replica.cache.slices.of(room.id).first(where: \.isLive)
    }
  }
}

import ChatDomain

/// Keeps the cache and the spool within bounds. Removed history and downloads can be fetched again.
final class CacheTrimmer: AccountPart {
  let account: AccountContext
  /// The number of events since the last trim; nil before the first.
  private var grown: Int?
  private var trimming: Task<Void, Never>?

  /// The number of events between two trims.
  private static let eventsBetweenTrims = 5_000
  /// How long the result of a transaction is kept. The outbox needs it soon or never.
  private static let transactionLifetime = Duration.seconds(90 * 86_400)
  /// The number of finished uploads to remember, so that they can be sent again without their bytes.
  private static let keptUploads = 1_000

  init(_ account: AccountContext) { self.account = account }

  func close() { trimming?.cancel() }

  /// Counts new events, and trims in a task at the start and after many of them.
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
      // Offline, the cache does not grow.
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
    // With some slack, so that a room is not trimmed at every message.
    for (id, count) in counts.sorted(by: { $0.key < $1.key }) where count > kept + kept / 2 {
      guard let room = try store.anyRoom(id) else { continue }
      do throws(ChatError) { try await trim(room, to: kept) } catch {
        guard error.isAboutOneRequest else { throw error }
      }
    }
  }

  /// Fetches the server's token before the oldest event that stays, and removes everything older.
  private func trim(_ room: Room, to count: Int) async throws(ChatError) {
    let oldest = try store.withReplica { (replica) throws(CacheFault) -> CachedEvent? in
      guard let cut = try replica.cache.trimmer.cut(of: room.id, keeping: count) else { return nil }
      return try replica.cache.trimmer.event(from: cut, in: room.id)
    }
    guard let oldest else { return }
    let answer = try await fetcher.context(of: oldest.id, in: room.id, limit: 1)
    guard let start = answer.start, let first = answer.events.first else { return }
    try store.withReplica { (replica) throws(CacheFault) in
      // Some servers send more events than requested. The token belongs to the first of them.
      guard let row = try replica.cache.events.event(first.id, in: room.id),
        row.slice == replica.rooms[room.id]?.timeline.live?.id,
        row.slice != nil
      else { return }
      try replica.cache.trimmer.trim(room.id, from: row.token, before: start)
      replica.rooms[room.id]?.timeline.live = try replica.cache.slices.of(room.id).first(where: \.isLive)
    }
  }
}

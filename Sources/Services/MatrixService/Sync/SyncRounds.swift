import ChatDomain
import HTTPTransport
import JSON

enum SyncOutcome {
  case new, nothingNew
  /// Another answer was applied while this one was in flight.
  case overtaken
}

/// Sends one sync request, and applies the answer to the replica.
final class SyncRounds: AccountPart {
  let account: AccountContext
  private let gapFiller: GapFiller
  private let trimmer: CacheTrimmer
  private let requests: KeyRequests
  /// Whether the events were read again whose keys arrived right before the last run ended.
  private var hasReadLeftOver = false
  /// The presence that others see while there are listeners.
  private let presence: ShownActivity.OwnPresence
  /// Answers are applied one at a time, because applying one may send requests.
  private let answerLock = AsyncLock()
  /// The number of consecutive unreadable or oversized answers.
  private var useless = 0
  /// The number of useless answers that leads to an initial sync. It doubles each time, because an initial sync may not help.
  private var mostUseless = 3

  /// The filters of the initial sync and of later syncs.
  private static let firstFilter = SyncFilter(timelineLimit: 1, hasPresence: false)
  private static let filter = SyncFilter(timelineLimit: 50)

  init(
    _ account: AccountContext, _ trimmer: CacheTrimmer, _ requests: KeyRequests,
    showing presence: ShownActivity.OwnPresence
  ) {
    self.account = account
    self.requests = requests
    self.trimmer = trimmer
    gapFiller = GapFiller(account)
    self.presence = presence
  }

  /// Syncs once. Falls back to an initial sync if the server rejected the token.
  func round(wait: Duration) async throws(ChatError) -> SyncOutcome {
    do throws(ChatError) { return try await ask(wait: wait) } catch {
      guard error == .eventsGone, try store.replica().since == nil, !store.isClosed else { throw error }
      return try await ask(wait: .zero)
    }
  }

  private func ask(wait: Duration) async throws(ChatError) -> SyncOutcome {
    let since = try store.replica().since
    let request = MatrixRequest.sync(
      since: since, filter: since == nil ? Self.firstFilter : Self.filter, patience: wait,
      presence: streams.openStreamCount == 0 ? .offline : presence)
    let bytes: [UInt8]
    do throws(ChatError) {
      bytes =
        try await connection.answer(
          to: request, FailureContext(.sync), limit: JSONLimits.answer.bytes,
          // An initial sync of thousands of rooms takes a server minutes.
          patience: since == nil ? Patience(total: .seconds(300)) : nil) ?? []
    } catch {
      if error == .eventsGone, since != nil, try store.replica().since == since { try store.reset() }
      if case .connection(.badAnswer(.tooLarge)) = error { try recordUseless(after: since) }
      throw error
    }
    let answer = try await read(bytes, after: since)
    await answerLock.lock()
    defer { answerLock.unlock() }
    // Empty answers do not move the token: a non-empty answer that they overtake would be lost.
    if wait == .zero, since != nil, answer.isEmpty { return .nothingNew }
    guard try store.replica().since == since else { return .overtaken }
    let isNew = !answer.isEmpty && answer.nextBatch != since
    // The keys first, because the server delivers each to-device message only once.
    try keys.take(sync: answer.root, since: since)
    let gaps = try await gapFiller.gaps(in: answer, since: since)
    if since != nil { try await fetcher.fetchReadMessages(in: answer, gaps: gaps) }
    try await apply(answer, after: since, gaps: gaps)
    try readAgain()
    requests.performSoon()
    trimmer.recordGrowth(by: answer.joined.reduce(0) { $0 + $1.timeline.events.count })
    return isNew ? .new : .nothingNew
  }

  /// Decrypts events again whose keys arrived.
  private func readAgain() throws(ChatError) {
    if !hasReadLeftOver {
      hasReadLeftOver = true
      keys.addLeftOver()
      // An earlier version of this program kept events that it could not read, or it ended between a key and its events.
      if keys.machine != nil {
        keys.putBack(try store.withReplica { replica throws(CacheFault) in try replica.hiddenMessages() })
      }
    }
    try readAgain(keys.takeUnread())
  }

  // MARK: Unreadable answers

  /// Counts a useless answer. After several in a row the replica starts over with an initial sync.
  private func recordUseless(after since: String?) throws(ChatError) {
    guard let since, try store.replica().since == since else { return }
    useless += 1
    guard useless >= mostUseless else { return }
    useless = 0
    mostUseless *= 2
    try store.reset()
    throw .eventsGone
  }

  private func read(_ bytes: [UInt8], after since: String?) async throws(ChatError) -> SyncAnswer {
    do throws(AnswerError) {
      let answer = try await Self.answer(bytes, for: me)
      useless = 0
      return answer
    } catch {
      // An answer that is not an object did not come from a homeserver.
      if bytes.first == UInt8(ascii: "{") { try recordUseless(after: since) }
      throw .unreadable
    }
  }

  @concurrent private static func answer(
    _ bytes: [UInt8], for me: UserID
  ) async throws(AnswerError) -> SyncAnswer {
    try SyncAnswer(bytes, for: me)
  }

  // MARK: Applying

  /// Applies an answer part by part.
  private func apply(
    _ answer: SyncAnswer, after since: String?, gaps: [ChannelID: TimelineGap]
  ) async throws(ChatError) {
    for part in AnswerPart.all(of: answer, with: gaps) {
      // Other calls run between two parts.
      if !part.isFirst { await Task.yield() }
      if !part.isFirst || !part.isLast, !connection.isOffline {
        let count = answer.joined.count
        connection.report.catchUp(CatchingUp(channelsLeft: count - part.rooms.lowerBound, of: count))
      }
      try apply(part, of: answer, after: since, gaps: gaps)
    }
  }

  /// Applies the next part, and publishes its events.
  func apply(
    _ part: AnswerPart, of answer: SyncAnswer, after since: String?, gaps: [ChannelID: TimelineGap]
  ) throws(ChatError) {
    let isCut = answer.joined[part.rooms].contains { if case .cut? = gaps[$0.id] { true } else { false } }
    // Before applying: after a crash no stream may resume as if nothing were missing.
    if isCut { try store.forgetEvents() }
    let last = streams.last
    keys.read(
      ahead: answer.joined[part.rooms].flatMap { room in
        if case .filled(let missing)? = gaps[room.id] {
          missing + room.timeline.events
        } else {
          room.timeline.events
        }
      })
    let news = try store.withReplica { replica throws(CacheFault) -> [ChatEvent]? in
      // If the replica was reset meanwhile, changes alone are useless.
      guard replica.since == since else { return nil }
      return try replica.apply(part, of: answer, gaps: gaps) { count throws(CacheFault) in
        try replica.cache.values.set("\(last + UInt64(count))", forKey: "last")
        try ReplicaStore.keep(connection.report.answeredAt, in: replica.cache)
      }
    }
    guard let news else {
      try store.forgetEvents()
      throw .eventsGone
    }
    store.announceRefusals(in: answer.joined[part.rooms].map(\.id))
    if part.isFirst { store.announceRefusals(in: answer.left.map(\.id)) }
    try store.publish(news)
    try store.announceIgnoredPeople()
    for room in answer.joined[part.rooms] where !echoes.isEmpty {
      for event in room.timeline.events { echoes.resume(event.id) }
    }
  }
}

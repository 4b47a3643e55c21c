import ChatDomain
import HTTPTransport
import MatrixCache
import MatrixWire
import Synchronization

/// What the server says, taken in.
extension MatrixService {
  /// How long the server may wait for something to happen.
  private static let patience = Duration.seconds(30)
  /// An answer that is older than this should have been followed by another one.
  private static let longestRound = Duration.seconds(40)
  /// How many answers in a row may come too late before somebody who waits is told to come again.
  private static let mostOvertaken = 5
  /// The latest messages of each room, at first and from then on.
  private static let firstFilter = SyncFilter(timelineLimit: 1, hasPresence: false)
  private static let filter = SyncFilter(timelineLimit: 50)

  private func request(wait: Duration) throws(ChatError) -> MatrixRequest {
    let since = try replica().since
    return .sync(
      since: since, filter: since == nil ? Self.firstFilter : Self.filter, patience: wait,
      presence: watchers == 0 ? .offline : .online)
  }

  /// Returns when everything is here that happened before the call.
  ///
  /// A round that has begun may have been answered already, so only one that has not is shared.
  func refresh() async throws(ChatError) {
    guard !isClosed else { throw .connection(.offline) }
    begin()
    let round: Task<ChatError?, Never>
    if let next = pulse.next {
      round = next
    } else {
      let last = pulse.last
      round = Task {
        _ = await last?.value
        // From here on what happens may not be in the answer.
        self.pulse.next = nil
        return await self.runRound()
      }
      (pulse.next, pulse.last) = (round, round)
    }
    if let error = await round.value { throw error }
  }

  /// Returns when what is known is not older than a round of the loop: where nobody listens, or this computer slept, it
  /// asks first.
  func ready() async throws(ChatError) {
    let age = pulse.answeredAt.map { clock.now - $0 }
    let isRecent = age.map { (.zero..<Self.longestRound).contains($0) } ?? false
    if try replica().since == nil || !pulse.isConnected || streams.isEmpty || !isRecent {
      try await refresh()
    }
  }

  private func runRound() async -> ChatError? {
    do throws(ChatError) {
      // What another answer was faster than may hold what happened after that one.
      for _ in 0..<Self.mostOvertaken {
        guard try await round(wait: .zero) == .overtaken else { return nil }
      }
      return .connection(.busy(retryAfter: nil))
    } catch { return error }
  }

  /// What became of an answer.
  private enum Outcome {
    case new, nothingNew
    /// Another answer was taken in while this one was on its way.
    case overtaken
  }

  /// Asks once and takes the answer in, unless another was faster. Where nothing is known any more it asks for everything.
  private func round(wait: Duration) async throws(ChatError) -> Outcome {
    do throws(ChatError) { return try await ask(wait: wait) } catch {
      guard error == .eventsGone, try replica().since == nil, !isClosed else { throw error }
      return try await ask(wait: .zero)
    }
  }

  private func ask(wait: Duration) async throws(ChatError) -> Outcome {
    let since = try replica().since
    let request = try request(wait: wait)
    let bytes: [UInt8]
    do throws(ChatError) {
      bytes =
        try await connection.answer(
          to: request, FailureContext(.sync), limit: 256 << 20,
          // How everything is in thousands of rooms takes a server minutes to find out.
          patience: since == nil ? Patience(total: .seconds(300)) : nil) ?? []
    } catch {
      if error == .eventsGone, since != nil, try replica().since == since { try beginAnew() }
      throw error
    }
    let answer = try await read(bytes, after: since)
    await answers.enter()
    defer { answers.leave() }
    // Only what says something moves the place: an answer that is overtaken by an empty one would be lost.
    if wait == .zero, since != nil, answer.isEmpty {
      succeeded()
      return .nothingNew
    }
    guard try replica().since == since else {
      succeeded()
      return .overtaken
    }
    let isNew = !answer.isEmpty && answer.nextBatch != since
    let gaps = try await gaps(in: answer, since: since)
    if since != nil { try await learnReceipts(in: answer, gaps: gaps) }
    try await take(answer, after: since, gaps: gaps)
    succeeded()
    noteGrowth(by: answer.joined.reduce(0) { $0 + $1.timeline.events.count })
    return isNew ? .new : .nothingNew
  }

  private func succeeded() {
    pulse.isConnected = true
    pulse.answeredAt = clock.now
    pulse.failures = 0
    pulse.rest?.cancel()
    askForLimits()
  }

  /// Takes an answer in, of a long one one part after another.
  private func take(
    _ answer: SyncAnswer, after since: String?, gaps: [ChannelID: Replica.Gap]
  ) async throws(ChatError) {
    for part in AnswerPart.all(of: answer, with: gaps) {
      // Whoever wants something else meanwhile gets it now.
      if !part.isFirst { await Task.yield() }
      try take(part, of: answer, after: since, gaps: gaps)
    }
  }

  /// Takes the next part in, and tells of it.
  func take(
    _ part: AnswerPart, of answer: SyncAnswer, after since: String?, gaps: [ChannelID: Replica.Gap]
  ) throws(ChatError) {
    let isCut = answer.joined[part.rooms].contains { if case .cut? = gaps[$0.id] { true } else { false } }
    // Before it, because if the program ends just behind it nobody may go on as if nothing had been missed.
    if isCut { try forgetEvents() }
    let last = log.last
    let news = try known { replica throws(CacheFault) -> [ChatEvent]? in
      // Where all that was known is gone, what happened since says nothing of the rest.
      guard replica.since == since else { return nil }
      return try replica.take(part, of: answer, gaps: gaps) { count throws(CacheFault) in
        try replica.cache.setMark("last", "\(last + UInt64(count))")
      }
    }
    guard let news else {
      try forgetEvents()
      throw .eventsGone
    }
    noteOutline()
    try publish(news)
    for room in answer.joined[part.rooms] where !echoes.isEmpty {
      for event in room.timeline.events { stopWaiting(for: event.id) }
    }
  }

  /// What is shown anywhere has to be loaded again.
  private func forgetEvents() throws(ChatError) {
    log.beginAnew(run: newRun())
    let (run, last) = (log.run, log.last)
    try known { replica throws(CacheFault) in
      try replica.cache.setMark("run", run)
      try replica.cache.setMark("last", "\(last)")
    }
    end(streams: .eventsGone)
  }

  /// The server does not know any more what this device has seen.
  func beginAnew() throws(ChatError) {
    try known { replica throws(CacheFault) in try replica.forgetPlace() }
    try forgetEvents()
  }

  /// Tells of what came of something that was done here. After a restart no other event may have its number.
  func tell(_ news: [ChatEvent]) throws(ChatError) {
    guard !news.isEmpty else { return }
    let last = log.last + UInt64(news.count)
    try known { replica throws(CacheFault) in try replica.cache.setMark("last", "\(last)") }
    try publish(news)
  }

  private func publish(_ news: [ChatEvent]) throws(ChatError) {
    for event in news {
      let event = try presented(event)
      log.append(event)
      guard !streams.isEmpty else { continue }
      let envelope = EventEnvelope(token: log.now, event: event)
      for (id, stream) in streams {
        guard case .dropped = stream.yield(envelope) else { continue }
        stream.finish(throwing: ChatError.eventsGone)
        streams[id] = nil
      }
    }
  }

  /// An event as it is told now: what it quotes may have changed since it happened.
  func presented(_ event: ChatEvent) throws(ChatError) -> ChatEvent {
    guard let id = event.quotingChannel, let room = try replica().rooms[id] else { return event }
    return try known { replica throws(CacheFault) in try replica.maker.present(event, in: room) }
  }

  func end(streams error: ChatError) {
    for stream in streams.values { stream.finish(throwing: error) }
    streams = [:]
  }

  // MARK: The loop

  func begin() {
    guard loop == nil, !isClosed else { return }
    loop = Task { [weak self] in
      while !Task.isCancelled, let service = self { await service.beat() }
    }
  }

  private func beat() async {
    do throws(ChatError) {
      guard try replica().since != nil else { return try await refresh() }
      let begin = clock.now
      let isNew = try await round(wait: Self.patience) != .nothingNew
      // A server, or something on the way to it, may not wait at all.
      pulse.idleAnswers = isNew || clock.now - begin >= .seconds(1) ? 0 : pulse.idleAnswers + 1
      if pulse.idleAnswers > SyncPulse.mostIdleAnswers { await rest(for: .seconds(2)) }
    } catch {
      guard !Task.isCancelled, !isClosed else { return }
      pulse.isConnected = false
      if error == .signedOut {
        // Asking again is of no use with this session.
        end(streams: error)
        loop?.cancel()
        loop = nil
        return
      }
      pulse.failures += 1
      end(streams: error)
      await rest(for: error.retryAfter ?? pulse.restingTime)
    }
  }

  /// Whoever gets through meanwhile ends the rest.
  private func rest(for time: Duration) async {
    let clock = clock
    let rest = Task {
      do { try await clock.sleep(for: time) } catch { return }
    }
    pulse.rest = rest
    await rest.value
  }

  // MARK: Echoes

  /// Waits until an event that was sent is back, so that the answer shows what everybody sees.
  func waitForEcho(of id: MessageID, in channel: ChannelID) async throws(ChatError) {
    guard try known({ replica throws(CacheFault) in try replica.cache.event(id, in: channel) }) == nil else {
      return
    }
    if pulse.isConnected, !streams.isEmpty {
      let clock = clock
      let hurry = Task { [weak self] in
        do { try await clock.sleep(for: .seconds(1)) } catch { return }
        await self?.stopWaiting(for: id)
      }
      await withCheckedContinuation { echoes[id, default: []].append($0) }
      hurry.cancel()
    }
    guard try known({ replica throws(CacheFault) in try replica.cache.event(id, in: channel) }) == nil else {
      return
    }
    try await refresh()
    guard try known({ replica throws(CacheFault) in try replica.cache.event(id, in: channel) }) == nil else {
      return
    }
    do throws(ChatError) { try await fetch(id, in: channel, isPast: false) } catch {
      // It was taken, whatever is said of it now.
      if case .refused = error { throw .connection(.timedOut) }
      throw error
    }
  }

  private func stopWaiting(for id: MessageID) {
    for waiting in echoes.removeValue(forKey: id) ?? [] { waiting.resume() }
  }
}

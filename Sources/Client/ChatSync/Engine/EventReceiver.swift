import ChatDomain

/// Keeps the event stream running: connects, resumes where it broke off, and passes each event on once.
final class EventReceiver {
  private let service: any ChatService
  private let clock: any ChatClock
  private let board: NoticeBoard
  private let writer: StoreWriter
  private var pause: RetryPause
  private var task: Task<Void, Never>?
  /// The wait before the next attempt.
  private var waiting: Task<Void, Never>?
  /// The time until which the service asked to wait.
  private var notBefore = Timestamp(microseconds: .min)
  /// How long a stream must last to count as a real connection.
  private let steadyAfter: Duration
  private var token: EventToken?
  private var seen = RecentEvents(limit: 512)
  /// Whether events were missed that no stream can deliver now.
  private var hasGap = false
  private(set) var state = ConnectionState.stopped

  init(
    service: any ChatService, clock: any ChatClock, board: NoticeBoard, writer: StoreWriter,
    configuration: ClientConfiguration, from token: EventToken?
  ) {
    self.service = service
    self.clock = clock
    self.board = board
    self.writer = writer
    self.token = token
    pause = RetryPause(configuration)
    steadyAfter = configuration.longestRetryDelay
  }

  /// Begins to receive.
  func start() {
    task = Task { await run() }
  }

  /// Stops for good.
  func stop() { task?.cancel() }

  private func run() async {
    while !Task.isCancelled {
      change(to: .connecting)
      let reason = await receive()
      if Task.isCancelled { break }
      // There is no stream to resume, and data loaded meanwhile may be older than the start of the next stream.
      if token == nil { hasGap = true }
      if reason == .eventsGone {
        token = nil
        hasGap = true
        continue
      }
      if reason == .signedOut {
        change(to: .signedOut)
        await wait(until: nil)
        continue
      }
      let until = clock.now + pause.next(after: reason)
      if let wait = pause.wait(after: reason) { notBefore = clock.now + wait }
      change(to: .offline(until: until, reason: reason))
      await wait(until: until)
    }
    change(to: .stopped)
  }

  /// Skips the rest of the pause: there is evidence that the connection is back, or that the user has signed in again.
  /// The wait that a busy service asked for is not shortened.
  func retryNow() {
    pause.reset()
    if clock.now >= notBefore { waiting?.cancel() }
  }

  /// Waits, unless `retryNow` ends it early.
  ///
  /// - Parameter until: nil: until `retryNow`.
  private func wait(until: Timestamp?) async {
    let waiting = Task { [clock] in
      guard let until else {
        let (endless, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in endless {}
        return continuation.finish()
      }
      // A cancelled sleep is how a pause ends early.
      do { try await clock.sleep(until: until) } catch { return }
    }
    self.waiting = waiting
    await withTaskCancellationHandler {
      await waiting.value
    } onCancel: {
      waiting.cancel()
    }
    self.waiting = nil
  }

  /// - Returns: the reason the stream ended.
  private func receive() async -> ChatError {
    do {
      // Without a token, a stream that breaks off before its first event could not be resumed.
      let start = if let token { token } else { try await service.currentEventToken() }
      let stream = try await service.events(after: start)
      token = start
      // A stream that breaks off at once, again and again, is no reason to retry faster.
      let beginning = clock.now
      defer { if clock.now - beginning >= steadyAfter { pause.reset() } }
      // Posted only now, so that data loaded in response misses no event.
      if hasGap { board.post(.eventsMissed) }
      hasGap = false
      writer.didHandleEvents(upTo: start)
      change(to: .online)
      for try await envelope in stream {
        token = envelope.token
        pause.reset()
        if seen.insert(envelope) { board.post(.event(envelope.event)) }
        // Only now: the changes the event caused are ahead of the token on the way to the store.
        writer.didHandleEvents(upTo: envelope.token)
      }
      return .connection(.interrupted)
    } catch let error as ChatError {
      return error
    } catch {
      return .connection(.interrupted)
    }
  }

  private func change(to state: ConnectionState) {
    guard state != self.state else { return }
    self.state = state
    board.post(.connection(state))
  }
}

/// The most recent events, used to pass on a repeated event only once.
nonisolated struct RecentEvents {
  private var known: Set<EventEnvelope> = []
  private var order: [EventEnvelope] = []
  private var oldest = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// - Returns: whether the event is new.
  mutating func insert(_ envelope: EventEnvelope) -> Bool {
    guard known.insert(envelope).inserted else { return false }
    if order.count < limit {
      order.append(envelope)
    } else {
      known.remove(order[oldest])
      order[oldest] = envelope
      oldest = (oldest + 1) % limit
    }
    return true
  }
}

/// Counts how often the connection was established, and lets work wait for the next time.
final class ConnectionCount {
  private(set) var count = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastNumber = 0
  private var subscription: Subscription?

  init(board: NoticeBoard) {
    subscription = board.subscribe { [weak self] notice in
      if case .connection(.online) = notice { self?.increase() }
    }
  }

  /// Returns when there was a connection that is not counted in `known`, or when the task is cancelled.
  func next(after known: Int) async {
    lastNumber += 1
    let number = lastNumber
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled || count > known {
          continuation.resume()
        } else {
          waiters[number] = continuation
        }
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.waiters.removeValue(forKey: number)?.resume() }
    }
  }

  private func increase() {
    count += 1
    let waiting = waiters.values
    waiters = [:]
    for waiter in waiting { waiter.resume() }
  }

  isolated deinit {
    for waiter in waiters.values { waiter.resume() }
  }
}

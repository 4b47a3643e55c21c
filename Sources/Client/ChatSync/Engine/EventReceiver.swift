import ChatDomain

/// Keeps the event stream running: connects, resumes where it broke off, and passes each event on once.
final class EventReceiver {
  private let tools: SyncTools
  private var pause: RetryPause
  private var task: Task<Void, Never>?
  /// The wait before the next attempt.
  private var waiting: Task<Void, Never>?
  /// The time until which the service asked to wait.
  private var notBefore = Timestamp(microseconds: .min)
  /// How long a stream must last to count as a real connection.
  private let steadyAfter: Duration
  private var token: EventToken?
  /// The latest events: a repeated one is passed on only once.
  private var seen = RecentValues<EventEnvelope, Bool>(limit: 512)
  /// Whether events were missed that no stream can deliver now.
  private var hasGap = false
  private(set) var state = ConnectionState.stopped

  init(_ tools: SyncTools, from token: EventToken?) {
    self.tools = tools
    self.token = token
    pause = RetryPause(tools.configuration)
    steadyAfter = tools.configuration.longestRetryDelay
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
      let until = tools.clock.now + pause.next(after: reason)
      if let wait = pause.wait(after: reason) { notBefore = tools.clock.now + wait }
      change(to: .offline(until: until, reason: reason))
      await wait(until: until)
    }
    change(to: .stopped)
  }

  /// Skips the rest of the pause: there is evidence that the connection is back, or that the user has signed in again.
  /// The wait that a busy service asked for is not shortened.
  func retryNow() {
    pause.reset()
    if tools.clock.now >= notBefore { waiting?.cancel() }
  }

  /// Waits, unless `retryNow` ends it early.
  ///
  /// - Parameter until: nil: until `retryNow`.
  private func wait(until: Timestamp?) async {
    let waiting = Task { [clock = tools.clock] in
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
      let start = if let token { token } else { try await tools.service.currentEventToken() }
      let stream = try await tools.service.events(after: start)
      token = start
      // A stream that breaks off at once, again and again, is no reason to retry faster.
      let beginning = tools.clock.now
      defer { if tools.clock.now - beginning >= steadyAfter { pause.reset() } }
      // Posted only now, so that data loaded in response misses no event.
      if hasGap { tools.board.post(.eventsMissed) }
      hasGap = false
      tools.writer.didHandleEvents(upTo: start)
      change(to: .online)
      for try await envelope in stream {
        token = envelope.token
        pause.reset()
        if seen[envelope] == nil {
          seen.set(true, for: envelope)
          tools.board.post(.event(envelope.event))
        }
        // After posting, so that the changes that the event caused are ahead of the token on the way to the store.
        tools.writer.didHandleEvents(upTo: envelope.token)
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
    tools.board.post(.connection(state))
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

  /// Returns when `count` exceeds `known`, or when the task is cancelled.
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

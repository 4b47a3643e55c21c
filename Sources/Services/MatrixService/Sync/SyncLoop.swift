import ChatDomain

/// Schedules syncs: a continuous loop, and an extra sync for each request that needs the latest state.
final class SyncLoop: AccountPart {
  let account: AccountContext
  private let rounds: SyncRounds
  private let limits: ServerLimits

  private var loop: Task<Void, Never>?
  /// The back-off after a failure.
  private var pause: Task<Void, Never>?
  /// A requested round that has not begun.
  private var nextRound: Task<ChatError?, Never>?
  /// The last requested round, which may have ended.
  private var lastRound: Task<ChatError?, Never>?
  /// The number of consecutive failures.
  private var failures = 0
  /// The number of consecutive empty answers without a wait.
  private var idleAnswers = 0
  /// Whether a round succeeded since the last failed poll.
  private(set) var isConnected = false
  /// The time of the last successful round.
  private var answeredAt: Timestamp?

  /// The timeout of a long poll.
  private static let patience = Duration.seconds(30)
  /// After this time a long poll should have returned again.
  private static let longestRound = Duration.seconds(40)
  /// The maximum number of overtaken answers before a call fails as busy.
  private static let mostOvertaken = 5
  static let mostIdleAnswers = 5

  init(_ account: AccountContext, _ rounds: SyncRounds, _ limits: ServerLimits) {
    self.account = account
    self.rounds = rounds
    self.limits = limits
  }

  func close() {
    stop()
    pause?.cancel()
  }

  // MARK: Requested rounds

  /// Returns when everything that happened before the call is applied.
  ///
  /// A round in progress may already have been answered, so only one that has not begun is shared.
  func syncNow() async throws(ChatError) {
    guard !store.isClosed, let service = account.service else { throw .connection(.offline) }
    begin()
    let round: Task<ChatError?, Never>
    if let nextRound {
      round = nextRound
    } else {
      let last = lastRound
      round = Task {
        _ = await last?.value
        return await service.runNextRound()
      }
      (nextRound, lastRound) = (round, round)
    }
    if let error = await round.value { throw error }
  }

  /// The maximum number of syncs until one reflects a request.
  static let answersToWaitFor = 5

  /// Syncs until a condition holds, at most ``answersToWaitFor`` times.
  func syncNow(until isSo: () -> Bool) async throws(ChatError) {
    for _ in 0..<Self.answersToWaitFor {
      try await syncNow()
      if isSo() { return }
    }
  }

  /// Syncs unless the loop is live. Without listeners, after a failure or after the computer slept, it is not.
  func syncUnlessLive() async throws(ChatError) {
    let age = answeredAt.map { clock.now - $0 }
    let isRecent = age.map { (.zero..<Self.longestRound).contains($0) } ?? false
    if try store.replica().since == nil || !isConnected || !streams.hasListeners || !isRecent {
      try await syncNow()
    }
  }

  /// Runs the requested round.
  func runNextRound() async -> ChatError? {
    // A later caller needs another round, because events before its call may be missing from this answer.
    nextRound = nil
    do throws(ChatError) {
      // An overtaken answer is not applied and may have held newer events.
      for _ in 0..<Self.mostOvertaken {
        guard try await round(wait: .zero) == .overtaken else { return nil }
      }
      return .connection(.busy(retryAfter: nil))
    } catch {
      if !store.isClosed { connection.report.fail(error) }
      return error
    }
  }

  private func round(wait: Duration) async throws(ChatError) -> SyncOutcome {
    connection.report.begin(isFirst: try store.replica().since == nil)
    let outcome = try await rounds.round(wait: wait)
    isConnected = true
    if !connection.isOffline { connection.report.succeed() }
    answeredAt = clock.now
    failures = 0
    pause?.cancel()
    limits.askOnce()
    return outcome
  }

  // MARK: The loop

  private func begin() {
    guard loop == nil, !store.isClosed else { return }
    loop = Task { [weak service = account.service] in
      while !Task.isCancelled, let service { await service.pollOnce() }
    }
  }

  private func stop() {
    loop?.cancel()
    loop = nil
  }

  /// Runs one long poll, or backs off after a failure.
  func pollOnce() async {
    do throws(ChatError) {
      guard try store.replica().since != nil else { return try await syncNow() }
      let begin = clock.now
      let isNew = try await round(wait: Self.patience) != .nothingNew
      // Some servers and proxies answer a long poll at once.
      idleAnswers = isNew || clock.now - begin >= .seconds(1) ? 0 : idleAnswers + 1
      if idleAnswers > Self.mostIdleAnswers { await backOff(for: .seconds(2)) }
    } catch {
      guard !Task.isCancelled, !store.isClosed else { return }
      isConnected = false
      connection.report.fail(error)
      streams.endAll(error)
      // Retrying is useless once the session has ended.
      if error == .signedOut { return stop() }
      failures += 1
      await backOff(for: error.retryAfter ?? .seconds(min(30, 1 << min(failures, 5))))
    }
  }

  /// Pauses the loop. A successful round ends the pause early.
  private func backOff(for time: Duration) async {
    let clock = clock
    let pause = Task {
      do { try await clock.sleep(for: time) } catch { return }
    }
    self.pause = pause
    await pause.value
  }

  /// Cuts the device off from the server, or connects it again.
  func setOffline(_ isOffline: Bool) {
    guard connection.isOffline != isOffline else { return }
    connection.isOffline = isOffline
    guard isOffline else {
      pause?.cancel()
      return begin()
    }
    // Cancels the long poll in progress.
    stop()
    isConnected = false
    connection.report.disconnect()
    streams.endAll(.connection(.offline))
  }
}

/// A part of the service with state, which requests syncs.
class SyncedPart: AccountPart {
  let account: AccountContext
  let sync: SyncLoop

  init(_ account: AccountContext, _ sync: SyncLoop) {
    self.account = account
    self.sync = sync
  }
}

/// Fetches the server's limits once per run.
final class ServerLimits: AccountPart {
  let account: AccountContext
  private var hasAsked = false
  private var requests = 0

  /// The maximum number of attempts.
  private static let mostRequests = 3

  init(_ account: AccountContext) { self.account = account }

  /// Requests the limits in a task, unless that was done.
  func askOnce() {
    guard !hasAsked, requests < Self.mostRequests else { return }
    hasAsked = true
    requests += 1
    Task { [weak service = account.service] in await service?.askForLimits() }
  }

  func ask() async {
    do throws(ChatError) {
      guard let bytes = try await connection.answer(to: .mediaLimits) else { return }
      guard let most = try Self.fileLimit(bytes) else { return }
      if let new = announcements.setFileLimit(most) { try store.record([.limitsChanged(new)]) }
    } catch {
      // Until the next attempt the default limit applies, and the server enforces its own.
      if error.isWithoutService { hasAsked = false }
    }
  }

  private static func fileLimit(_ bytes: [UInt8]) throws(ChatError) -> Int? {
    do throws(AnswerError) { return try MediaLimitsAnswer(bytes).bytes } catch { throw .unreadable }
  }
}

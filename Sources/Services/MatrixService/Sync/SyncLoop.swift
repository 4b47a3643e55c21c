import ChatDomain

/// Decides when the server is asked for what happened: all the time by itself, and once more for each request whose answer
/// must hold what others did a moment ago.
final class SyncLoop: AccountPart {
  let account: AccountContext
  private let rounds: SyncRounds
  private let limits: ServerLimits

  private var loop: Task<Void, Never>?
  /// The pause before the next attempt, after a failure.
  private var pause: Task<Void, Never>?
  /// A round that somebody asked for and that has not begun.
  private var nextRound: Task<ChatError?, Never>?
  /// The one that somebody asked for last, which may have ended.
  private var lastRound: Task<ChatError?, Never>?
  /// How many attempts in a row have failed.
  private var failures = 0
  /// How many answers in a row said at once that nothing happened.
  private var idleAnswers = 0
  /// Whether the last round succeeded.
  private(set) var isConnected = false
  /// When the last one did.
  private var answeredAt: Timestamp?

  /// How long the server may wait for something to happen.
  private static let patience = Duration.seconds(30)
  /// An answer that is older than this should have been followed by another one.
  private static let longestRound = Duration.seconds(40)
  /// How many answers in a row may come too late before somebody who waits is told to come again.
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

  // MARK: Rounds for those who wait

  /// Returns when everything is here that happened before the call.
  ///
  /// A round that has begun may have been answered already, so only one that has not is shared.
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

  /// How many answers are waited for until one of them tells of what was just done.
  static let answersToWaitFor = 5

  /// Asks until something is so, a few times.
  func syncNow(until isSo: () -> Bool) async throws(ChatError) {
    for _ in 0..<Self.answersToWaitFor {
      try await syncNow()
      if isSo() { return }
    }
  }

  /// Returns when what is known is not older than a round of the loop: where nobody listens, or this computer slept, it
  /// asks first.
  func syncUnlessLive() async throws(ChatError) {
    let age = answeredAt.map { clock.now - $0 }
    let isRecent = age.map { (.zero..<Self.longestRound).contains($0) } ?? false
    if try store.replica().since == nil || !isConnected || !streams.hasListeners || !isRecent {
      try await syncNow()
    }
  }

  /// Runs the round that somebody asked for.
  func runNextRound() async -> ChatError? {
    // From here on what happens may not be in the answer.
    nextRound = nil
    do throws(ChatError) {
      // An answer that was overtaken is not applied, and may have held newer events: ask again.
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

  /// Lets the server wait until something happens, or pauses after a failure.
  func pollOnce() async {
    do throws(ChatError) {
      guard try store.replica().since != nil else { return try await syncNow() }
      let begin = clock.now
      let isNew = try await round(wait: Self.patience) != .nothingNew
      // A server, or something on the way to it, may not wait at all.
      idleAnswers = isNew || clock.now - begin >= .seconds(1) ? 0 : idleAnswers + 1
      if idleAnswers > Self.mostIdleAnswers { await backOff(for: .seconds(2)) }
    } catch {
      guard !Task.isCancelled, !store.isClosed else { return }
      isConnected = false
      connection.report.fail(error)
      streams.endAll(error)
      // Asking again is of no use with a session that ended.
      if error == .signedOut { return stop() }
      failures += 1
      await backOff(for: error.retryAfter ?? .seconds(min(30, 1 << min(failures, 5))))
    }
  }

  /// Whoever gets through meanwhile ends the pause.
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
    // The server may still be holding an answer back, which nobody wants now.
    stop()
    isConnected = false
    connection.report.disconnect()
    streams.endAll(.connection(.offline))
  }
}

/// What the server takes, which is asked for in each run once it has answered.
final class ServerLimits: AccountPart {
  let account: AccountContext
  private var hasAsked = false
  private var requests = 0

  /// How often it is asked where no answer comes.
  private static let mostRequests = 3

  init(_ account: AccountContext) { self.account = account }

  /// Lets a task of the service ask, unless that was done.
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
      // Until it is asked again the usual limit holds, and the server has the last word.
      if error.isWithoutService { hasAsked = false }
    }
  }

  private static func fileLimit(_ bytes: [UInt8]) throws(ChatError) -> Int? {
    do throws(AnswerError) { return try MediaLimitsAnswer(bytes).bytes } catch { throw .unreadable }
  }
}

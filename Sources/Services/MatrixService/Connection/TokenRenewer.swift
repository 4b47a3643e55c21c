import ChatDomain
import FileSystem
import Synchronization

/// The current session. Expired tokens are renewed once for all callers, and saved before they are used.
final class TokenRenewer: Sendable {
  /// The token of a request.
  struct CurrentToken {
    let token: String
    /// The number of tokens before it.
    let generation: Int
  }

  /// Requests new tokens, and returns the bytes of the answer.
  typealias Asking = @Sendable (_ refreshToken: String) async throws(ChatError) -> [UInt8]
  private typealias Outcome = Result<Void, ChatError>

  private struct State {
    var session: MatrixSession
    var generation = 0
    var isClosed = false
    /// Tokens that could not be saved, and are not used yet.
    var unsaved: SessionTokens?
    var fault: SessionFault?
    /// Whether the fault was reported since tokens were last saved.
    var isFaultTold = false
    /// The refresh token that the current tokens came from, until the server has accepted one of them.
    var former: String?
    var renewal: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    var lastWaiter = 0
  }

  private let sessionStore: any SessionStore
  /// A queue for the session store, so that a slow disk delays nothing else.
  private let disk = DiskQueue("inkwell.session")
  private let tell: @Sendable (SessionFault) -> Void
  private let state: Mutex<State>

  /// - Parameter tell: called when new tokens cannot be saved; once until saving succeeds again.
  init(
    _ session: MatrixSession, on sessionStore: any SessionStore,
    telling tell: @escaping @Sendable (SessionFault) -> Void = { _ in }
  ) {
    self.sessionStore = sessionStore
    self.tell = tell
    state = Mutex(State(session: session))
  }

  var session: MatrixSession { state.withLock { $0.session } }
  /// Why the session could not be saved.
  var fault: SessionFault? { state.withLock { $0.fault } }

  /// The current token. Throws if no request may be sent any more.
  func currentToken() throws(ChatError) -> CurrentToken {
    let (session, generation, isClosed) = state.withLock { ($0.session, $0.generation, $0.isClosed) }
    guard !session.isEnded else { throw .signedOut }
    guard !isClosed else { throw .connection(.offline) }
    return CurrentToken(token: session.tokens.access, generation: generation)
  }

  /// Records that the server accepted a token, so the former refresh token is obsolete.
  func recordAccepted(_ current: CurrentToken) {
    state.withLock { state in
      if state.generation == current.generation { state.former = nil }
    }
  }

  // MARK: Renewing

  /// Waits for a token newer than the one that the server rejected.
  func renew(
    _ current: CurrentToken, after refusal: MatrixFailure.TokenRefusal, asking: @escaping Asking
  ) async throws(ChatError) {
    let outcome = await wait { state in
      if state.session.isEnded { return .failure(.signedOut) }
      if state.isClosed { return .failure(.connection(.offline)) }
      if state.generation != current.generation { return .success(()) }
      if state.renewal == nil {
        state.renewal = Task { await self.work(after: refusal, asking: asking) }
      }
      return nil
    }
    try outcome.get()
  }

  /// - Parameter begin: called under the lock. Nil: wait for the outcome of the renewal in progress.
  private func wait(_ begin: (inout State) -> Outcome?) async -> Outcome {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          // Checked under the lock: a later cancellation finds the waiter.
          let outcome = Task.isCancelled ? .failure(.cancelled) : begin(&state)
          if outcome == nil { state.waiters[id] = continuation }
          return outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: .failure(.cancelled))
    }
  }

  /// Not on the caller's actor, because the renewal serves all waiters.
  @concurrent private func work(after refusal: MatrixFailure.TokenRefusal, asking: Asking) async {
    let outcome: Outcome
    do throws(ChatError) {
      try await replaceTokens(after: refusal, asking: asking)
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      state.renewal = nil
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }

  private func replaceTokens(after refusal: MatrixFailure.TokenRefusal, asking: Asking)
    async throws(ChatError)
  {
    if await adoptSavedTokens() { return }
    let (session, unsaved, former) = state.withLock { ($0.session, $0.unsaved, $0.former) }
    if let unsaved { return try await save(unsaved) }
    // If the server received a refresh request twice or late, the second one revoked the tokens of the first. The refresh token of
    // both stays valid until newer tokens are used.
    guard let refresh = former ?? (refusal == .ended ? session.tokens.refresh : nil) else {
      throw await end()
    }
    let bytes: [UInt8]
    do throws(ChatError) {
      bytes = try await asking(refresh)
    } catch .signedOut {
      if await adoptSavedTokens() { return }
      guard former != nil, refusal == .ended else { throw await end() }
      state.withLock { $0.former = nil }
      return try await replaceTokens(after: refusal, asking: asking)
    } catch .refused {
      // The refusal is not about the requests that wait for a token.
      throw .connection(.interrupted)
    }
    let tokens: SessionTokens
    do throws(AnswerError) {
      tokens = try SessionTokens(refreshAnswer: bytes, over: refresh)
    } catch {
      // The old refresh token is valid until a new token is used.
      throw .unreadable
    }
    try await save(tokens)
    state.withLock { $0.former = refresh }
  }

  /// Saves new tokens before they are used. If that fails, they are kept for the next attempt: once the server has
  /// seen them it rejects the old ones, and a crash would leave a useless file.
  private func save(_ tokens: SessionTokens) async throws(ChatError) {
    var new = session
    new.tokens = tokens
    do throws(SessionFault) {
      try await disk.result { [sessionStore, new] () throws(SessionFault) in try sessionStore.save(new) }
    } catch {
      let isTold = state.withLock { state in
        state.unsaved = tokens
        state.fault = error
        defer { state.isFaultTold = true }
        return state.isFaultTold
      }
      if !isTold { tell(error) }
      throw .connection(.offline)
    }
    adopt(new)
  }

  /// Adopts tokens that another program with the same session has saved.
  ///
  /// - Returns: whether the saved tokens differ from the rejected ones.
  private func adoptSavedTokens() async -> Bool {
    let kept: MatrixSession?
    do throws(SessionFault) {
      kept = try await disk.result { [sessionStore] () throws(SessionFault) in try sessionStore.load() }
    } catch {
      // Nothing can be adopted. A failure to write will be reported when it happens.
      return false
    }
    let own = session
    guard let kept, kept.isSame(as: own), !kept.isEnded, kept.tokens.access != own.tokens.access else {
      return false
    }
    adopt(kept)
    return true
  }

  private func adopt(_ new: MatrixSession) {
    state.withLock { state in
      state.session = new
      state.generation += 1
      state.former = nil
      state.unsaved = nil
      state.fault = nil
      state.isFaultTold = false
    }
  }

  /// Ends the session for good, across restarts.
  private func end() async -> ChatError {
    let ended = state.withLock { state in
      state.session.isEnded = true
      return state.session
    }
    do throws(SessionFault) {
      try await disk.result { [sessionStore] () throws(SessionFault) in try sessionStore.save(ended) }
    } catch {
      // After the next start the server rejects the session again.
      state.withLock { $0.fault = error }
    }
    return .signedOut
  }

  // MARK: Ending

  /// Rejects further requests, and waits until a renewal in progress is saved, up to a limit.
  func close(within time: Duration, _ clock: any ChatClock) async {
    let renewal = state.withLock { state in
      state.isClosed = true
      return state.renewal
    }
    guard let renewal else { return }
    // Ends a wait before a gate. A request that was sent is finished.
    renewal.cancel()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = await self.wait { $0.renewal == nil ? .success(()) : nil } }
      group.addTask {
        // Cancelled once the renewal has ended.
        do { try await clock.sleep(for: time) } catch { return }
      }
      await group.next()
      group.cancelAll()
    }
  }
}

extension MatrixSession {
  /// Whether both are sessions of the same device at the same server.
  fileprivate func isSame(as other: MatrixSession) -> Bool {
    server == other.server && user == other.user && device == other.device
  }
}

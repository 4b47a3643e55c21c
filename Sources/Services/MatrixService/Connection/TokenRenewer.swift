import ChatDomain
import FileSystem
import Synchronization

/// The session as it is now. Its tokens are renewed once for all who find that they ended, and are on the session store before
/// anybody uses them.
final class TokenRenewer: Sendable {
  /// What a request carries along.
  struct CurrentToken {
    let token: String
    /// How many tokens there were before.
    let generation: Int
  }

  /// How a server said that a token is of no use.
  enum Refusal {
    /// It ended, and another one can be had for it.
    case tokenEnded
    /// The session ended.
    case signedOut
  }

  /// Asks the server for new tokens; returns the bytes of its answer.
  typealias Asking = @Sendable (_ refreshToken: String) async throws(ChatError) -> [UInt8]
  private typealias Outcome = Result<Void, ChatError>

  private struct State {
    var session: MatrixSession
    var generation = 0
    var isClosed = false
    /// Tokens that could not be saved, and therefore not be used.
    var unsaved: SessionTokens?
    var fault: SessionFault?
    /// Whether it was told since tokens were saved last.
    var isFaultTold = false
    /// The refresh token that the tokens of now came of, until the server has taken one of them.
    var former: String?
    var renewal: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    var lastWaiter = 0
  }

  private let sessionStore: any SessionStore
  /// Where the session store may wait for its disk without holding anything else up.
  private let disk = DiskQueue("inkwell.session")
  private let tell: @Sendable (SessionFault) -> Void
  private let state: Mutex<State>

  /// - Parameter tell: called when new tokens cannot be saved; not again before some were.
  init(
    _ session: MatrixSession, on sessionStore: any SessionStore,
    telling tell: @escaping @Sendable (SessionFault) -> Void = { _ in }
  ) {
    self.sessionStore = sessionStore
    self.tell = tell
    state = Mutex(State(session: session))
  }

  var session: MatrixSession { state.withLock { $0.session } }
  /// Why the session could not be saved, if that is so.
  var fault: SessionFault? { state.withLock { $0.fault } }

  /// The token of now; an error if no request may be sent any more.
  func currentToken() throws(ChatError) -> CurrentToken {
    let (session, generation, isClosed) = state.withLock { ($0.session, $0.generation, $0.isClosed) }
    guard !session.isEnded else { throw .signedOut }
    guard !isClosed else { throw .connection(.offline) }
    return CurrentToken(token: session.tokens.access, generation: generation)
  }

  /// The server has taken the token that a request carried, so what was before is of no more use.
  func recordAccepted(_ current: CurrentToken) {
    state.withLock { state in
      if state.generation == current.generation { state.former = nil }
    }
  }

  // MARK: Renewing

  /// Returns when there is another token than the one a request carried, which the server refused.
  func renew(
    _ current: CurrentToken, after refusal: Refusal, asking: @escaping Asking
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

  /// - Parameter begin: called under the lock; nil: the outcome of the renewal that is under way.
  private func wait(_ begin: (inout State) -> Outcome?) async -> Outcome {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          // Looked at under the lock: who is cancelled later is found among the waiters.
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

  /// Not on the actor of whoever asks: it is done for all who wait.
  @concurrent private func work(after refusal: Refusal, asking: Asking) async {
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

  private func replaceTokens(after refusal: Refusal, asking: Asking) async throws(ChatError) {
    if await adoptSavedTokens() { return }
    let (session, unsaved, former) = state.withLock { ($0.session, $0.unsaved, $0.former) }
    if let unsaved { return try await save(unsaved) }
    // A question for tokens that came to the server twice, or late, takes those away again that it gave before; what they
    // came of is good until others are used.
    guard let refresh = former ?? (refusal == .tokenEnded ? session.tokens.refresh : nil) else {
      throw await end()
    }
    let bytes: [UInt8]
    do throws(ChatError) {
      bytes = try await asking(refresh)
    } catch .signedOut {
      if await adoptSavedTokens() { return }
      guard former != nil, refusal == .tokenEnded else { throw await end() }
      state.withLock { $0.former = nil }
      return try await replaceTokens(after: refusal, asking: asking)
    } catch .refused {
      // What waits for a token is not what was refused.
      throw .connection(.interrupted)
    }
    let tokens: SessionTokens
    do throws(AnswerError) {
      tokens = try SessionTokens(refreshAnswer: bytes, over: refresh)
    } catch {
      // The old refresh token is good until a new token is used.
      throw .unreadable
    }
    try await save(tokens)
    state.withLock { $0.former = refresh }
  }

  /// New tokens that cannot be saved are kept for the next attempt and used by nobody: the server refuses the old refresh
  /// token once it has seen them, and a program that ends then would leave a file which is of no use.
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

  /// Another program with the same session may have renewed the tokens.
  ///
  /// - Returns: whether there are others than those that the server refused.
  private func adoptSavedTokens() async -> Bool {
    let kept: MatrixSession?
    do throws(SessionFault) {
      kept = try await disk.result { [sessionStore] () throws(SessionFault) in try sessionStore.load() }
    } catch {
      // Then there is nothing to be had there. That it cannot be written either will turn out.
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

  /// Nobody asks the server again with this session, nor after the next start.
  private func end() async -> ChatError {
    let ended = state.withLock { state in
      state.session.isEnded = true
      return state.session
    }
    do throws(SessionFault) {
      try await disk.result { [sessionStore] () throws(SessionFault) in try sessionStore.save(ended) }
    } catch {
      // After the next start the server will say so again.
      state.withLock { $0.fault = error }
    }
    return .signedOut
  }

  // MARK: Ending

  /// Lets nobody ask any more, and waits until tokens that are under way are saved, but no longer than this.
  func close(within time: Duration, _ clock: any ChatClock) async {
    let renewal = state.withLock { state in
      state.isClosed = true
      return state.renewal
    }
    guard let renewal else { return }
    // Ends its wait before a gate; what was sent is finished.
    renewal.cancel()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = await self.wait { $0.renewal == nil ? .success(()) : nil } }
      group.addTask {
        // Cancelled once the tokens are there.
        do { try await clock.sleep(for: time) } catch { return }
      }
      await group.next()
      group.cancelAll()
    }
  }
}

extension MatrixSession {
  /// Whether it is the session of the same device at the same server.
  fileprivate func isSame(as other: MatrixSession) -> Bool {
    server == other.server && user == other.user && device == other.device
  }
}

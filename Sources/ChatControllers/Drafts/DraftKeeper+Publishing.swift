import ChatDomain

extension DraftKeeper {
  /// Tells the service of a draft after a while; later edits put it off.
  func publish(_ state: DraftState, after delay: Duration) {
    guard state.sync.isShared else { return }
    state.sync.due = clock.now + delay
    if delay == .zero { state.sync.isUrgent = true }
    guard isRunning else { return }
    if delay == .zero {
      publishNow(state)
    } else {
      wait(for: state)
    }
  }

  /// Tells the service of all drafts that it does not know as they are, those begun first in front, and returns when it
  /// has answered.
  func publishAll() async {
    guard isEnabled else { return }
    for state in statesInOrder where state.kept != nil || state.needsPublishing { mark(state) }
    guard isRunning else { return }
    let tasks = statesInOrder.filter(\.needsPublishing).map { publishNow($0) }
    // Whoever quits does not wait for a service that does not answer.
    let limit = Task { [clock, configuration] in
      do { try await clock.sleep(for: configuration.firstRetryDelay * 4) } catch { return }
      for task in tasks { task.cancel() }
    }
    for task in tasks { await task.value }
    limit.cancel()
  }

  /// The composer goes elsewhere: typing ends, an edit is put aside, and the other devices are told at once.
  ///
  /// - Returns: the telling, for whoever wants to wait for it.
  @discardableResult
  func leave(_ key: DraftKey) -> Task<Void, Never>? {
    stopTyping(in: key)
    guard let state = states[key] else { return nil }
    state.leaveEdit()
    mark(state)
    guard isRunning, state.needsPublishing else { return nil }
    return publishNow(state)
  }

  /// The connection is back.
  func publishWaiting() {
    for state in statesInOrder where state.needsPublishing {
      state.sync.pause.reset()
      if let due = state.sync.due, due > clock.now, state.sync.unanswered.isEmpty {
        wait(for: state)
      } else {
        publishNow(state)
      }
    }
  }

  @discardableResult
  func publishNow(_ state: DraftState) -> Task<Void, Never> {
    state.sync.isUrgent = true
    if let running = state.sync.publication { return running }
    state.sync.publications += 1
    let number = state.sync.publications
    let task = Task {
      await work(on: state, as: number)
      // `stop` may have let go of it, and another one may be at work.
      if state.sync.publications == number { state.sync.publication = nil }
    }
    state.sync.publication = task
    return task
  }

  private func wait(for state: DraftState) {
    guard state.sync.timer == nil else { return }
    let longest = max(configuration.draftSyncDelay, configuration.longestRetryDelay)
    state.sync.timer = Task { [weak self, weak state, clock] in
      while let due = state?.sync.due, due > clock.now {
        // A clock that was put back may not make it wait for a year.
        let soon = min(due, clock.now + longest)
        state?.sync.due = soon
        do { try await clock.sleep(until: soon) } catch { return }
      }
      guard let self, let state, !Task.isCancelled else { return }
      state.sync.timer = nil
      self.publishNow(state)
    }
  }

  /// Asks the service until it has the draft as it is here, as far as that is due.
  private func work(on state: DraftState, as number: Int) async {
    guard !isSignedOut else { return }
    if let end = state.sync.notBefore, end > clock.now {
      state.sync.due = max(state.sync.due ?? end, end)
      return wait(for: state)
    }
    var conflicts = 0
    while isRunning, !Task.isCancelled, state.needsPublishing,
      state.sync.isUrgent || (state.sync.due ?? clock.now) <= clock.now
    {
      state.sync.isUrgent = false
      let target = state.shared
      let wasSpent = state.sync.isAncestorSpent
      let isInDoubt = state.sync.isInDoubt
      do {
        let (revision, saved) = try await tell(target, of: state)
        state.sync.pause.reset()
        state.sync.unanswered = []
        state.didAgree(on: SyncedDraft(revision: revision, content: target), wasSpent: wasSpent)
        if let saved, state.shared == target { takeDates(of: RemoteDraft(saved), into: state) }
        mark(state)
      } catch .draftConflict(let current, let revision) {
        conflicts += 1
        receive(RemoteDraft(conflict: current, revision: revision), for: state.key)
        state.sync.unanswered = []
        state.sync.isUrgent = true
        if conflicts > 8 {
          return retryLater(state, after: .draftConflict(current: current, revision: revision))
        }
      } catch .signedOut {
        // Nothing was done: it waits for the next connection, unless that has come meanwhile.
        state.sync.isInDoubt = state.sync.isInDoubt || isInDoubt
        guard state.sync.isUrgent, state.sync.publications == number else { return }
      } catch {
        // The service may have done it all the same, and what is written next may be what it had before.
        let mayBeDone = error.isWorthRetrying || error == .cancelled
        state.sync.isInDoubt = state.sync.isInDoubt || isInDoubt || mayBeDone
        guard mayBeDone else {
          // It stays here as it is, and is offered again with the next edit.
          state.sync.isRefused = true
          return
        }
        guard isRunning, state.sync.publications == number else { return }
        return retryLater(state, after: error)
      }
    }
    if isRunning, state.needsPublishing { wait(for: state) }
  }

  /// - Returns: the revision that the service has now, and the draft as it keeps it.
  private func tell(
    _ target: DraftContent?, of state: DraftState
  ) async throws(ChatError) -> (DraftRevision, DraftMessage?) {
    let over = state.sync.ancestor?.revision ?? 0
    state.sync.isInDoubt = false
    let isNew = state.sync.noteTelling(target)
    do {
      guard let target else {
        try await service.deleteDraft(for: state.key, over: over)
        // It may have been gone already, so that the service has another revision; its event or the next answer says
        // so.
        return (over, nil)
      }
      let saved = try await service.saveDraft(
        target, for: state.key, over: over, dates: state.dates(at: clock.now))
      return (saved.revision, saved)
    } catch {
      // It never left this device, and a day without a connection is no reason to keep each of its tries.
      if isNew, error == .connection(.offline) || error == .signedOut {
        state.sync.unanswered.removeAll { $0 == target }
      }
      throw error
    }
  }

  private func retryLater(_ state: DraftState, after error: ChatError) {
    state.sync.isUrgent = false
    state.sync.notBefore = state.sync.pause.wait(after: error).map { clock.now + $0 }
    state.sync.due = clock.now + state.sync.pause.next(after: error)
    wait(for: state)
  }
}

extension DraftState {
  /// Whether the service has something else than what is here. While the outbox takes the words nothing is told: that
  /// they are gone is true only when it has them.
  var needsPublishing: Bool {
    sync.isShared && onHandover.isEmpty && !sync.isRefused
      && (sync.isInDoubt || shared != sync.ancestor?.content)
      && owner?.hasPlace(self) != false
  }

  /// The service has what was told; an event may have been faster with something newer.
  func didAgree(on synced: SyncedDraft, wasSpent: Bool) {
    guard synced.revision >= sync.ancestor?.revision ?? 0 else { return }
    // What was told before the words were sent is spent with them; what was told after that is not.
    if wasSpent || synced.content == nil { sync.isAncestorSpent = false }
    sync.ancestor = synced
  }
}

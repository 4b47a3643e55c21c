import ChatDomain
import DraftEngine

extension DraftKeeper: DraftStateOwner {
  func didChange(_ state: DraftState) {
    let now = clock.now
    let wasEmpty = state.createdAt == nil
    let isEmpty = state.isEmpty
    state.createdAt = isEmpty ? nil : state.createdAt ?? now
    // Also by a clock that was put back nothing is changed before it was made.
    state.updatedAt = max(now, state.createdAt ?? now)
    mark(state)
    guard !isReceiving else { return }
    state.savedBy = service.deviceId
    state.sync.isRefused = false
    publish(state, after: configuration.draftSyncDelay)
    if !(isEmpty && wasEmpty) {
      board.post(.draft(DraftChange(key: state.key, cause: isEmpty ? .deleted : .edited)))
    }
  }

  func didChangeEdit(in state: DraftState) { mark(state) }

  func didMoveCaret(in state: DraftState) { mark(state) }

  func didRetire(
    _ elements: [MessageElement], from state: DraftState, because reason: DraftHistoryEntry.Reason
  ) {
    history.append(
      DraftHistoryEntry(key: state.key, elements: elements, reason: reason, at: retirementTime))
    scheduleFlush()
    trimHistory()
  }

  /// Notes that the store does not have it as it is now.
  func mark(_ state: DraftState) {
    if !state.isDirty { dirty.append(state) }
    state.isDirty = true
    scheduleFlush()
  }

  /// Keeps what was edited soon, even if nobody waits for it.
  func scheduleFlush() {
    if let whenUnsaved { return whenUnsaved() }
    guard flushing == nil else { return }
    // Behind all that happens now: what is typed together is saved together.
    flushing = Task {
      flushing = nil
      // The writer tells everybody when it fails; the text is in memory then, and comes again with the next edit. The
      // writer asks for the drafts when it is their turn, which may be after everybody else has let go of them.
      flush { _ in withExtendedLifetime(self) {} }
    }
  }

  /// Calls back once everything edited so far is in the store, or with the reason why it is not: immediately if the store
  /// answers immediately.
  func flush(_ done: @escaping (StoreError?) -> Void) {
    guard isEnabled, !isLoaded else { return writer.flush(done) }
    // What the store has from before would be overwritten unread.
    Task {
      do throws(StoreError) {
        try await load()
        writer.flush(done)
      } catch {
        done(error)
      }
    }
  }

  func flush() async throws(StoreError) {
    let failure = await withCheckedContinuation { done in flush { done.resume(returning: $0) } }
    if let failure { throw failure }
  }

  /// The changes after which the store has all drafts as they are now.
  func takeChanges() -> [StoreChange] {
    // What the store has from before would be overwritten unread.
    guard isEnabled, isLoaded else { return [] }
    // One that was joined with another is kept with that one.
    var changes = dirty.compactMap { state in
      defer { state.isDirty = false }
      return state.successor == nil ? change(of: state) : nil
    }
    dirty = []
    changes += historyChanges()
    return changes
  }

  /// What has to be done so that the store has the draft as it is now; nil when it has.
  private func change(of state: DraftState) -> StoreChange? {
    let snapshot = state.snapshot(at: clock.now)
    if state.kept.isExactly(snapshot) { return nil }
    state.kept = snapshot
    return snapshot.map { .saveDraft($0) } ?? .deleteDraft(state.key)
  }

  func historyChanges() -> [StoreChange] {
    guard !history.isEmpty else { return [] }
    let changes: [StoreChange] = history.map { .addHistory($0) }
    history = []
    return changes + [
      .trimHistory(before: Timestamp(microseconds: .min), keeping: configuration.historyCount)
    ]
  }

  /// Forgets what left the composers now, or not at all. No step of undo brings it back either.
  func forgetHistory(of key: DraftKey?) async throws(StoreError) {
    if let failure = await writer.write(historyChanges() + [.forgetHistory(key)]) { throw failure }
    for state in Array(states.values) + looseStates where key == nil || state.key == key {
      state.forgetSteps()
    }
    board.post(.historyForgotten(key))
  }

  /// The outbox lets go of words that nobody gets any more.
  ///
  /// - Returns: what has to be kept so that they are found again.
  func retire(_ entries: [OutboxEntry]) -> [StoreChange] {
    guard isEnabled else { return [] }
    for entry in entries where entry.isSend || entry.isEdit {
      let elements = entry.message.elements
      guard !DraftDocument(elements: elements).isBlank else { continue }
      history.append(
        DraftHistoryEntry(key: entry.key, elements: elements, reason: .cleared, at: retirementTime))
    }
    return historyChanges()
  }

  /// The outbox takes what was taken out of a composer.
  ///
  /// - Returns: what has to be kept in the same batch as the message: the draft leaves the store as it comes in.
  func handOver(_ taken: DraftState.Taken, of state: DraftState) -> [StoreChange] {
    state.release(taken)
    guard isEnabled else { return [] }
    state.sync.isAncestorSpent = true
    let document = taken.composition.document
    if !document.isBlank { state.retire(document, because: .sent) }
    return changes(of: state)
  }

  /// What has to be done so that the store has a draft as it is now, and what left a composer.
  func changes(of state: DraftState) -> [StoreChange] {
    guard isEnabled else { return [] }
    return [change(of: state)].compactMap(\.self) + historyChanges()
  }
}

import ChatDomain
import DraftEngine

extension DraftKeeper: DraftStateOwner {
  func didChange(_ state: DraftState) {
    let now = clock.now
    let wasEmpty = state.createdAt == nil
    let isEmpty = state.isEmpty
    state.createdAt = isEmpty ? nil : state.createdAt ?? now
    state.updatedAt = now
    mark(state)
    guard !isReceiving else { return }
    state.sync.isRefused = false
    publish(state, after: configuration.draftSyncDelay)
    if !(isEmpty && wasEmpty) {
      board.post(.draft(DraftChange(key: state.key, cause: isEmpty ? .deleted : .edited)))
    }
  }

  func didChangeEdit(in state: DraftState) { mark(state) }

  func didRetire(
    _ elements: [MessageElement], from state: DraftState, because reason: DraftHistoryEntry.Reason
  ) {
    history.append(DraftHistoryEntry(key: state.key, elements: elements, reason: reason, at: clock.now))
    scheduleFlush()
  }

  /// Notes that the store does not have it as it is now.
  func mark(_ state: DraftState) {
    if !state.isDirty { dirty.append(state.key) }
    state.isDirty = true
    scheduleFlush()
  }

  /// Keeps what was edited soon, even if nobody waits for it.
  func scheduleFlush() {
    guard flushing == nil else { return }
    flushing = Task {
      await Task.yield()
      flushing = nil
      do {
        try await flush()
      } catch {
        // The writer has said so to everybody; the text is in memory, and this comes again with the next edit.
      }
    }
  }

  /// Returns once everything edited so far is in the store.
  func flush() async throws(StoreError) {
    // What the store has from before would be overwritten unread.
    try await load()
    guard isEnabled else { return }
    // The batch that sends a draft has to be written before what was typed after it.
    repeat {
      await endOfHandovers()
      await writer.flush()
      // One may have begun while the store was written to; from here on nothing waits.
    } while handovers > 0
    // While the store fails the drafts stay here: only what they are in the end is written when it works again.
    if let failure = writer.failure { throw failure }
    let changes = takeChanges()
    if !changes.isEmpty { await writer.write(changes) }
    if let failure = writer.failure { throw failure }
  }

  /// Returns once no draft is being handed to the outbox.
  func endOfHandovers() async {
    while handovers > 0 { await withCheckedContinuation { waitingForHandover.append($0) } }
  }

  private func takeChanges() -> [StoreChange] {
    var changes = dirty.compactMap { key in
      states[key].flatMap { state in
        defer { state.isDirty = false }
        return change(of: state)
      }
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

  private func historyChanges() -> [StoreChange] {
    guard !history.isEmpty else { return [] }
    let changes: [StoreChange] = history.map { .addHistory($0) }
    history = []
    return changes + [
      .trimHistory(
        before: clock.now + (.zero - configuration.historyAge), keeping: configuration.historyCount)
    ]
  }

  /// Hands a draft that was just taken out of the composer to the outbox: the message comes into the store in the same
  /// batch in which the draft leaves it.
  func handOver(
    _ state: DraftState, sent elements: [MessageElement],
    _ enqueue: ([StoreChange]) async throws(OutboxError) -> OutboxEntry
  ) async throws(OutboxError) -> OutboxEntry {
    state.handovers += 1
    handovers += 1
    defer {
      state.handovers -= 1
      handovers -= 1
      if handovers == 0 {
        for continuation in waitingForHandover { continuation.resume() }
        waitingForHandover = []
      }
    }
    guard isEnabled else { return try await enqueue([]) }
    do { try await load() } catch { throw .store(error) }
    // What has to be written of it goes with the message; the key in the list finds nothing more to do.
    state.isDirty = false
    let snapshot = state.snapshot(at: clock.now)
    let removal: StoreChange = snapshot.map { .saveDraft($0) } ?? .deleteDraft(state.key)
    if !DraftDocument(elements: elements).isBlank {
      history.append(DraftHistoryEntry(key: state.key, elements: elements, reason: .sent, at: clock.now))
    }
    let remembered = historyChanges()
    let before = state.kept
    state.kept = snapshot
    do {
      let entry = try await enqueue([removal] + remembered)
      state.sync.isAncestorSpent = true
      publish(state, after: .zero)
      return entry
    } catch {
      state.kept = before
      mark(state)
      history = remembered.unsent + history
      throw error
    }
  }
}

extension [StoreChange] {
  /// The history among changes that were not made, but for what was not sent after all.
  fileprivate nonisolated var unsent: [DraftHistoryEntry] {
    compactMap { change in
      guard case .addHistory(let entry) = change, entry.reason != .sent else { return nil }
      return entry
    }
  }
}

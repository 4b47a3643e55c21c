import ChatDomain
import DraftEngine

extension DraftKeeper {
  /// Another session may have written to the store since it was read. What only it changed is taken; where both wrote,
  /// what stands here stays and the other words are to be found again.
  func readAgain() async throws(StoreError) {
    guard isEnabled, isLoaded else { return }
    let stored = Dictionary(uniqueKeysWithValues: try await store.drafts().map { ($0.key, $0) })
    let differing = Set(states.keys).union(stored.keys).filter { bring(state(for: $0), up: stored[$0]) }
    writer.add(everything())
    board.post(.takenOver(differing: differing.sorted()))
  }

  /// - Returns: whether there were other words than those here, which are in the history now.
  private func bring(_ state: DraftState, up theirs: StoredDraft?) -> Bool {
    let base = state.read
    guard !theirs.isSameWork(as: base) else { return false }
    var isDiffering = false
    let now = clock.now
    if state.snapshot(at: now).isSameWork(as: base) {
      // Nothing is left of one that the other session has sent or cleared.
      var taken =
        theirs
        ?? StoredDraft(
          key: state.key, content: DraftContent(), createdAt: now, updatedAt: now)
      // The service was heard meanwhile, too.
      if state.sync.ancestor?.revision ?? 0 > taken.ancestor?.revision ?? 0 {
        taken.ancestor = state.sync.ancestor
        taken.isAncestorSpent = state.sync.isAncestorSpent
      }
      state.adopt(taken)
    } else if let theirs {
      let words = state.composition.document.text
      isDiffering = !words.isEmpty && !theirs.content.text.isEmpty && theirs.content.text != words
      state.join(theirs)
    }
    state.read = theirs
    if state.needsPublishing { publish(state, after: configuration.draftSyncDelay) }
    board.post(.draft(DraftChange(key: state.key, cause: state.isEmpty ? .deleted : .merged(conflicts: 0))))
    return isDiffering
  }

  /// What the store has to do so that it has everything that is held here, whatever it has now.
  func everything() -> [StoreChange] {
    guard isEnabled, isLoaded else { return [] }
    dirty = []
    let changes: [StoreChange] = statesInOrder.map { state in
      state.isDirty = false
      state.kept = state.snapshot(at: clock.now)
      return state.kept.map { .saveDraft($0) } ?? .deleteDraft(state.key)
    }
    return changes + historyChanges()
  }
}

extension StoredDraft? {
  /// Whether it says the same to a person; when it was written and where the caret is are no work.
  nonisolated fileprivate func isSameWork(as other: StoredDraft?) -> Bool {
    let (left, right) = (self?.content ?? DraftContent(), other?.content ?? DraftContent())
    return left == right
      && DraftDocument(elements: left.elements) == DraftDocument(elements: right.elements)
      && self?.inputFiles ?? [] == other?.inputFiles ?? []
      && self?.edit == other?.edit
  }
}

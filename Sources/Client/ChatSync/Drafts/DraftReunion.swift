import ChatDomain
import DraftEngine

/// Combines the drafts of this session with those of another session that wrote to the same store.
extension DraftKeeper {
  /// Reads the store again: another session may have written to it since. What only that session changed is adopted; where
  /// both wrote, the draft of this device stays and the other text goes into the history.
  func readAgain() async throws(StoreError) {
    guard registry.isEnabled, saver.isLoaded else { return saver.forgetReading() }
    let stored = Dictionary(uniqueKeysWithValues: try await tools.store.drafts().map { ($0.key, $0) })
    let differing = Set(registry.keys).union(stored.keys).filter {
      update(registry.draft(for: $0), from: stored[$0])
    }
    tools.writer.add(saver.everything())
    tools.board.post(.takenOver(differing: differing.sorted()))
  }

  /// - Returns: whether the other session had a different text, which is in the history now.
  private func update(_ draft: Draft, from theirs: StoredDraft?) -> Bool {
    let base = draft.storage.lastRead
    // The mark is kept if either session has it.
    if theirs?.isEncrypted == true { draft.composed.parts.isEncrypted = true }
    guard !theirs.isSameWork(as: base) else { return false }
    var isDiffering = false
    let now = tools.clock.now
    if draft.snapshot(at: now).isSameWork(as: base) {
      // A missing draft was sent or cleared by the other session.
      var adopted =
        theirs ?? StoredDraft(key: draft.key, content: DraftContent(), createdAt: now, updatedAt: now)
      // The service may have reported something meanwhile, too.
      if draft.sync.revision > adopted.ancestor?.revision ?? 0 {
        adopted.ancestor = draft.sync.ancestor
        adopted.isAncestorSpent = draft.sync.isAncestorSpent
      }
      draft.adopt(adopted)
    } else if let theirs {
      let text = draft.composed.composition.document.text
      isDiffering = !text.isEmpty && !theirs.content.text.isEmpty && theirs.content.text != text
      draft.join(theirs)
    }
    draft.storage.lastRead = theirs
    if draft.needsPublishing { publisher.publishSoon(draft) }
    let cause: DraftChange.Cause = draft.isEmpty ? .deleted : .merged(conflicts: 0)
    tools.board.post(.draft(DraftChange(key: draft.key, cause: cause)))
    return isDiffering
  }
}

extension StoredDraft? {
  /// Whether both have the same content for a person; the dates and the caret do not count.
  nonisolated fileprivate func isSameWork(as other: StoredDraft?) -> Bool {
    let (left, right) = (self?.content ?? DraftContent(), other?.content ?? DraftContent())
    return left == right
      && DraftDocument(elements: left.elements) == DraftDocument(elements: right.elements)
      && self?.inputFiles ?? [] == other?.inputFiles ?? []
      && self?.edit == other?.edit
  }
}

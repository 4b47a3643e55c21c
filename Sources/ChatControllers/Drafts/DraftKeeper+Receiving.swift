import ChatDomain
import DraftEngine

extension DraftKeeper {
  /// Takes in what the service says of a draft: what is older than what is known is ignored, what changed on one side
  /// only is taken, and what changed on both is brought together.
  func receive(_ remote: RemoteDraft, for key: DraftKey) {
    guard isEnabled else { return }
    let state = state(for: key)
    state.sync.heardAt = clock.now
    if let quoted = remote.content?.quoted { state.updateQuote { $0.updated(by: quoted) } }
    let old = state.sync.ancestor
    guard remote.isAnswer || remote.revision > old?.revision ?? 0 else { return }
    let theirs = remote.content
    let ours = state.shared
    let isOwn = remote.device == service.deviceId && state.sync.wasTold(theirs)
    // An answer that is older than what was agreed on comes from a service that lost what it had: its not knowing of a
    // draft is no deletion, and nothing it has comes of what was agreed on.
    let hasForgotten = remote.revision < old?.revision ?? 0
    let base = state.sync.isAncestorSpent || hasForgotten ? nil : old?.content
    state.sync.ancestor = SyncedDraft(revision: remote.revision, content: theirs)
    mark(state)
    // The answer to what we told, by another way. What was written since is told next, by whoever is at it or by a
    // telling of its own: the one that was to delete it had nothing to delete before it heard of it.
    if isOwn {
      if ours == theirs { takeDates(of: remote, into: state) }
      if state.needsPublishing, state.sync.publication == nil {
        publish(state, after: state.sync.isUrgent ? .zero : configuration.draftSyncDelay)
      }
      return
    }
    let isSame = theirs == old?.content
    if !isSame || theirs == nil { state.sync.isAncestorSpent = false }
    isReceiving = true
    defer {
      isReceiving = false
      if state.needsPublishing { publish(state, after: configuration.draftSyncDelay) }
    }
    if ours == theirs { takeDates(of: remote, into: state) }
    if ours == theirs || isSame { return }
    if ours == base || ours == nil {
      take(remote, into: state)
    } else if let theirs {
      merge(theirs, of: remote, base: base, into: state)
    }
  }

  /// Nothing changed here: what the other device has is taken. Words that would be lost can be brought back.
  private func take(_ remote: RemoteDraft, into state: DraftState) {
    let document = DraftDocument(elements: remote.content?.elements ?? [])
    let parts = state.parts.taking(remote.content)
    let losesWords = state.composition.document.losesWords(to: document)
    let createdAt = state.createdAt
    state.replace(with: document, parts: parts, origin: .merge, retiring: losesWords ? .replaced : nil)
    if !state.isEmpty {
      state.createdAt = remote.createdAt ?? createdAt ?? clock.now
      state.updatedAt = remote.updatedAt ?? clock.now
      state.savedBy = remote.device
    }
    board.post(.draft(DraftChange(key: state.key, cause: state.isEmpty ? .deleted : .merged(conflicts: 0))))
  }

  /// The service has the same words: on every device they are dated alike, and are the work of the same device.
  func takeDates(of remote: RemoteDraft, into state: DraftState) {
    guard let createdAt = remote.createdAt, let updatedAt = remote.updatedAt, !state.isEmpty else { return }
    guard state.createdAt != createdAt || state.updatedAt != updatedAt || state.savedBy != remote.device
    else { return }
    (state.createdAt, state.updatedAt, state.savedBy) = (createdAt, updatedAt, remote.device)
    mark(state)
    board.post(.draft(DraftChange(key: state.key, cause: .merged(conflicts: 0))))
  }

  /// Both changed: each keeps what it did, and where both did something to the same words ours stays.
  private func merge(
    _ theirs: DraftContent, of remote: RemoteDraft, base: DraftContent?, into state: DraftState
  ) {
    let merge = DraftMerge(
      base: DraftDocument(elements: base?.elements ?? []), ours: state.composition.document,
      theirs: DraftDocument(elements: theirs.elements))
    if !merge.conflicts.isEmpty { state.retire(DraftDocument(elements: theirs.elements), because: .merged) }
    let parts = state.parts.merging(theirs, base: base)
    if !merge.transactions.isEmpty || parts != state.parts {
      state.applyAll(merge.transactions)
      let hasOtherParts = parts != state.parts
      state.parts = parts
      state.changed(isShown: state.edit == nil || hasOtherParts)
    }
    state.createdAt = [state.createdAt, remote.createdAt].compactMap(\.self).min()
    state.savedBy = service.deviceId
    if state.shared == theirs { takeDates(of: remote, into: state) }
    board.post(.draft(DraftChange(key: state.key, cause: .merged(conflicts: merge.conflicts.count))))
  }

  /// Looks through all drafts of the service, because events were missed or there were none to take up.
  func resynchronise() {
    guard isRunning, isShared, resynchronising == nil else { return }
    resynchronising = Task {
      var pause = RetryPause(configuration)
      while isRunning, needsResync, !Task.isCancelled {
        do throws(ChatError) {
          needsResync = false
          try await lookThroughAll()
        } catch {
          needsResync = true
          guard error.isWorthRetrying else { break }
          do { try await clock.sleep(for: pause.next(after: error)) } catch { break }
        }
      }
      resynchronising = nil
    }
  }

  private func lookThroughAll() async throws(ChatError) {
    var absent = Set(states.values.filter { $0.sync.ancestor?.content != nil }.map(\.key))
    var query = DraftListQuery(pagination: Pagination(pageSize: 100))
    repeat {
      let page = try await service.drafts(query)
      for draft in page.elements {
        // One that is older than what was agreed on is asked about too.
        if draft.revision >= states[draft.key]?.sync.ancestor?.revision ?? 0 { absent.remove(draft.key) }
        receive(RemoteDraft(draft), for: draft.key)
      }
      query.pagination.cursor = page.next
    } while query.pagination.cursor != nil && isRunning
    // A list that says nothing of a draft deletes nothing: the service is asked about that very draft.
    for state in absent.compactMap({ states[$0] }) where state.sync.ancestor?.content != nil {
      state.sync.isInDoubt = true
      publishNow(state)
    }
  }
}

extension DraftDocument {
  /// Whether words stand here that do not stand in the other draft.
  nonisolated fileprivate func losesWords(to other: DraftDocument) -> Bool {
    transaction(updatingTo: other.text, origin: .merge).changes.contains { change in
      !text.slice(utf8: change.range).isBlank
    }
  }
}

extension DraftParts {
  /// What the other device has; files that are only here stay.
  nonisolated fileprivate func taking(_ content: DraftContent?) -> DraftParts {
    DraftParts(
      files: files, attachments: content?.files ?? [], quoted: content?.quoted,
      isShownInChannel: content?.isShownInChannel ?? isShownInChannel)
  }

  /// What only the other device changed is taken.
  nonisolated fileprivate func merging(_ theirs: DraftContent, base: DraftContent?) -> DraftParts {
    var result = self
    let base = base ?? DraftContent()
    if quoted?.id == base.quoted?.id { result.quoted = theirs.quoted }
    if isShownInChannel == base.isShownInChannel { result.isShownInChannel = theirs.isShownInChannel }
    let removed = base.files.filter { !theirs.files.contains($0) }
    result.attachments = attachments.filter { !removed.contains($0) }
    result.attachments += theirs.files.filter { !base.files.contains($0) && !attachments.contains($0) }
    return result
  }
}

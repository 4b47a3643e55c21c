import ChatDomain

/// The versions of a draft that this device and the service have exchanged.
struct DraftSync {
  /// Whether the service keeps drafts at all.
  var isShared = true
  /// The last version that both sides had.
  private(set) var ancestor: SyncedDraft?
  /// Whether the common version was sent as a message, so that the current text does not derive from it.
  private(set) var isAncestorSpent = false
  /// The versions sent without an answer so far, which the service may have.
  private(set) var unanswered: [DraftDigest] = []
  /// Whether the service refused it; it is not sent again before another edit.
  private(set) var isRefused = false
  /// Whether the service must be asked although nothing changed here.
  var isInDoubt = false
  /// The time of the last report from the service.
  var lastReportAt: Timestamp?

  /// The last revision of the service that is known here; 0 if it has never had this draft.
  var revision: DraftRevision { ancestor?.revision ?? 0 }

  /// Whether the service has no draft, as far as known, and owes no answer.
  var isAtRest: Bool { ancestor?.content == nil && unanswered.isEmpty && !isInDoubt }

  var hasAllAnswers: Bool { unanswered.isEmpty }

  /// Whether this version was sent without an answer so far.
  func isUnanswered(_ content: DraftContent?) -> Bool { unanswered.contains(DraftDigest(content)) }

  // MARK: Requests

  /// Call before a version is sent. It must be saved before it is sent: if this process ended without the answer, the next
  /// one would take the version for that of another device.
  mutating func beginRequest(for content: DraftContent?) -> DraftRequest {
    let digest = DraftDigest(content)
    let isNew = !unanswered.contains(digest)
    let request = DraftRequest(
      content: content, revision: revision, wasAncestorSpent: isAncestorSpent, wasInDoubt: isInDoubt,
      isNew: isNew)
    isInDoubt = false
    if isNew {
      unanswered.append(digest)
      // The oldest are forgotten: their echo is then merged like any other device's version.
      if unanswered.count > 32 { unanswered.removeFirst() }
    }
    return request
  }

  /// The service has what was sent; an event may have been faster with something newer.
  mutating func didSucceed(_ request: DraftRequest, at revision: DraftRevision) {
    unanswered = []
    guard revision >= self.revision else { return }
    // A version published before the text was sent as a message is spent with it; one published afterwards is not.
    if request.wasAncestorSpent || request.content == nil { isAncestorSpent = false }
    ancestor = SyncedDraft(revision: revision, content: request.content)
  }

  /// - Parameter error: why it failed; not a conflict, which is an answer.
  mutating func didFail(_ request: DraftRequest, _ error: ChatError) {
    // The service may have carried it out anyway, and the next text may equal an earlier version of the service.
    let mayBeDone = error != .signedOut && error.mayBeRetried
    // Forgets a request that never left this device or was refused. Otherwise each attempt of a day without a
    // connection would be kept.
    if request.isNew, !mayBeDone || error == .connection(.offline) { withdraw(request) }
    isInDoubt = isInDoubt || request.wasInDoubt || mayBeDone
    // The refused draft stays here, and is published again after the next edit.
    if error != .signedOut, !mayBeDone { isRefused = true }
  }

  /// Call when a request was not made after all, or had no effect.
  mutating func withdraw(_ request: DraftRequest) {
    let digest = DraftDigest(request.content)
    unanswered.removeAll { $0 == digest }
    isInDoubt = isInDoubt || request.wasInDoubt
  }

  /// Call when a version of another device was the answer to a request.
  mutating func didConflict() { unanswered = [] }

  /// Call when the user has edited the draft: the service may accept this version.
  mutating func didEdit() { isRefused = false }

  /// Call when the text has been sent as a message.
  mutating func didSend() { isAncestorSpent = true }

  // MARK: What the service and the store have

  /// Makes a version of the service the common one.
  mutating func agree(on revision: DraftRevision, _ content: DraftContent?) {
    ancestor = SyncedDraft(revision: revision, content: content)
  }

  /// Call when the common version is no longer the one that was sent as a message.
  mutating func resetSpent() { isAncestorSpent = false }

  mutating func adopt(_ stored: StoredDraft) {
    ancestor = stored.ancestor
    isAncestorSpent = stored.isAncestorSpent
    unanswered = stored.unanswered
    isInDoubt = !unanswered.isEmpty
  }

  /// Updates the quote of the common version: a change of the quoted message is no difference between the two sides.
  mutating func updateQuote(_ change: (QuotedMessage) -> QuotedMessage) {
    if let agreed = ancestor?.content?.quoted { ancestor?.content?.quoted = change(agreed) }
  }
}

/// A request that publishes a version of a draft, with what was known when it began.
struct DraftRequest {
  /// Nil if the draft is to be deleted.
  let content: DraftContent?
  /// The revision that this version replaces.
  let revision: DraftRevision
  fileprivate let wasAncestorSpent: Bool
  fileprivate let wasInDoubt: Bool
  /// Whether this version was not sent before.
  let isNew: Bool
}

nonisolated extension ChatError {
  /// Whether the request may be made again, because its outcome is unknown or another attempt may succeed.
  var mayBeRetried: Bool { isWorthRetrying || self == .cancelled }
}

import ChatDomain

/// What the service knows of a draft, and when it gets the next version.
struct DraftSync {
  /// Whether the service keeps drafts at all.
  var isShared = true
  /// The last version that both sides had.
  var ancestor: SyncedDraft?
  /// Whether the common version was sent as a message, so that the current text does not derive from it.
  var isAncestorSpent = false
  /// Time of the last report from the service.
  var heardAt: Timestamp?
  /// The earliest time to publish.
  var due: Timestamp?
  /// The time until which the service asked to wait; nothing is published before that.
  var notBefore: Timestamp?
  /// Whether to publish without delay.
  var isUrgent = false
  /// The versions sent without an answer so far, which the service may have; nil for a deletion.
  var unanswered: [DraftContent?] = []
  /// Whether the service refused it; it is not sent again before another edit.
  var isRefused = false
  /// Whether the service must be asked although nothing changed here.
  var isInDoubt = false
  var publication: Task<Void, Never>?
  /// The number of publications so far; identifies the running one.
  var publications = 0
  var timer: Task<Void, Never>?
  var pause: RetryPause

  init(pause: RetryPause) { self.pause = pause }

  /// Whether the service has no draft, as far as known, and none is being published.
  var isAtRest: Bool {
    ancestor?.content == nil && unanswered.isEmpty && !isInDoubt && publication == nil && timer == nil
  }

  /// Whether this version was sent without an answer so far. What it quotes may have been edited since.
  func wasTold(_ content: DraftContent?) -> Bool {
    unanswered.contains { $0?.withoutQuotedWords == content?.withoutQuotedWords }
  }

  /// Remembers a version that is about to be sent. The oldest are forgotten: their echo is then merged like any other
  /// device's version.
  ///
  /// - Returns: whether it is new.
  mutating func noteTelling(_ target: DraftContent?) -> Bool {
    guard !unanswered.contains(target) else { return false }
    unanswered.append(target)
    if unanswered.count > 32 { unanswered.removeFirst() }
    return true
  }
}

/// A version of a draft from the service.
nonisolated struct RemoteDraft {
  var revision: DraftRevision
  /// Nil: it was deleted.
  var content: DraftContent?
  var device: DeviceID?
  var createdAt: Timestamp?
  var updatedAt: Timestamp?
  /// Whether it is the service's answer to a request, and not an event that may be late.
  var isAnswer = false

  init(_ draft: DraftMessage) {
    revision = draft.revision
    content = draft.content.isEmpty ? nil : draft.content
    device = draft.savedBy
    createdAt = draft.createdAt
    updatedAt = draft.updatedAt
  }

  init(_ event: DraftDeletedEvent) {
    revision = event.revision
    device = event.deletedBy
  }

  /// The version of another device that was faster.
  init(conflict current: DraftMessage?, revision: DraftRevision) {
    self.revision = revision
    if let current { self = RemoteDraft(current) }
    isAnswer = true
  }
}

nonisolated extension DraftContent {
  /// The content as far as it was written for this draft.
  fileprivate var withoutQuotedWords: DraftContent {
    var content = self
    content.quoted = quoted.map {
      QuotedMessage(id: $0.id, channelId: $0.channelId, author: User(id: $0.author.id), elements: [])
    }
    return content
  }
}

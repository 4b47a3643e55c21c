import ChatDomain

/// How a draft stands towards the service.
struct DraftSync {
  /// What both last agreed on.
  var ancestor: SyncedDraft?
  /// Whether the words that both agreed on were sent as a message: what is written now did not come of them.
  var isAncestorSpent = false
  /// When the service last said something of it.
  var heardAt: Timestamp?
  /// When the service is told at the earliest.
  var due: Timestamp?
  /// Until when the service does not want to be told; nothing comes before that.
  var notBefore: Timestamp?
  /// Whether it is told without waiting.
  var isUrgent = false
  /// What was sent and not answered, nil for a deletion: the service may have it.
  var unanswered: [DraftContent?] = []
  /// Whether the service will not take it; it is not asked again before another edit.
  var isRefused = false
  /// Whether the service has to be asked although nothing changed here.
  var isInDoubt = false
  var publication: Task<Void, Never>?
  /// How many there were: the number of the one at work, if there is one.
  var publications = 0
  var timer: Task<Void, Never>?
  var pause: RetryPause

  init(pause: RetryPause) { self.pause = pause }

  /// Whether the service has no draft, as far as one knows, and is not being told of one.
  var isAtRest: Bool {
    ancestor?.content == nil && unanswered.isEmpty && !isInDoubt && publication == nil && timer == nil
  }

  /// Whether the service was told this and has not answered. What is quoted may have been edited since.
  func wasTold(_ content: DraftContent?) -> Bool {
    unanswered.contains { $0?.withoutQuotedWords == content?.withoutQuotedWords }
  }

  /// Remembers what the service is about to be told. The oldest are forgotten: their echo is then merged like anybody
  /// else's.
  ///
  /// - Returns: whether it was not there yet.
  mutating func noteTelling(_ target: DraftContent?) -> Bool {
    guard !unanswered.contains(target) else { return false }
    unanswered.append(target)
    if unanswered.count > 32 { unanswered.removeFirst() }
    return true
  }
}

/// A draft as the service says it is.
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

  /// What another device was faster with.
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

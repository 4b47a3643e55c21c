package import ChatDomain
package import DraftEngine

/// Owns all drafts of a device: has their changes saved and published, and applies the client's notices to them.
package final class DraftKeeper {
  package let registry: DraftRegistry
  package let saver: DraftSaver
  package let publisher: DraftPublisher
  package let references: DraftReferences
  let tools: SyncTools
  /// Whether a message is still being sent; it has the id of its transaction then.
  private let isOnItsWay: (MessageID) -> Bool
  private var subscription: Subscription?

  init(_ tools: SyncTools, isOnItsWay: @escaping (MessageID) -> Bool) {
    self.tools = tools
    self.isOnItsWay = isOnItsWay
    registry = DraftRegistry(tools)
    saver = DraftSaver(tools, registry: registry)
    publisher = DraftPublisher(tools, registry: registry, saver: saver)
    references = DraftReferences(tools, registry: registry, saver: saver, publisher: publisher)
    registry.owner = self
    subscription = tools.board.subscribe { [weak self] in self?.handle($0) }
  }

  /// Begins to publish, and to receive what others publish.
  func start() {
    guard registry.isEnabled, !publisher.isRunning else { return }
    publisher.start()
    publisher.needsCatchUp = true
    saver.trimHistoryIfDue()
  }

  /// Stops everything that runs; what is not published yet is published after the next start.
  func stop() {
    publisher.stop()
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    // Also after `stop`, because the outbox stops last: a message that arrives in between keeps its new id.
    case .outbox(let change): references.handle(change)
    case .connection(let connection):
      publisher.isSignedOut = connection == .signedOut
      guard publisher.isRunning, connection == .online else { return }
      publisher.publishWaiting()
      publisher.catchUpIfNeeded()
    case .event(let event): if publisher.isRunning { handle(event) }
    case .eventsMissed: if publisher.isRunning { publisher.needsCatchUp = true }
    case .store(nil): if publisher.isRunning { saver.scheduleSave() }
    default: break
    }
  }

  private func handle(_ event: ChatEvent) {
    switch event {
    case .messageCreated(let message):
      // The event of the user's own message can be faster than the answer, and a thread opened from it has the new id.
      guard message.author.id == tools.service.currentUser.id, let id = message.transactionId else { return }
      references.follow(MessageID(id.rawValue), to: message)
    case .messageUpdated(let message) where message.editedAt != nil: references.handle(edited: message)
    case .messageDeleted(let deletion): references.handle(deletion)
    case .draftUpdated(let event):
      publisher.receive(RemoteDraft(event.draftMessage), for: event.draftMessage.key)
    case .draftDeleted(let event): publisher.receive(RemoteDraft(event), for: event.key)
    default: break
    }
  }

  // MARK: What the user does

  /// Empties a draft here and on the other devices; its text goes into the history.
  package func delete(_ key: DraftKey) {
    guard registry.isEnabled, let draft = registry.kept(key) else { return }
    draft.clear()
    publisher.publishNow(draft)
  }

  /// Call when the composer switches to another draft: typing ends, an edit is put aside, and the draft is published
  /// immediately.
  ///
  /// - Returns: the publication, to wait for; nil if there is nothing to publish.
  @discardableResult
  package func leave(_ key: DraftKey) -> Task<Void, Never>? {
    registry.stopTyping(in: key)
    guard let draft = registry.kept(key) else { return nil }
    draft.leaveEdit()
    guard publisher.isRunning, draft.needsPublishing else { return nil }
    return publisher.beginRequests(for: draft)
  }

  /// Deletes the history of one draft, or of all, or one text of it; if the store fails, nothing is deleted, not even later. Undo
  /// does not bring the texts back either.
  package func forgetHistory(of key: DraftKey?, only elements: [MessageElement]?) async throws(StoreError) {
    try await saver.forgetHistory(of: key, only: elements)
    for draft in registry.all where key == nil || draft.key == key { draft.forgetSteps() }
    tools.board.post(.historyForgotten(key, only: elements))
  }
}

// MARK: What drafts report

extension DraftKeeper {
  /// The draft changed: it has to be saved, and what the user did has to be published.
  func didChange(_ draft: Draft, by author: Draft.Author) {
    let now = tools.clock.now
    let wasEmpty = draft.stamp.createdAt == nil
    let isEmpty = draft.isEmpty
    draft.stamp.createdAt = isEmpty ? nil : draft.stamp.createdAt ?? now
    // A clock that was set back must not date a change before the draft's beginning.
    draft.stamp.updatedAt = max(now, draft.stamp.createdAt ?? now)
    saver.markUnsaved(draft)
    guard author == .user else { return }
    draft.stamp.savedBy = tools.service.deviceId
    draft.sync.didEdit()
    publisher.publishSoon(draft)
    if !(isEmpty && wasEmpty) {
      tools.board.post(.draft(DraftChange(key: draft.key, cause: isEmpty ? .deleted : .edited)))
    }
  }

  /// Something changed that is saved but never published: the edit of a message, or the position of the caret.
  func didChangeLocally(_ draft: Draft) {
    registry.noteEdit(of: draft)
    saver.markUnsaved(draft)
  }

  /// Text left the composer, and must be found in the history.
  func addToHistory(
    _ elements: [MessageElement], with files: [String], of draft: Draft,
    because reason: DraftHistoryEntry.Reason
  ) {
    saver.addToHistory(elements, with: files, of: draft.key, because: reason)
    saver.scheduleSave()
    saver.trimHistoryIfDue()
  }

  /// Whether the service knows the channel or thread of the draft: there is no thread yet under a message that is being
  /// sent.
  package func isKnownToService(_ draft: Draft) -> Bool {
    if draft.key.channelId.isOnDevice { return false }
    guard let parent = draft.key.parentId else { return true }
    return !draft.hasLostParent && !isOnItsWay(parent)
  }
}

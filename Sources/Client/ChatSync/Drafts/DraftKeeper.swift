package import ChatDomain
import DraftEngine

/// Owns all drafts of a device: has their changes saved and published, and applies the client's notices to them.
package final class DraftKeeper {
  package let registry: DraftRegistry
  package let saver: DraftSaver
  let trimmer: HistoryTrimmer
  package let publisher: DraftPublisher
  let catchUp: DraftCatchUp
  package let references: DraftReferences
  private let userId: UserID
  private let deviceId: DeviceID
  private let store: any LocalStore
  private let writer: StoreWriter
  private let clock: any ChatClock
  private let board: NoticeBoard
  /// Whether a message is still being sent; it has the id of its transaction then.
  private let isOnItsWay: (MessageID) -> Bool
  private var subscription: Subscription?

  init(
    service: any ChatService, store: any LocalStore, writer: StoreWriter, clock: any ChatClock,
    board: NoticeBoard, configuration: ClientConfiguration, isOnItsWay: @escaping (MessageID) -> Bool
  ) {
    userId = service.currentUser.id
    deviceId = service.deviceId
    self.store = store
    self.writer = writer
    self.clock = clock
    self.board = board
    self.isOnItsWay = isOnItsWay
    registry = DraftRegistry(service: service, clock: clock, configuration: configuration)
    saver = DraftSaver(
      registry: registry, store: store, writer: writer, clock: clock, configuration: configuration)
    trimmer = HistoryTrimmer(
      saver: saver, store: store, writer: writer, clock: clock, configuration: configuration)
    publisher = DraftPublisher(
      registry: registry, saver: saver,
      merger: DraftMerger(saver: saver, board: board, clock: clock, deviceId: deviceId),
      service: service, clock: clock, configuration: configuration)
    catchUp = DraftCatchUp(
      registry: registry, publisher: publisher, service: service, clock: clock,
      configuration: configuration)
    references = DraftReferences(
      registry: registry, saver: saver, publisher: publisher, writer: writer, board: board, clock: clock)
    registry.owner = self
    subscription = board.subscribe { [weak self] in self?.handle($0) }
  }

  /// Begins to publish, and to receive what others publish.
  func start() {
    guard registry.isEnabled, !publisher.isRunning else { return }
    publisher.start()
    catchUp.isNeeded = true
    trimmer.trimIfDue()
  }

  /// Stops everything that runs; what is not published yet is published after the next start.
  func stop() {
    catchUp.stop()
    publisher.stop()
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    // Also after `stop`: the outbox ends last, and what arrives in between has its new id for good.
    case .outbox(let change): references.handle(change)
    case .connection(let connection):
      publisher.isSignedOut = connection == .signedOut
      guard publisher.isRunning, connection == .online else { return }
      publisher.publishWaiting()
      catchUp.startIfNeeded()
    case .event(let event): if publisher.isRunning { handle(event) }
    case .eventsMissed: if publisher.isRunning { catchUp.isNeeded = true }
    case .store(nil): if publisher.isRunning { saver.scheduleSave() }
    default: break
    }
  }

  private func handle(_ event: ChatEvent) {
    switch event {
    case .messageCreated(let message):
      // The event of the user's own message can be faster than the answer, and a thread opened from it has the new id.
      guard message.author.id == userId, let id = message.transactionId else { return }
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

  /// Deletes the history of one draft, or of all; if the store fails, nothing is deleted, not even later. Undo does not
  /// bring the texts back either.
  package func forgetHistory(of key: DraftKey?) async throws(StoreError) {
    try await saver.forgetHistory(of: key)
    for draft in registry.all where key == nil || draft.key == key { draft.forgetSteps() }
    board.post(.historyForgotten(key))
  }

  // MARK: A store that another session wrote to

  /// Reads the store again: another session may have written to it since. What only that session changed is adopted; where
  /// both wrote, the draft of this device stays and the other text goes into the history.
  func readAgain() async throws(StoreError) {
    guard registry.isEnabled, saver.isLoaded else { return saver.forgetReading() }
    let stored = Dictionary(uniqueKeysWithValues: try await store.drafts().map { ($0.key, $0) })
    let differing = Set(registry.keys).union(stored.keys).filter {
      update(registry.draft(for: $0), from: stored[$0])
    }
    writer.add(saver.everything())
    board.post(.takenOver(differing: differing.sorted()))
  }

  /// - Returns: whether the other session had a different text, which is in the history now.
  private func update(_ draft: Draft, from theirs: StoredDraft?) -> Bool {
    let base = draft.storage.lastRead
    guard !theirs.isSameWork(as: base) else { return false }
    var isDiffering = false
    let now = clock.now
    if draft.snapshot(at: now).isSameWork(as: base) {
      // Nothing is left of one that the other session has sent or cleared.
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
    board.post(.draft(DraftChange(key: draft.key, cause: cause)))
    return isDiffering
  }
}

// MARK: What drafts report

extension DraftKeeper {
  /// The draft changed: it has to be saved, and what the user did has to be published.
  func didChange(_ draft: Draft, by author: Draft.Author) {
    let now = clock.now
    let wasEmpty = draft.stamp.createdAt == nil
    let isEmpty = draft.isEmpty
    draft.stamp.createdAt = isEmpty ? nil : draft.stamp.createdAt ?? now
    // Even by a clock that was set back, nothing is changed before it was begun.
    draft.stamp.updatedAt = max(now, draft.stamp.createdAt ?? now)
    saver.markUnsaved(draft)
    guard author == .user else { return }
    draft.stamp.savedBy = deviceId
    draft.sync.didEdit()
    publisher.publishSoon(draft)
    if !(isEmpty && wasEmpty) {
      board.post(.draft(DraftChange(key: draft.key, cause: isEmpty ? .deleted : .edited)))
    }
  }

  /// Something changed that is saved but never published: the edit of a message, or the position of the caret.
  func didChangeLocally(_ draft: Draft) { saver.markUnsaved(draft) }

  /// Text left the composer, and must be found in the history.
  func addToHistory(
    _ elements: [MessageElement], of draft: Draft, because reason: DraftHistoryEntry.Reason
  ) {
    saver.addToHistory(elements, of: draft.key, because: reason)
    saver.scheduleSave()
    trimmer.trimIfDue()
  }

  /// Whether the service knows the channel or thread of the draft: there is no thread yet under a message that is being
  /// sent.
  package func isKnownToService(_ draft: Draft) -> Bool {
    if draft.key.channelId.isOnDevice { return false }
    guard let parent = draft.key.parentId else { return true }
    return !draft.hasLostParent && !isOnItsWay(parent)
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

/// Looks through all drafts of the service after events were missed, or because none were received yet.
final class DraftCatchUp {
  /// Whether a draft of the service may have changed without an event.
  var isNeeded = true
  private(set) var task: Task<Void, Never>?
  private let registry: DraftRegistry
  private let publisher: DraftPublisher
  private let service: any ChatService
  private let clock: any ChatClock
  private let configuration: ClientConfiguration

  init(
    registry: DraftRegistry, publisher: DraftPublisher, service: any ChatService, clock: any ChatClock,
    configuration: ClientConfiguration
  ) {
    self.registry = registry
    self.publisher = publisher
    self.service = service
    self.clock = clock
    self.configuration = configuration
  }

  /// Begins, unless it is not needed or running already.
  func startIfNeeded() {
    guard isNeeded, registry.isShared, publisher.isRunning, task == nil else { return }
    task = Task {
      var pause = RetryPause(configuration)
      while publisher.isRunning, isNeeded, !Task.isCancelled {
        do throws(ChatError) {
          isNeeded = false
          try await lookThroughAll()
        } catch {
          isNeeded = true
          guard error.isWorthRetrying else { break }
          do { try await clock.sleep(for: pause.next(after: error)) } catch { break }
        }
      }
      // After `stop`, it may already be that of the next run.
      if !Task.isCancelled { task = nil }
    }
  }

  func stop() {
    task?.cancel()
    task = nil
  }

  private func lookThroughAll() async throws(ChatError) {
    var absent = registry.sharedKeys
    var query = DraftListQuery(pagination: Pagination(pageSize: 100))
    repeat {
      let page = try await service.drafts(query)
      for draft in page.elements {
        // One that is older than the common version is asked about too.
        if draft.revision >= registry.kept(draft.key)?.sync.revision ?? 0 { absent.remove(draft.key) }
        publisher.receive(RemoteDraft(draft), for: draft.key)
      }
      query.pagination.cursor = page.next
      guard publisher.isRunning, !Task.isCancelled else { return }
    } while query.pagination.cursor != nil
    guard !absent.isEmpty else { return }
    // That a list lacks a draft deletes nothing: the service is asked about this very draft.
    for key in absent {
      // Meanwhile it may have gone, or its key may belong to another draft.
      guard let draft = registry.kept(key), draft.sync.ancestor?.content != nil else { continue }
      draft.sync.isInDoubt = true
      publisher.beginRequests(for: draft)
      // Lets other work run between the requests: there may be a hundred.
      await Task.yield()
      guard publisher.isRunning, !Task.isCancelled else { return }
    }
  }
}

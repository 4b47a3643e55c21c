import ChatDomain

/// Publishes one draft: one request at a time, always with the latest version, after pauses while the user is typing and
/// while the service does not respond.
final class DraftPublication {
  /// Whether to publish without a pause.
  private(set) var isUrgent = false
  /// The running requests; nil during a pause.
  private(set) var task: Task<Void, Never>?
  /// Ends the pause.
  private(set) var timer: Task<Void, Never>?
  /// Unowned, because the draft holds this object.
  private unowned let draft: Draft
  private weak var publisher: DraftPublisher?
  private let tools: SyncTools
  /// The earliest time to publish.
  private(set) var due: Timestamp?
  /// The time of the first edit that no request contains yet.
  private var firstEdit: Timestamp?
  /// The time of the last request with text.
  private var lastRequest: Timestamp?
  /// The time until which the service asked to wait; nothing is published before that.
  private var notBefore: Timestamp?
  /// The number of runs so far; identifies the current one.
  private var runs = 0
  private var pause: RetryPause

  init(of draft: Draft, by publisher: DraftPublisher, _ tools: SyncTools) {
    self.draft = draft
    self.publisher = publisher
    self.tools = tools
    pause = RetryPause(tools.configuration)
  }

  var isAtRest: Bool { task == nil && timer == nil }

  /// Publishes after a delay, which later calls extend up to a limit. Before the publisher has started, the draft waits for the
  /// next connection.
  func schedule(after delay: Duration) {
    let first = firstEdit ?? tools.clock.now
    firstEdit = first
    let longest = max(tools.configuration.draftSyncDelay, tools.configuration.longestDraftSyncDelay)
    // If the clock was set back, the last request seems later than this edit.
    let next = lastRequest.map { min($0, first) + tools.configuration.draftSyncInterval }
    due = min(tools.clock.now + delay, max(tools.clock.now, first + longest, next ?? first))
    if delay == .zero { isUrgent = true }
    guard let publisher, publisher.isRunning else { return }
    if delay == .zero { start(by: publisher) } else { wait() }
  }

  /// Ends the pause after a failure; the pause while the user is typing goes on.
  func resume(by publisher: DraftPublisher) {
    pause.reset()
    if let due, due > tools.clock.now, draft.sync.hasAllAnswers { wait() } else { start(by: publisher) }
  }

  /// Publishes now, unless requests are running: these go on until the latest version is published.
  ///
  /// - Returns: the running requests.
  @discardableResult
  func start(by publisher: DraftPublisher) -> Task<Void, Never> {
    isUrgent = true
    if let task { return task }
    runs += 1
    let number = runs
    let task = Task { [draft] in
      await run(number, of: draft, by: publisher)
      // After `stop`, another task may be running.
      if runs == number { self.task = nil }
    }
    self.task = task
    return task
  }

  func stop() {
    timer?.cancel()
    timer = nil
    task?.cancel()
    task = nil
    runs += 1
  }

  /// Waits until the draft is due, which later edits postpone.
  private func wait() {
    guard timer == nil else { return }
    let longest = max(tools.configuration.draftSyncDelay, tools.configuration.longestRetryDelay)
    timer = Task { [weak self, clock = tools.clock] in
      while let due = self?.due, due > clock.now {
        // A clock that was set back must not make it wait for a year.
        let soon = min(due, clock.now + longest)
        self?.due = soon
        do { try await clock.sleep(until: soon) } catch { return }
      }
      guard let self, let publisher, !Task.isCancelled else { return }
      timer = nil
      start(by: publisher)
    }
  }

  private func waitToRetry(after error: ChatError) {
    isUrgent = false
    notBefore = pause.wait(after: error).map { tools.clock.now + $0 }
    due = tools.clock.now + pause.next(after: error)
    wait()
  }

  /// Makes requests until the service has the draft as it is here, as far as that is due.
  private func run(_ number: Int, of draft: Draft, by publisher: DraftPublisher) async {
    guard !publisher.isSignedOut else { return }
    if let end = notBefore, end > tools.clock.now {
      due = max(due ?? end, end)
      return wait()
    }
    var conflicts = 0
    while publisher.isRunning, !Task.isCancelled, draft.needsPublishing,
      isUrgent || (due ?? tools.clock.now) <= tools.clock.now
    {
      isUrgent = false
      firstEdit = nil
      let request = draft.sync.beginRequest(for: draft.publishable)
      // A text that is begun after a deletion is new: the interval does not delay it.
      lastRequest = request.content == nil ? nil : tools.clock.now
      if request.isNew {
        await publisher.saveBeforeRequest(draft)
        // Meanwhile the draft may have been sent or changed, or there may be nothing left to publish.
        guard publisher.isRunning, runs == number, !Task.isCancelled, draft.publishable == request.content,
          draft.outgoing.isEmpty
        else {
          draft.sync.withdraw(request)
          publisher.saver.markUnsaved(draft)
          isUrgent = true
          continue
        }
      }
      do {
        let (revision, saved) = try await send(request, of: draft)
        pause.reset()
        draft.sync.didSucceed(request, at: revision)
        publisher.confirm(draft, as: draft.publishable == request.content ? saved : nil)
      } catch .draftConflict(let current, let revision) {
        conflicts += 1
        publisher.receive(RemoteDraft(conflict: current, revision: revision), for: draft.key)
        draft.sync.didConflict()
        isUrgent = true
        if conflicts > 8 {
          return waitToRetry(after: .draftConflict(current: current, revision: revision))
        }
      } catch {
        draft.sync.didFail(request, error)
        publisher.saver.markUnsaved(draft)
        guard error == .signedOut else {
          guard error.mayBeRetried, publisher.isRunning, runs == number else { return }
          return waitToRetry(after: error)
        }
        // Nothing was done. Wait for the next connection, unless it was established meanwhile.
        guard isUrgent, runs == number else { return }
      }
    }
    guard draft.needsPublishing else { return firstEdit = nil }
    if publisher.isRunning { wait() }
  }

  /// - Returns: the revision that the service has now, and the draft as it keeps it.
  private func send(
    _ request: DraftRequest, of draft: Draft
  ) async throws(ChatError) -> (DraftRevision, DraftMessage?) {
    guard let content = request.content else {
      try await tools.service.deleteDraft(for: draft.key, over: request.revision)
      // The draft may have been deleted before, so that the service has another revision; an event or the next answer has it.
      return (request.revision, nil)
    }
    let saved = try await tools.service.saveDraft(
      content, for: draft.key, over: request.revision, dates: draft.stamp.dates(at: tools.clock.now))
    return (saved.revision, saved)
  }
}

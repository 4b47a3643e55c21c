package import ChatDomain

/// Publishes the drafts of this device to the others through the service's draft store, and merges what these publish.
package final class DraftPublisher {
  private(set) var isRunning = false
  /// Whether nothing can be published before the user has signed in again.
  var isSignedOut = false
  let service: any ChatService
  private let registry: DraftRegistry
  let saver: DraftSaver
  private let merger: DraftMerger
  private let clock: any ChatClock
  private let configuration: ClientConfiguration
  /// Begins to publish what waited for a connection.
  private var resuming: Task<Void, Never>?

  init(
    registry: DraftRegistry, saver: DraftSaver, merger: DraftMerger, service: any ChatService,
    clock: any ChatClock, configuration: ClientConfiguration
  ) {
    self.registry = registry
    self.saver = saver
    self.merger = merger
    self.service = service
    self.clock = clock
    self.configuration = configuration
  }

  func start() { isRunning = true }

  /// Stops publishing; what is not published yet is published after the next start.
  func stop() {
    isRunning = false
    resuming?.cancel()
    for draft in registry.drafts.values { draft.publication?.stop() }
  }

  // MARK: Publishing

  /// Publishes a draft after the configured pause; later edits postpone it for a while.
  func publishSoon(_ draft: Draft) {
    guard draft.sync.isShared else { return }
    makePublicationIfNeeded(for: draft).schedule(after: configuration.draftSyncDelay)
  }

  /// Publishes a draft without a pause; before the start, with the next connection.
  package func publishNow(_ draft: Draft) {
    guard draft.sync.isShared else { return }
    makePublicationIfNeeded(for: draft).schedule(after: .zero)
  }

  /// Begins the requests that publish a draft, unless they are running.
  ///
  /// - Returns: the requests, to wait for.
  @discardableResult
  func beginRequests(for draft: Draft) -> Task<Void, Never> {
    makePublicationIfNeeded(for: draft).start(by: self)
  }

  /// Publishes all drafts that the service does not have as they are, in the order in which they were begun, and returns
  /// when it has answered.
  package func publishAll() async {
    guard registry.isEnabled else { return }
    for draft in registry.inOrder where draft.storage.saved != nil || draft.needsPublishing {
      saver.markUnsaved(draft)
    }
    guard isRunning else { return }
    let tasks = registry.inOrder.filter(\.needsPublishing).map { beginRequests(for: $0) }
    // Quitting is not delayed by a service that does not respond.
    let limit = Task { [clock, quitTimeout] in
      do { try await clock.sleep(for: quitTimeout) } catch { return }
      for task in tasks { task.cancel() }
    }
    for task in tasks { await task.value }
    limit.cancel()
  }

  /// Publishes the drafts that waited for the connection. It yields after each, so that
  /// other work on the main actor does not wait for all of them.
  func publishWaiting() {
    resuming?.cancel()
    resuming = Task.immediate { [weak self, registry] in
      for draft in registry.inOrder where draft.successor == nil && draft.needsPublishing {
        guard let self, !Task.isCancelled else { return }
        makePublicationIfNeeded(for: draft).resume(by: self)
        await Task.yield()
      }
    }
  }

  /// How long quitting waits for the service.
  private var quitTimeout: Duration { configuration.firstRetryDelay * 4 }

  private func makePublicationIfNeeded(for draft: Draft) -> DraftPublication {
    if let publication = draft.publication { return publication }
    let publication = DraftPublication(of: draft, by: self, clock: clock, configuration: configuration)
    draft.publication = publication
    return publication
  }

  /// Saves what is about to be sent, and returns once the store has it.
  func saveBeforeRequest(_ draft: Draft) async {
    saver.markUnsaved(draft)
    do throws(StoreError) {
      try await saver.save()
    } catch {
      // The writer reports it to everybody. Words that cannot be saved here are all the more in need of being sent.
    }
  }

  // MARK: Receiving

  /// Merges the service's version of a draft into that of this device, and publishes what differs afterwards.
  package func receive(_ remote: RemoteDraft, for key: DraftKey) {
    guard registry.isEnabled else { return }
    let draft = registry.draft(for: key)
    switch merger.merge(remote, into: draft) {
    case .nothingNew: break
    case .echo:
      // What was written since is published next, by the running publication or by another one: a deletion had nothing
      // to delete before this was known.
      guard draft.needsPublishing, draft.publication?.task == nil else { break }
      if draft.publication?.isUrgent == true { publishNow(draft) } else { publishSoon(draft) }
    case .merged:
      if draft.needsPublishing { publishSoon(draft) }
    }
  }

  /// Call when the service has a draft exactly as it is here.
  func confirm(_ draft: Draft, as saved: DraftMessage?) {
    if let saved { merger.adoptStamp(of: RemoteDraft(saved), into: draft) }
    saver.markUnsaved(draft)
  }
}

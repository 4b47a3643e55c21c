package import ChatDomain

/// Publishes the drafts of this device to the user's other devices through the service, and merges the drafts that those publish.
package final class DraftPublisher {
  private(set) var isRunning = false
  /// Whether nothing can be published before the user has signed in again.
  var isSignedOut = false
  /// Whether a draft of the service may have changed without an event.
  var needsCatchUp = true
  let tools: SyncTools
  private let registry: DraftRegistry
  let saver: DraftSaver
  private let merger: DraftMerger
  /// Begins to publish what waited for a connection.
  private var resuming: Task<Void, Never>?
  /// Looks through all drafts of the service.
  private(set) var catchingUp: Task<Void, Never>?

  init(_ tools: SyncTools, registry: DraftRegistry, saver: DraftSaver) {
    self.tools = tools
    self.registry = registry
    self.saver = saver
    merger = DraftMerger(tools, saver: saver)
  }

  func start() { isRunning = true }

  /// Stops publishing; what is not published yet is published after the next start.
  func stop() {
    isRunning = false
    catchingUp?.cancel()
    catchingUp = nil
    resuming?.cancel()
    for draft in registry.drafts.values { draft.publication?.stop() }
  }

  // MARK: Publishing

  /// Publishes a draft after the configured pause; later edits postpone it for a while.
  func publishSoon(_ draft: Draft) {
    guard draft.sync.isShared else { return }
    makePublicationIfNeeded(for: draft).schedule(after: tools.configuration.draftSyncDelay)
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

  /// Publishes all drafts whose current version the service does not have, in the order in which they were begun. Returns when the
  /// service has answered, or after a limit.
  package func publishAll() async {
    guard registry.isEnabled else { return }
    for draft in registry.inOrder where draft.storage.saved != nil || draft.needsPublishing {
      saver.markUnsaved(draft)
    }
    guard isRunning else { return }
    let tasks = registry.inOrder.filter(\.needsPublishing).map { beginRequests(for: $0) }
    // Quitting is not delayed by a service that does not respond.
    let limit = Task { [clock = tools.clock, quitTimeout] in
      do { try await clock.sleep(for: quitTimeout) } catch { return }
      for task in tasks { task.cancel() }
    }
    for task in tasks { await task.value }
    limit.cancel()
  }

  /// Publishes the drafts that waited for the connection. Yields after each, so that other work on the main actor does not wait
  /// for all of them.
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
  private var quitTimeout: Duration { tools.configuration.firstRetryDelay * 4 }

  private func makePublicationIfNeeded(for draft: Draft) -> DraftPublication {
    if let publication = draft.publication { return publication }
    let publication = DraftPublication(of: draft, by: self, tools)
    draft.publication = publication
    return publication
  }

  /// Saves what is about to be sent, and returns once the store has it.
  func saveBeforeRequest(_ draft: Draft) async {
    saver.markUnsaved(draft)
    do throws(StoreError) {
      try await saver.save()
    } catch {
      // The writer reports the failure. Text that cannot be saved here is published all the same.
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
      // Later changes are published next, by the running publication or by a new one. A deletion, for example, had nothing to
      // delete before the service's version was known.
      guard draft.needsPublishing, draft.publication?.task == nil else { break }
      if draft.publication?.isUrgent == true { publishNow(draft) } else { publishSoon(draft) }
    case .merged:
      if draft.needsPublishing { publishSoon(draft) }
    }
  }

  /// Call when the service has accepted a version of a draft.
  ///
  /// - Parameter saved: that version, if the draft is still the same; nil otherwise, and after a deletion.
  func confirm(_ draft: Draft, as saved: DraftMessage?) {
    if let saved { merger.adoptStamp(of: RemoteDraft(saved), into: draft) }
    saver.markUnsaved(draft)
  }

  // MARK: Catching up

  /// Looks through all drafts of the service, if events were missed or none were received yet.
  func catchUpIfNeeded() {
    guard needsCatchUp, registry.isShared, isRunning, catchingUp == nil else { return }
    catchingUp = Task {
      var pause = RetryPause(tools.configuration)
      while isRunning, needsCatchUp, !Task.isCancelled {
        do throws(ChatError) {
          needsCatchUp = false
          try await lookThroughAll()
        } catch {
          needsCatchUp = true
          guard error.isWorthRetrying else { break }
          do { try await tools.clock.sleep(for: pause.next(after: error)) } catch { break }
        }
      }
      // After `stop`, `catchingUp` may already be the task of the next run.
      if !Task.isCancelled { catchingUp = nil }
    }
  }

  private func lookThroughAll() async throws(ChatError) {
    var absent = registry.sharedKeys
    var query = DraftListQuery(pagination: Pagination(pageSize: 100))
    repeat {
      let page = try await tools.service.drafts(query)
      for draft in page.elements {
        // A version older than the common one is checked like an absent draft.
        if draft.revision >= registry.kept(draft.key)?.sync.revision ?? 0 { absent.remove(draft.key) }
        receive(RemoteDraft(draft), for: draft.key)
      }
      query.pagination.cursor = page.next
      guard isRunning, !Task.isCancelled else { return }
    } while query.pagination.cursor != nil
    guard !absent.isEmpty else { return }
    // A draft that is missing in the list is not taken for deleted: a request for that draft decides.
    for key in absent {
      // Meanwhile it may have gone, or its key may belong to another draft.
      guard let draft = registry.kept(key), draft.sync.ancestor?.content != nil else { continue }
      draft.sync.isInDoubt = true
      beginRequests(for: draft)
      // Lets other work run between the requests: there may be a hundred.
      await Task.yield()
      guard isRunning, !Task.isCancelled else { return }
    }
  }
}

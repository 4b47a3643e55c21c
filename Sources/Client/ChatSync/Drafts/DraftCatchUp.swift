import ChatDomain

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

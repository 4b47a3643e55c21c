import ChatDomain

/// Loads the next pages of a client's list in sequence. After a failure, loading continues when the connection is back, and not
/// with every key.
final class NextPages {
  private(set) var failure: ChatError?
  private var loading: Task<Void, Never>?
  private let hasAll: () -> Bool
  private let load: () async throws(ChatError) -> Void
  /// Called for each page, and for each failure.
  private let onEnd: (ChatError?) -> Void

  init(
    hasAll: @escaping () -> Bool, load: @escaping () async throws(ChatError) -> Void,
    onEnd: @escaping (ChatError?) -> Void
  ) {
    self.hasAll = hasAll
    self.load = load
    self.onEnd = onEnd
  }

  var isLoading: Bool { loading != nil }

  func loadMore() {
    guard loading == nil, failure == nil, !hasAll() else { return }
    loading = Task { [weak self, load] in
      do throws(ChatError) {
        try await load()
        self?.end(nil)
      } catch {
        self?.end(error)
      }
    }
  }

  func retry() {
    guard failure != nil else { return }
    failure = nil
    loadMore()
  }

  func stop() { loading?.cancel() }

  private func end(_ error: ChatError?) {
    loading = nil
    failure = error
    onEnd(error)
  }
}

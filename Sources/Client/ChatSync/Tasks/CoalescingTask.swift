import ChatDomain

/// Work that never runs twice at the same time. A request while it runs makes it run once more afterwards, because its
/// results may already be out of date.
package final class CoalescingTask {
  private var task: Task<Void, Never>?
  private var isWanted = false

  package init() {}

  package var isRunning: Bool { task != nil }

  package func run(_ work: @escaping @MainActor () async -> Void) {
    isWanted = true
    guard task == nil else { return }
    task = Task { [weak self] in
      // Only its owner retains this object, even while it works: without an owner the work is cancelled.
      while self?.startNextRun() == true { await work() }
      self?.task = nil
    }
  }

  private func startNextRun() -> Bool {
    guard isWanted, !Task.isCancelled else { return false }
    isWanted = false
    return true
  }

  isolated deinit { task?.cancel() }
}

/// Requests that run one after the other, so that a slow answer never arrives after a newer one.
final class SerialTaskQueue {
  private var last: Task<Void, Never>?

  func run(_ work: @escaping () async throws(ChatError) -> Void) async throws(ChatError) {
    let before = last
    let task = Task {
      await before?.value
      do throws(ChatError) {
        try await work()
        return Result<Void, ChatError>.success(())
      } catch {
        return .failure(error)
      }
    }
    last = Task { _ = await task.value }
    try await task.value.get()
  }
}

/// Work of which there is only one at a time. Asked for while it runs, it runs once more after that: what it found
/// may have been too old.
final class SoleTask {
  private var task: Task<Void, Never>?
  private var isWanted = false

  var isRunning: Bool { task != nil }

  func run(_ work: @escaping @MainActor () async -> Void) {
    isWanted = true
    guard task == nil else { return }
    task = Task { [weak self] in
      // Held by nobody but its owner while it works: without one the work is cancelled.
      while self?.begins() == true { await work() }
      self?.task = nil
    }
  }

  private func begins() -> Bool {
    guard isWanted, !Task.isCancelled else { return false }
    isWanted = false
    return true
  }

  isolated deinit { task?.cancel() }
}

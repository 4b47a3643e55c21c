import Synchronization

/// Holds up whoever comes until the test lets them go on.
final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// Those who want to know that somebody waits.
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// For good.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, watchers) = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        defer { state.watchers = [] }
        return (state.isOpen, state.watchers)
      }
      if isOpen { continuation.resume() }
      for watcher in watchers { watcher.resume() }
    }
  }

  /// Returns once somebody waits.
  func untilHeld() async {
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        if state.waiting.isEmpty { state.watchers.append(continuation) }
        return !state.waiting.isEmpty
      }
      if isHeld { continuation.resume() }
    }
  }
}

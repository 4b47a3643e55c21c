import Synchronization

/// Lets in as many worlds at a time as the server and two cores carry: more would wait for each other until requests run
/// out of time.
enum WorldGate {
  private struct State {
    var free = 4
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())

  static func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  static func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

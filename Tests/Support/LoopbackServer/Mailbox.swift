import Synchronization

/// Passes values from threads that may block to a test that waits for them.
public final class Mailbox<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var waiters: [CheckedContinuation<Value, Never>] = []
  }

  private let state = Mutex(State())

  public init() {}

  public func put(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
      state.values.append(value)
      return nil
    }
    waiter?.resume(returning: value)
  }

  /// The next value, in their order.
  public func take() async -> Value {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state -> Value? in
        guard state.values.isEmpty else { return state.values.removeFirst() }
        state.waiters.append(continuation)
        return nil
      }
      if let value { continuation.resume(returning: value) }
    }
  }

  public var isEmpty: Bool { state.withLock { $0.values.isEmpty } }
}

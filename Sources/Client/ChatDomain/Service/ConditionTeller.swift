import Synchronization

/// Holds the condition of a service and notifies observers of changes. For implementations of a service.
public final class ConditionTeller: Sendable {
  private struct State {
    var condition: ServiceCondition
    var listeners: [Int: AsyncStream<ServiceCondition>.Continuation] = [:]
    var lastListener = 0
  }

  private let state: Mutex<State>

  /// A teller of what a connection does from the beginning on.
  public init(_ condition: ServiceCondition) { state = Mutex(State(condition: condition)) }

  /// What the connection is doing now.
  public var condition: ServiceCondition { state.withLock(\.condition) }

  /// Changes it, and tells of it if it is another one then.
  public func change(_ body: (inout ServiceCondition) -> Void) {
    state.withLock { state in
      let former = state.condition
      body(&state.condition)
      guard state.condition != former else { return }
      for listener in state.listeners.values { listener.yield(state.condition) }
    }
  }

  /// What ``ChatConnectivity/conditions()`` gives.
  public func conditions() -> AsyncStream<ServiceCondition> {
    let (stream, continuation) = AsyncStream<ServiceCondition>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = continuation
      continuation.yield(state.condition)
      return state.lastListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
    }
    return stream
  }

  deinit {
    for listener in state.withLock(\.listeners).values { listener.finish() }
  }
}

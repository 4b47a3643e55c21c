import Synchronization

/// The state of the connection to a service, as far as it concerns the user.
public struct ServiceCondition: Hashable, Sendable {
  /// The state of the connection.
  public enum Link: Hashable, Sendable {
    /// The first attempt is under way.
    case connecting
    /// The service answers, and missed events are being received.
    case catchingUp(CatchingUp)
    /// Events arrive as they happen.
    case online
    /// There is no connection. The last answer arrived at this time, perhaps in an earlier run; nil if there was none.
    case offline(since: Timestamp?)
    /// The service is reachable, but its answers are unusable.
    case failing(ChatError.AnswerFault)
    /// The user is signed out on this device.
    case signedOut
  }

  /// The state of the connection.
  public var link: Link
  /// The end of the service's last rate limit, which may be in the past; nil if there was none.
  public var limitedUntil: Timestamp?
  /// Why the service refuses the account's requests, all or those that others would see; nil if it does not.
  public var hold: AccountHold?

  /// With only a link: no rate limit and no hold.
  public init(_ link: Link, limitedUntil: Timestamp? = nil, hold: AccountHold? = nil) {
    self.link = link
    self.limitedUntil = limitedUntil
    self.hold = hold
  }
}

/// The progress in receiving missed events.
public struct CatchingUp: Hashable, Sendable {
  /// The number of channels that are still incomplete; nil until the service has named the total.
  public let channelsLeft: Int?
  /// The number of incomplete channels at the start; 0 while the total is unknown.
  public let channels: Int

  /// Before the service has named the total.
  public static let unknown = CatchingUp()

  private init() { (channelsLeft, channels) = (nil, 0) }

  /// For a known number of channels.
  public init(channelsLeft: Int, of channels: Int) {
    self.channelsLeft = max(0, channelsLeft)
    self.channels = max(self.channelsLeft ?? 0, channels)
  }
}

/// Holds the condition of a service and notifies observers of changes. For implementations of a service.
public final class ConditionTeller: Sendable {
  private struct State {
    var condition: ServiceCondition
    var listeners: [Int: AsyncStream<ServiceCondition>.Continuation] = [:]
    var lastListener = 0
  }

  private let state: Mutex<State>

  /// Starts with this condition.
  public init(_ condition: ServiceCondition) { state = Mutex(State(condition: condition)) }

  /// The current condition.
  public var condition: ServiceCondition { state.withLock(\.condition) }

  /// Changes the condition, and notifies observers if the result differs.
  public func change(_ body: (inout ServiceCondition) -> Void) {
    state.withLock { state in
      let former = state.condition
      body(&state.condition)
      guard state.condition != former else { return }
      for listener in state.listeners.values { listener.yield(state.condition) }
    }
  }

  /// The stream for ``ChatService/conditions()``.
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

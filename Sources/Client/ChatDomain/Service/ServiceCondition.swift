import Synchronization

/// The state of the connection to a service, as far as it concerns the user.
public struct ServiceCondition: Hashable, Sendable {
  /// The state of the connection.
  public enum Link: Hashable, Sendable {
    /// The first attempt is under way.
    case connecting
    /// The service answers, and what happened meanwhile is on its way.
    case catchingUp(CatchingUp)
    /// What happens arrives at once.
    case online
    /// There is no connection. The last answer came at that time, perhaps before this run; nil if none ever came.
    case offline(since: Timestamp?)
    /// The service is reached, and what it answers is of no use.
    case failing(ChatError.AnswerFault)
    /// The user is signed out on this device.
    case signedOut
  }

  /// The state of the connection.
  public var link: Link
  /// Before that the service does not answer all requests, because there were too many; it may be over. Nil if it never
  /// asked for a wait.
  public var limitedUntil: Timestamp?
  /// Why the service does nothing for the account, or nothing that others would see; nil if that is not so.
  public var hold: AccountHold?

  /// A connection without problems, unless the arguments name one.
  public init(_ link: Link, limitedUntil: Timestamp? = nil, hold: AccountHold? = nil) {
    self.link = link
    self.limitedUntil = limitedUntil
    self.hold = hold
  }
}

/// How much of what happened meanwhile has yet to be taken in.
public struct CatchingUp: Hashable, Sendable {
  /// The number of channels that are still incomplete; nil until the service has named the total.
  public let channelsLeft: Int?
  /// How many there were at first.
  public let channels: Int

  /// Before the service has said what there is.
  public static let unknown = CatchingUp()

  private init() { (channelsLeft, channels) = (nil, 0) }

  /// Within an answer.
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

  /// What ``ChatService/conditions()`` gives.
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

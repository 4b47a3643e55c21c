import ChatDomain
import Synchronization

/// Identifies a device of a user.
struct DeviceKey: Hashable, Sendable {
  let user: UserID
  let device: DeviceID
}

/// The connection between a device and the service, with faults drawn from a seed.
final class DeviceLink: Sendable {
  private let connection: Mutex<ConnectionFaults>
  private let keptHistory = Mutex<KeptHistory?>(nil)
  /// The condition of the connection, which follows from its faults.
  let teller = ConditionTeller(ServiceCondition(.online))

  init(seed: UInt64, key: DeviceKey) { connection = Mutex(ConnectionFaults(seed: seed, key: key)) }

  /// Gives a page of the kept history.
  typealias KeptHistory = @Sendable (MessageQuery) -> Page<Message>?

  /// The history when the connection was lost; nil if the device keeps none.
  var kept: KeptHistory? {
    get { keptHistory.withLock { $0 } }
    set { keptHistory.withLock { $0 = newValue } }
  }

  var faults: ServiceFaults { connection.withLock { $0.faults } }
  var requestCounts: [ServiceRequest: Int] { connection.withLock { $0.counts } }

  /// - Returns: the streams that the faults break.
  func setFaults(_ faults: ServiceFaults, at now: Timestamp) -> [Int] {
    teller.change { condition in
      condition.link = faults.link(after: condition.link, at: now)
      condition.hold = faults.hold
      condition.limitedUntil = faults.busy.flatMap { $0.saysHowLong ? $0.until : nil }
    }
    return connection.withLock { connection in
      connection.faults = faults
      if faults.isSignedOut { return connection.breakStreams(.signedOut) }
      if let fault = faults.badAnswer { return connection.breakStreams(.connection(.badAnswer(fault))) }
      if let hold = faults.hold, !hold.lets(.events) { return connection.breakStreams(.held(hold)) }
      return faults.isOffline ? connection.breakStreams(.connection(.offline)) : []
    }
  }

  func reseed(_ seed: UInt64) { connection.withLock { $0.reseed(seed) } }

  /// Plans the faults of a request. Each request draws the same numbers whatever the faults are, so that turning one
  /// kind on or off does not shift the others.
  func plan(_ request: ServiceRequest, in channel: ChannelID?) -> RequestPlan {
    connection.withLock { $0.plan(request, in: channel) }
  }

  /// Plans the faults of the next event.
  func planEvent() -> EventPlan { connection.withLock { $0.planEvent() } }

  /// Carries a request over the connection: it takes time and may be refused or lost; its answer may be lost too.
  ///
  /// - Parameter body: carries the request out, once it has arrived.
  func carry<Result: Sendable>(
    _ request: ServiceRequest, in channel: ChannelID?, by clock: any ChatClock,
    _ body: (RequestPlan) async throws(ChatError) -> Result
  ) async throws(ChatError) -> Result {
    let plan = plan(request, in: channel)
    if Task.isCancelled { throw .cancelled }
    if plan.isSignedOut { throw .signedOut }
    if plan.isOffline { throw .connection(.offline) }
    let way = plan.latency / 2
    try await Self.wait(way + (request == .upload ? plan.uploadDelay : .zero), by: clock)
    if faults.isOffline { throw .connection(.interrupted) }
    if plan.isLost { throw .connection(.timedOut) }
    if faults.isSignedOut { throw .signedOut }
    if let fault = faults.badAnswer { throw .connection(.badAnswer(fault)) }
    if let hold = faults.hold, !hold.lets(request) { throw .held(hold) }
    if let busy = plan.busy, busy.until > clock.now {
      throw .connection(.busy(retryAfter: busy.saysHowLong ? busy.until - clock.now : nil))
    }
    if let refusal = plan.refusal { throw .refused(refusal) }
    let result = try await body(plan)
    try await Self.wait(plan.latency - way, by: clock)
    // From here on only the answer is lost: the request was carried out.
    if faults.isOffline { throw .connection(.interrupted) }
    if plan.answerIsLost { throw .connection(.timedOut) }
    return result
  }

  private static func wait(_ latency: Duration, by clock: any ChatClock) async throws(ChatError) {
    guard latency > .zero else { return }
    do { try await clock.sleep(for: latency) } catch { throw .cancelled }
  }

  // MARK: Streams

  func opened(_ stream: Int) { connection.withLock { _ = $0.streams.insert(stream) } }

  func closed(_ stream: Int) {
    connection.withLock {
      $0.streams.remove(stream)
      $0.broken[stream] = nil
    }
  }

  /// - Returns: the streams that were open.
  func breakStreams() -> [Int] { connection.withLock { $0.breakStreams(.connection(.interrupted)) } }

  func isBroken(_ stream: Int) -> Bool { connection.withLock { $0.broken[stream] != nil } }

  func breakage(of stream: Int) -> ChatError? { connection.withLock { $0.broken[stream] } }
}

/// The planned faults of one request.
struct RequestPlan: Sendable {
  var latency: Duration
  var isOffline: Bool
  var isSignedOut: Bool
  var busy: BusyTime?
  var refusal: ChatError.Refusal?
  var isLost: Bool
  var answerIsLost: Bool
  var uploadDelay: Duration
  var uploadFails: Bool
}

/// The planned faults of one event.
struct EventPlan: Sendable {
  var breaksStream: Bool
  var comesTwice: Bool
  /// The number of younger events that overtake it.
  var delay: Int
}

/// The faults of a connection and the random numbers behind them.
struct ConnectionFaults: Sendable {
  var faults = ServiceFaults.none
  private(set) var counts: [ServiceRequest: Int] = [:]
  var streams: Set<Int> = []
  /// Why streams were broken, until they report it.
  var broken: [Int: ChatError] = [:]
  private var requests: SeededGenerator
  private var events: SeededGenerator

  init(seed: UInt64, key: DeviceKey) {
    // Not the standard library's hash, which differs from run to run.
    var hash = FowlerNollVoHash(seed: seed)
    hash.add(bytes: Array("\(key.user)/\(key.device)".utf8))
    var generator = SeededGenerator(seed: hash.value)
    requests = generator.split()
    events = generator.split()
  }

  mutating func reseed(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    requests = generator.split()
    events = generator.split()
  }

  mutating func plan(_ request: ServiceRequest, in channel: ChannelID?) -> RequestPlan {
    counts[request, default: 0] += 1
    return RequestPlan(
      latency: requests.duration(in: faults.latency), isOffline: faults.isOffline,
      isSignedOut: faults.isSignedOut, busy: faults.busy.flatMap { $0.requests.contains(request) ? $0 : nil },
      refusal: faults.refusals.first { $0.matches(request, in: channel) }?.refusal,
      isLost: requests.happens(faults.requestLoss), answerIsLost: requests.happens(faults.answerLoss),
      uploadDelay: requests.duration(in: faults.uploadDelay),
      uploadFails: requests.happens(faults.uploadFailure))
  }

  mutating func planEvent() -> EventPlan {
    let breaks = events.happens(faults.streamBreak)
    let isDouble = events.happens(faults.eventDuplication)
    let isLate = events.happens(faults.eventDelay)
    let window = UInt64(max(1, faults.delayWindow))
    let delay = Int(events.next() % window) + 1
    return EventPlan(breaksStream: breaks, comesTwice: isDouble, delay: isLate ? delay : 0)
  }

  mutating func breakStreams(_ failure: ChatError) -> [Int] {
    for stream in streams { broken[stream] = failure }
    return Array(streams)
  }
}

public import ChatDomain

/// A chat service that lives in this process: complete, with any number of people and devices, and with faults when
/// they are asked for.
///
/// What it knows and does is in `ServiceState`, a plain value; the actor lets one request at a time at it and wakes
/// the event streams of those whom something concerns.
public actor InMemoryChatService {
  /// Where the service's time comes from.
  public nonisolated let clock: any ChatClock
  public nonisolated let configuration: ServiceConfiguration
  /// Tells this service from one that ran before, whose event tokens mean nothing here.
  nonisolated let epoch: Int64
  private let seed: UInt64
  private var state: ServiceState
  private var links: [DeviceKey: DeviceLink] = [:]
  /// Streams that have told everything and wait for more.
  private var waiters: [UserID: [Int: CheckedContinuation<Void, Never>]] = [:]
  /// How many streams were opened so far, observers included.
  private(set) var streamCount = 0

  /// - Parameter seed: where the faults of the devices are drawn from.
  public init(
    clock: any ChatClock, seed: UInt64 = 0, configuration: ServiceConfiguration = ServiceConfiguration()
  ) {
    self.clock = clock
    self.seed = seed
    self.configuration = configuration
    let now = clock.now
    epoch = now.microseconds
    state = ServiceState(configuration: configuration, now: now)
  }

  /// The service as a device of a person sees it. Whoever is not known yet becomes so, without a name.
  ///
  /// The same device asked for again is the same one, faults included.
  public func device(user: UserID, id: DeviceID) -> InMemoryDevice {
    let user = state.addDevice(of: user)
    let key = DeviceKey(user: user.id, device: id)
    let link = links[key] ?? DeviceLink(seed: seed, key: key)
    links[key] = link
    return InMemoryDevice(service: self, currentUser: user, deviceId: id, link: link)
  }

  /// Lets one request at the state, at the time it is, and wakes whom it concerns.
  func perform<Result: Sendable>(
    _ request: @Sendable (inout ServiceState) throws(ChatError) -> Result
  ) throws(ChatError) -> Result {
    state.begin(at: clock.now)
    defer { wakeAddressed() }
    return try request(&state)
  }

  /// Lets something at the state that cannot fail.
  func withState<Result: Sendable>(_ change: (inout ServiceState) -> Result) -> Result {
    state.begin(at: clock.now)
    defer { wakeAddressed() }
    return change(&state)
  }

  // MARK: Event streams

  /// Where the stream of a person would begin now.
  func currentToken(of user: UserID) -> EventToken {
    StreamPosition(epoch: epoch, sequence: state.desks[user]?.events?.lastSequence ?? 0).token
  }

  /// Opens a stream for a person, who is there from now on.
  func openStream(of user: UserID, after token: EventToken?) throws(ChatError) -> (id: Int, sequence: UInt64)
  {
    let latest = state.desks[user]?.events?.lastSequence ?? 0
    var sequence = latest
    if let token {
      guard let position = StreamPosition(token), position.epoch == epoch,
        state.desks[user]?.events?.events(after: position.sequence, limit: 0) != nil
      else { throw .eventsGone }
      sequence = position.sequence
    }
    let id = makeStreamID()
    withState { state in state.changePresence(of: user) { $0.streams.insert(id) } }
    return (id, sequence)
  }

  func makeStreamID() -> Int {
    streamCount += 1
    return streamCount
  }

  /// Ends a stream; a person without any is not there any more.
  func closeStream(_ id: Int, of user: UserID) {
    wake(id, of: user)
    withState { state in state.changePresence(of: user) { $0.streams.remove(id) } }
  }

  /// The next events after a number, at most `limit`, and none when there are none yet; nil when they are forgotten.
  func nextEvents(of user: UserID, after sequence: UInt64, limit: Int) -> [SharedEvent]? {
    state.desks[user]?.events?.events(after: sequence, limit: limit).map(Array.init)
  }

  /// Returns when there is something after the number, or when the stream is woken for another reason.
  func waitForEvents(of user: UserID, after sequence: UInt64, stream: Int, link: DeviceLink) async {
    await withCheckedContinuation { continuation in
      let latest = state.desks[user]?.events?.lastSequence ?? 0
      if latest > sequence || Task.isCancelled || link.isBroken(stream) {
        continuation.resume()
      } else {
        waiters[user, default: [:]][stream] = continuation
      }
    }
  }

  func wake(_ stream: Int, of user: UserID) {
    waiters[user]?.removeValue(forKey: stream)?.resume()
  }

  private func wakeAddressed() {
    guard !state.addressed.isEmpty else { return }
    for user in state.addressed {
      for waiter in (waiters.removeValue(forKey: user) ?? [:]).values { waiter.resume() }
    }
    state.addressed.removeAll(keepingCapacity: true)
  }
}

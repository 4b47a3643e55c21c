public import ChatDomain
import Synchronization

/// A chat service within this process: complete, with any number of users and devices, and with faults on request.
///
/// Its data and logic are in `ServiceState`, a plain value; the actor gives one request at a time access to it and
/// wakes the event streams of the users concerned.
public actor InMemoryChatService {
  /// The source of the service's time.
  public nonisolated let clock: any ChatClock
  /// The initial configuration. ``setLimits(_:)`` does not change it.
  public nonisolated let configuration: ServiceConfiguration
  /// Distinguishes this service from one that ran before, whose event tokens are invalid here.
  nonisolated let epoch: Int64
  /// What devices know without a request.
  nonisolated let announcements: Announcements
  private let seed: UInt64
  private var state: ServiceState
  private var links: [DeviceKey: DeviceLink] = [:]
  /// Streams that have delivered everything and wait for more.
  private var waiters: [UserID: [Int: CheckedContinuation<Void, Never>]] = [:]
  /// The number of rooms whose rules are announced.
  private var announcedRooms = 0
  /// The number of streams opened so far, including observers.
  private(set) var streamCount = 0

  /// A service without users and channels. `seed` determines which faults the devices meet; `clock` is the only source of time.
  public init(
    clock: any ChatClock, seed: UInt64 = 0, configuration: ServiceConfiguration = ServiceConfiguration()
  ) {
    self.clock = clock
    self.seed = seed
    self.configuration = configuration
    let now = clock.now
    epoch = now.microseconds
    announcements = Announcements(limits: configuration.limits)
    state = ServiceState(configuration: configuration, now: now)
  }

  /// The service seen from a device of a user. An unknown user is added, without a name.
  ///
  /// Asking for the same device again returns the same one, including its faults.
  public func device(user: UserID, id: DeviceID) -> InMemoryDevice {
    let user = state.addDevice(of: user)
    let key = DeviceKey(user: user.id, device: id)
    let link = links[key] ?? DeviceLink(seed: seed, key: key)
    links[key] = link
    return InMemoryDevice(service: self, currentUser: user, deviceId: id, link: link)
  }

  /// Changes the limits, and sends the users an event.
  public func setLimits(_ limits: ServiceLimits) {
    announcements.set(limits)
    perform { $0.setLimits(limits) }
  }

  /// Gives one request access to the state, at the current time, and wakes the users concerned.
  func perform<Result: Sendable, Failure: Error>(
    _ request: (inout ServiceState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    state.begin(at: clock.now)
    defer { sendChanges() }
    let result = try request(&state)
    state.sendInboxChanges()
    return result
  }

  // MARK: Event streams

  /// The position at which a new stream of a user would begin.
  func currentToken(of user: UserID) -> EventToken {
    StreamPosition(epoch: epoch, sequence: state.events.lastSequence(of: user)).token
  }

  /// Opens a stream for a user. While a seen stream is open, the user is online.
  ///
  /// - Parameter isSeen: whether others see the user online.
  func openStream(
    of user: UserID, after token: EventToken?, isSeen: Bool = true
  ) throws(ChatError) -> (id: Int, sequence: UInt64) {
    let latest = state.events.lastSequence(of: user)
    var sequence = latest
    if let token {
      guard let position = StreamPosition(token), position.epoch == epoch,
        state.events.events(of: user, after: position.sequence, limit: 0) != nil
      else { throw .eventsGone }
      sequence = position.sequence
    }
    let id = makeStreamID()
    if isSeen { perform { state in state.changePresence(of: user) { $0.streams.insert(id) } } }
    return (id, sequence)
  }

  func makeStreamID() -> Int {
    streamCount += 1
    return streamCount
  }

  /// Closes a stream; a user without streams is offline.
  func closeStream(_ id: Int, of user: UserID) {
    wake(id, of: user)
    perform { state in state.changePresence(of: user) { $0.streams.remove(id) } }
  }

  /// At most `limit` events after a number, empty if there are none yet; nil if some of them are forgotten.
  func nextEvents(of user: UserID, after sequence: UInt64, limit: Int) -> [ChatEvent]? {
    state.events.events(of: user, after: sequence, limit: limit)?.map {
      $0.replacingQuote(state.currentQuote)
    }
  }

  /// Returns when there is an event after the number, or when the stream is woken for another reason.
  func waitForEvents(of user: UserID, after sequence: UInt64, stream: Int, link: DeviceLink) async {
    await withCheckedContinuation { continuation in
      let latest = state.events.lastSequence(of: user)
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

  /// Wakes the users concerned by a request, and announces the rules of new channels.
  private func sendChanges() {
    for room in state.rooms[announcedRooms...] { announcements.set(room.rules, of: room.id) }
    announcedRooms = state.rooms.count
    wakeAddressed()
  }

  private func wakeAddressed() {
    guard !state.events.addressed.isEmpty else { return }
    for user in state.events.addressed {
      for waiter in (waiters.removeValue(forKey: user) ?? [:]).values { waiter.resume() }
    }
    state.events.forgetAddressed()
  }
}

/// What devices know of a service without a request.
final class Announcements: Sendable {
  private struct Known {
    var limits: ServiceLimits
    var refusals: [ChannelID: ChatError.Refusal] = [:]
    var rules: [ChannelID: ChannelRules] = [:]
    var ignored: [UserID: Set<UserID>] = [:]
  }

  private let known: Mutex<Known>

  init(limits: ServiceLimits) { known = Mutex(Known(limits: limits)) }

  func ignored(by user: UserID) -> Set<UserID> { known.withLock { $0.ignored[user] ?? [] } }

  func setIgnored(_ people: Set<UserID>, by user: UserID) { known.withLock { $0.ignored[user] = people } }

  func rules(of channel: ChannelID) -> ChannelRules? { known.withLock { $0.rules[channel] } }

  func set(_ rules: ChannelRules, of channel: ChannelID) { known.withLock { $0.rules[channel] = rules } }

  var limits: ServiceLimits { known.withLock { $0.limits } }

  func set(_ limits: ServiceLimits) { known.withLock { $0.limits = limits } }

  /// Why nothing can be sent to a channel; nil if messages can be sent.
  func sendingRefusal(in channel: ChannelID) -> ChatError.Refusal? { known.withLock { $0.refusals[channel] } }

  func setSendingRefusal(_ refusal: ChatError.Refusal, in channel: ChannelID) {
    known.withLock { $0.refusals[channel] = refusal }
  }
}

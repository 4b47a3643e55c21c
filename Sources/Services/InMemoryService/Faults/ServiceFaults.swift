public import ChatDomain

/// The faults between a device and the service. Probabilities are between 0 and 1.
public struct ServiceFaults: Hashable, Sendable {
  /// How long a request takes.
  public var latency: ClosedRange<Duration> = .zero ... .zero
  /// Whether requests fail and event streams break off.
  public var isOffline = false
  /// Whether the user is signed out on this device: nothing is done, and event streams break off.
  public var isSignedOut = false
  /// The progress of catching up after an interruption; nil if there is nothing to catch up with.
  public var catchingUp: CatchingUp?
  /// Why the service holds the user's account.
  public var hold: AccountHold?
  /// The fault in every answer of the service.
  public var badAnswer: ChatError.AnswerFault?
  /// The requests that the service does not answer for some time.
  public var busy: BusyTime?
  /// The requests the service refuses from this device.
  public var refusals: [RefusedRequest] = []
  /// The probability that a request does not arrive, which looks the same as a lost answer.
  public var requestLoss: Double = 0
  /// The probability that a request is carried out and its answer is lost.
  public var answerLoss: Double = 0
  /// The probability that an event arrives twice.
  public var eventDuplication: Double = 0
  /// The probability that an event arrives after younger ones.
  public var eventDelay: Double = 0
  /// The maximum number of younger events that overtake a delayed one.
  public var delayWindow = 3
  /// The probability that a stream breaks off before an event.
  public var streamBreak: Double = 0
  /// How long each piece of an upload takes, in addition to the latency.
  public var uploadDelay: ClosedRange<Duration> = .zero ... .zero
  /// The probability that the connection breaks off during a piece of an upload, half of which arrives.
  public var uploadFailure: Double = 0

  /// No faults.
  public init() {}

  /// No faults.
  public static let none = ServiceFaults()

  /// No connection.
  public static var offline: ServiceFaults {
    var faults = ServiceFaults()
    faults.isOffline = true
    return faults
  }

  /// Signed out.
  public static var signedOut: ServiceFaults {
    var faults = ServiceFaults()
    faults.isSignedOut = true
    return faults
  }

  /// The state of a connection with these faults.
  func link(after former: ServiceCondition.Link, at now: Timestamp) -> ServiceCondition.Link {
    if isSignedOut { return .signedOut }
    if isOffline {
      if case .offline = former { return former }
      return .offline(since: now)
    }
    if let badAnswer { return .failing(badAnswer) }
    if let hold, !hold.lets(.events) { return .offline(since: now) }
    return catchingUp.map { .catchingUp($0) } ?? .online
  }

  /// A bad connection, on which everything still succeeds when retried.
  public static var unsteady: ServiceFaults {
    var faults = ServiceFaults()
    faults.requestLoss = 0.1
    faults.answerLoss = 0.1
    faults.eventDuplication = 0.1
    faults.eventDelay = 0.1
    faults.streamBreak = 0.02
    faults.uploadFailure = 0.2
    return faults
  }
}

/// Requests that are refused, and the reason.
public struct RefusedRequest: Hashable, Sendable {
  /// The kinds of requests that are refused.
  public var requests: Set<ServiceRequest>
  /// The channel in which they are refused; nil: everywhere.
  public var channel: ChannelID?
  /// The answer of the service.
  public var refusal: ChatError.Refusal

  /// Without a channel, the requests are refused everywhere.
  public init(
    _ requests: Set<ServiceRequest>, in channel: ChannelID? = nil, _ refusal: ChatError.Refusal
  ) {
    self.requests = requests
    self.channel = channel
    self.refusal = refusal
  }

  func matches(_ request: ServiceRequest, in channel: ChannelID?) -> Bool {
    requests.contains(request) && (self.channel == nil || self.channel == channel)
  }
}

/// A time in which a service is too busy for some requests.
public struct BusyTime: Hashable, Sendable {
  /// The kinds of requests that the service puts off.
  public var requests: Set<ServiceRequest>
  /// When it answers them again, by its own clock.
  public var until: Timestamp
  /// Whether the service says how long it takes.
  public var saysHowLong: Bool

  /// Puts requests off with `ChatError.ConnectionFailure.busy`.
  public init(_ requests: Set<ServiceRequest>, until: Timestamp, saysHowLong: Bool = true) {
    self.requests = requests
    self.until = until
    self.saysHowLong = saysHowLong
  }
}

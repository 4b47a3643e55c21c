import ChatDomain

/// The faults of a connection and the random numbers behind them.
struct ConnectionFaults: Sendable {
  var faults = ServiceFaults.none
  private(set) var counts: [ServiceRequest: Int] = [:]
  var streams: Set<Int> = []
  /// Why streams were broken that have yet to report it.
  var broken: [Int: ChatError] = [:]
  private var requests: SeededGenerator
  private var events: SeededGenerator

  init(seed: UInt64, key: DeviceKey) {
    // Not the standard library's hash, which differs from run to run.
    var mixed = seed ^ 0xcbf2_9ce4_8422_2325
    for byte in "\(key.user)/\(key.device)".utf8 { mixed = (mixed ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    var generator = SeededGenerator(seed: mixed)
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

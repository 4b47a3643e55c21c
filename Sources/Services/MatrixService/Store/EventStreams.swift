import ChatDomain

/// Who listens to what happens, and the latest of it for whoever comes back.
final class EventStreams {
  typealias Stream = AsyncThrowingStream<EventEnvelope, any Error>

  /// How many events are remembered at least for a stream that broke off; one may be behind by twice as many.
  private let capacity: Int
  private var log = EventLog(epoch: "0", last: 0, capacity: 1)
  private var streams: [Int: Stream.Continuation] = [:]
  private var lastId = 0
  /// How many streams there are, or are about to be: while there is one the others see the user.
  private(set) var openStreamCount = 0

  init(capacity: Int) { self.capacity = capacity }

  // MARK: Events

  var now: EventToken { log.now }
  var epoch: String { log.epoch }
  /// The number of the last event.
  var last: UInt64 { log.last }

  /// Goes on with the numbers that a cache has got to.
  func begin(epoch: String, last: UInt64) {
    log = EventLog(epoch: epoch, last: last, capacity: capacity)
  }

  /// Forgets everything, so that no token from before leads anywhere.
  func restart(epoch: String) { log.restart(epoch: epoch) }

  /// All events after a token; nil if some of them are forgotten.
  func events(after token: EventToken) -> [EventEnvelope]? { log.events(after: token) }

  func publish(_ event: ChatEvent) {
    log.append(event)
    guard !streams.isEmpty else { return }
    let envelope = EventEnvelope(token: log.now, event: event)
    for (id, stream) in streams {
      guard case .dropped = stream.yield(envelope) else { continue }
      stream.finish(throwing: ChatError.eventsGone)
      streams[id] = nil
    }
  }

  // MARK: Listeners

  var hasListeners: Bool { !streams.isEmpty }

  func makeStream() -> (stream: Stream, continuation: Stream.Continuation) {
    Stream.makeStream(bufferingPolicy: .bufferingOldest(2 * capacity))
  }

  /// Counts a stream that is about to begin.
  func reserve() { openStreamCount += 1 }

  /// Ends the count of a stream that was reserved.
  func release() { openStreamCount -= 1 }

  /// Begins a stream that was reserved.
  func add(_ stream: Stream.Continuation) -> Int {
    lastId += 1
    streams[lastId] = stream
    return lastId
  }

  func remove(_ id: Int) {
    streams[id] = nil
    release()
  }

  func endAll(_ error: ChatError? = nil) {
    for stream in streams.values { stream.finish(throwing: error) }
    streams = [:]
  }
}

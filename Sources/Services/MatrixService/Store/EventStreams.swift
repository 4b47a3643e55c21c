import ChatDomain

/// The open streams of events, and the latest events for a stream that resumes.
///
/// Events are numbered without gaps, and the oldest are forgotten. A token is the number of an event with the epoch of the cache
/// that it belongs to: once the cache has started over, no stream can resume from an earlier token.
final class EventStreams {
  typealias Stream = AsyncThrowingStream<EventEnvelope, any Error>

  /// The minimum number of events to keep for streams that resume. A stream may lag behind by twice as many.
  private let capacity: Int
  private(set) var epoch = "0"
  /// The number of the last event.
  private(set) var last: UInt64 = 0
  private var events: [ChatEvent] = []
  private var streams: [Int: Stream.Continuation] = [:]
  private var lastId = 0
  /// The number of streams that are open or about to open. While there is one, others see the user as present.
  private(set) var openStreamCount = 0

  init(capacity: Int) { self.capacity = capacity }

  // MARK: Events

  var now: EventToken { token(last) }

  private func token(_ number: UInt64) -> EventToken { EventToken("m1.\(epoch).\(number)") }

  /// Continues the event numbers of a cache.
  func begin(epoch: String, last: UInt64) {
    self.epoch = epoch
    self.last = last
    events = []
  }

  /// Forgets all events, so that no stream can resume from an earlier token.
  func restart(epoch: String) { begin(epoch: epoch, last: last + 1) }

  /// All events after a token; nil if some of them are forgotten or the token is of another epoch.
  func events(after token: EventToken) -> [EventEnvelope]? {
    let parts = token.rawValue.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "m1", parts[1] == epoch, let number = UInt64(parts[2]),
      number <= last,
      last - number <= UInt64(events.count)
    else { return nil }
    let first = events.count - Int(last - number)
    return events[first...].enumerated().map { index, event in
      EventEnvelope(token: self.token(number + UInt64(index) + 1), event: event)
    }
  }

  func publish(_ event: ChatEvent) {
    last += 1
    events.append(event)
    // Removing many at once keeps the cost of an event constant on average.
    if events.count >= 2 * capacity { events.removeFirst(events.count - capacity) }
    guard !streams.isEmpty else { return }
    let envelope = EventEnvelope(token: now, event: event)
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

  /// Stops counting a stream that was reserved.
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

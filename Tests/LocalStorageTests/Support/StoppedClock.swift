import ChatDomain

/// It is always the same time.
struct StoppedClock: ChatClock {
  let now: Timestamp

  func sleep(until deadline: Timestamp) async throws { throw CancellationError() }
}

import ChatDomain
import ChatTestSupport

/// The world's clock as one run sees it.
nonisolated struct MortalClock: ChatClock {
  let life: Life
  let clock: any ChatClock

  var now: Timestamp { clock.now }

  func sleep(until deadline: Timestamp) async throws {
    if life.isOver { throw CancellationError() }
    try await clock.sleep(until: deadline)
    if life.isOver { throw CancellationError() }
  }
}

import ChatDomain
import InMemoryService
import Synchronization
import Testing

@Suite("Manual clock")
struct ManualClockTests {
  @Test("Sleepers wake in the order of their deadlines, not before")
  func order() async throws {
    let clock = ManualClock(now: Timestamp(seconds: 0))
    let woken = Mutex<[Int]>([])
    try await withThrowingTaskGroup(of: Int.self) { group in
      for seconds in [3, 1, 2] {
        group.addTask {
          try await clock.sleep(for: .seconds(seconds))
          return seconds
        }
      }
      await clock.waitForSleepers(3)
      for expected in 1...3 {
        clock.advance(by: .seconds(1))
        let first = try await group.next()
        #expect(first == expected)
        woken.withLock { $0.append(expected) }
        #expect(clock.sleeperCount == 3 - expected)
      }
    }
    #expect(woken.withLock { $0 } == [1, 2, 3])
    #expect(clock.now == Timestamp(seconds: 3))
  }

  @Test("A cancelled sleeper throws, even if cancelled before it sleeps")
  func cancelling() async throws {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
    await clock.waitForSleepers()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleeperCount == 0)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(10))
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test("A past deadline does not sleep")
  func passed() async throws {
    let clock = ManualClock()
    try await clock.sleep(until: clock.now)
    try await clock.sleep(until: clock.now + .seconds(-5))
    #expect(!clock.advanceToNextSleeper())
  }
}

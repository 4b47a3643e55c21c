import ChatDomain
import ChatPlatform
import Glibc
import Testing

@Suite("A running clock")
struct RunningClockTests {
  private let clock = RunningClock()

  /// Compared with `gettimeofday`, because `time` may lag behind the precise clock that the program reads.
  @Test("The time is the system's")
  func systemTime() {
    let before = Self.realTime()
    let now = clock.now
    let after = Self.realTime()
    #expect(before <= now)
    #expect(now <= after)
  }

  private static func realTime() -> Timestamp {
    var time = timeval()
    gettimeofday(&time, nil)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_usec))
  }

  @Test("A past deadline is not waited for", arguments: [Int64.min, 0, 1_000_000])
  func past(microseconds: Int64) async throws {
    try await clock.sleep(until: Timestamp(microseconds: microseconds))
    try await clock.sleep(for: .microseconds(min(microseconds, 0)))
  }

  @Test("A sleep ends at its time, not before")
  func ends() async throws {
    let deadline = clock.now + .milliseconds(2)
    try await clock.sleep(until: deadline)
    #expect(clock.now >= deadline)
    try await clock.sleep(for: .milliseconds(2))
    #expect(clock.now >= deadline + .milliseconds(2))
  }

  @Test("A very long sleep can be cancelled")
  func cancelled() async {
    for sleep in [
      { (clock: RunningClock) async throws in try await clock.sleep(until: Timestamp(microseconds: .max)) },
      { (clock: RunningClock) async throws in try await clock.sleep(for: .seconds(Int64.max / 2)) },
    ] as [@Sendable (RunningClock) async throws -> Void] {
      let sleeper = Task { [clock] in try await sleep(clock) }
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
  }

  @Test("An already cancelled task throws, even without a wait")
  func cancelledBefore() async {
    let sleeper = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(until: Timestamp(microseconds: 0))
    }
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}

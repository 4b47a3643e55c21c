import Settling
import Testing

@testable import CursesTerminal

@MainActor
@Suite("Tasks that sleep in the main loop")
struct SleepingTasksTests {
  /// Who went on, in this order.
  private final class Record {
    var names: [String] = []
  }

  private let tasks = SleepingTasks()
  private let record = Record()

  /// A task that sleeps.
  private func sleeper(_ name: String, for duration: Duration) async -> Task<Void, any Error> {
    let count = tasks.count
    let task = Task { [tasks, record] in
      try await tasks.sleep(for: duration)
      record.names.append(name)
    }
    await settle(until: { tasks.count > count })
    return task
  }

  @Test("They go on in the order of their times, and those of one time in the order in which they came")
  func order() async throws {
    // Farther apart than a slow machine takes from one to the next.
    let day = Duration.seconds(24 * 3600)
    let sleepers = [
      await sleeper("last", for: day * 3), await sleeper("first", for: day),
      await sleeper("at once", for: .seconds(-5)), await sleeper("never", for: .seconds(Int64.max)),
      await sleeper("never, too", for: .seconds(Int64.max)),
    ]
    tasks.wakeDue(at: .max - 1)
    await settle(until: { record.names.count == 3 })
    #expect(record.names == ["at once", "first", "last"])
    tasks.wakeDue(at: .max)
    for sleeper in sleepers { try await sleeper.value }
    #expect(record.names.suffix(2) == ["never", "never, too"])
  }

  @Test("Nobody goes on too soon")
  func tooSoon() async throws {
    let sleeper = await sleeper("one", for: .seconds(100))
    let deadline = try #require(tasks.nextDeadline)
    tasks.wakeDue(at: deadline - 1)
    await settle()
    #expect(record.names.isEmpty)
    tasks.wakeDue(at: deadline)
    try await sleeper.value
    #expect(tasks.nextDeadline == nil)
  }

  @Test(
    "A duration is rounded up, and one that never ends has the last time that there is",
    arguments: [
      (.nanoseconds(7), 1_007), (.zero, 1_000), (.seconds(-5), 1_000), (.seconds(2), 2_000_001_000),
      (Duration(secondsComponent: 0, attosecondsComponent: 1), 1_001), (.seconds(Int64.max), .max),
      (.seconds(Int64.min), 1_000), (.nanoseconds(Int64.max), .max),
    ] as [(Duration, Int64)])
  func rounding(duration: Duration, deadline: Int64) {
    #expect(SleepingTasks.deadline(of: duration, from: 1_000) == deadline)
  }

  @Test(
    "One that is cancelled goes on at once, whenever that happens, and the others sleep on",
    arguments: [true, false])
  func cancelled(isBefore: Bool) async throws {
    let other = await sleeper("other", for: .seconds(20))
    let one = Task { [tasks] in try await tasks.sleep(for: .seconds(10)) }
    if !isBefore { await settle(until: { tasks.count == 2 }) }
    one.cancel()
    await #expect(throws: CancellationError.self) { try await one.value }
    #expect(record.names.isEmpty && tasks.count == 1)
    tasks.wakeDue(at: .max)
    try await other.value
    #expect(record.names == ["other"])
  }
}

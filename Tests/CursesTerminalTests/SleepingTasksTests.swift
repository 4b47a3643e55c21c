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
  private func sleeper(_ name: String, for duration: Duration) async -> (task: Task<Void, any Error>, number: Int) {
    let number = tasks.nextNumber()
    let task = Task { [tasks, record] in
      try await withCheckedThrowingContinuation { tasks.add(number, for: duration, $0) }
      record.names.append(name)
    }
    await settle()
    return (task, number)
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
    await settle()
    #expect(record.names == ["at once", "first", "last"])
    tasks.wakeDue(at: .max)
    for sleeper in sleepers { try await sleeper.task.value }
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
    try await sleeper.task.value
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

  @Test("One that is cancelled goes on at once, and the others sleep on")
  func cancelled() async throws {
    let one = await sleeper("one", for: .seconds(10))
    let other = await sleeper("other", for: .seconds(20))
    tasks.cancel(one.number)
    await #expect(throws: CancellationError.self) { try await one.task.value }
    #expect(record.names.isEmpty)
    tasks.cancel(one.number)
    tasks.wakeDue(at: .max)
    try await other.task.value
    #expect(record.names == ["other"])
  }

  @Test("A task that is cancelled does not sleep on in the loop, whenever that happens", arguments: [true, false])
  func cancelledInTheLoop(isBefore: Bool) async {
    let task = Task { try await MainLoop.shared.sleep(for: .seconds(3600)) }
    if !isBefore { await settle() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

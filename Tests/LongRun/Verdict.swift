import CMalloc
import Glibc

/// Whether the program used no more resources at the end of the day than at its start.
struct Verdict {
  let isGood: Bool
  let text: String

  /// The allowed growth of memory from the middle of the day to its end: bounded lists and caches have reached their
  /// limits by then. The service's tables double at different moments, which is a difference of some megabytes; a
  /// client that kept all messages would need 50 more.
  static let mostGrowth = 16 << 20
  /// The allowed slowdown of a key from the first hour to the last, since the machine may be busy.
  static let mostSlowdown = 1.6

  init(day: [Mark], alone: [Mark]) {
    let own = zip(day, alone).map { $0.used - $1.used }
    guard let last = day.last, let first = day.first, own.count > 1 else {
      isGood = false
      text = "there is nothing to compare"
      return
    }
    let growth = own[own.count - 1] - own[own.count / 2 - 1]
    let slowdown = last.frame / first.frame
    isGood = growth <= Self.mostGrowth && slowdown <= Self.mostSlowdown
    let hours = own.map { "\(Mark.kilobytes($0))" }.joined(separator: ", ")
    text = """
      what the program has in use, hour by hour, without the service: \(hours) kB
      in the second half it grew by \(Mark.kilobytes(growth)) kB (at most \(Mark.kilobytes(Self.mostGrowth)))
      a key to its frame, the last hour by the first: \(Double(Int(slowdown * 100)) / 100) (at most \(Self.mostSlowdown))
      \(isGood ? "good" : "FAILED")
      """
  }
}

/// The memory per quickly sent message, and its limits.
struct QuickVerdict {
  let isGood: Bool
  let text: String

  /// A queued message is stored as a request and as a shown message, with a waiting task.
  static let mostWaiting = 12 << 10
  /// An arrived message is in the shown list, whose position is stored with the channel.
  static let mostArrived = 3 << 10
  /// In the service it is text, ids, an event and table entries.
  static let mostAlone = 1 << 10

  init(_ count: Int) async throws {
    let alone = try await QuickSends(count).sendAlone()
    let typed = try await QuickSends(count).sendTyped()
    let (waiting, arrived) = (typed.waiting, typed.arrived - alone)
    isGood = waiting <= Self.mostWaiting && arrived <= Self.mostArrived && alone <= Self.mostAlone
    text = """
      \(count) messages sent quickly, bytes for each:
        in the service \(alone) (at most \(Self.mostAlone))
        in the program while it waits \(waiting) (at most \(Self.mostWaiting))
        in the program when it has arrived \(arrived) (at most \(Self.mostArrived))
      \(isGood ? "good" : "FAILED")
      """
  }
}

/// The state of the process at the end of an hour.
struct Mark {
  let hour: Int
  /// Allocated bytes.
  let used: Int
  /// Resident bytes.
  let resident: Int
  /// The median time from a key to its frame in the hour, in microseconds.
  let frame: Double
  let frames: Int

  init(hour: Int, frames: [Double]) {
    self.hour = hour
    self.frames = frames.count
    frame = frames.isEmpty ? 0 : frames.sorted()[frames.count / 2]
    used = Self.usedBytes
    resident = Self.residentBytes
  }

  /// Allocated bytes.
  static var usedBytes: Int {
    // Return freed memory to the system.
    malloc_trim(0)
    return Int(mallinfo2().uordblks) + Int(mallinfo2().hblkhd)
  }

  private static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self).split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }

  var text: String {
    let frame = frames == 0 ? "" : ", a key to its frame \(Int(frame)) µs (of \(frames))"
    return
      "  hour \(hour): \(Self.kilobytes(used)) kB in use, \(Self.kilobytes(resident)) kB resident\(frame)"
  }

  static func kilobytes(_ bytes: Int) -> Int { bytes / 1024 }
}

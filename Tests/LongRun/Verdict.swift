import CMalloc
import Glibc

/// Whether the day was as cheap at its end as at its beginning.
struct Verdict {
  let isGood: Bool
  let text: String

  /// So much may the program have more at the end of the day than in its middle: the lists and caches that have a limit
  /// have reached it by then. The tables of the service double at other moments than in its day alone, which is some
  /// megabytes up or down; a client that kept the messages would have 50 more.
  static let mostGrowth = 16 << 20
  /// So much longer may a key take in the last hour than in the first: a machine that has other work to do is no fault.
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

/// What a message costs that is sent quickly, and whether that is little.
struct QuickVerdict {
  let isGood: Bool
  let text: String

  /// A message that waits is there as what is asked of the service and as what is shown, with a task that waits for it.
  static let mostWaiting = 12 << 10
  /// One that has arrived is in the list that is shown, whose place is left with the channel.
  static let mostArrived = 3 << 10
  /// In the service it is its words, its ids, its event and its place in a few tables.
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

/// What the process was like at the end of an hour.
struct Mark {
  let hour: Int
  /// Bytes that were asked for and not given back.
  let used: Int
  /// Bytes of the process that are in memory.
  let resident: Int
  /// Microseconds from a key to its frame, in the middle of all of the hour.
  let frame: Double
  let frames: Int

  init(hour: Int, frames: [Double]) {
    self.hour = hour
    self.frames = frames.count
    frame = frames.isEmpty ? 0 : frames.sorted()[frames.count / 2]
    used = Self.usedBytes
    resident = Self.residentBytes
  }

  /// Bytes that were asked for and not given back.
  static var usedBytes: Int {
    // What was given back counts as given back, also where the allocator still holds it.
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

import Foundation
import Glibc

/// The resource usage of a process.
struct ProcessUsage {
  private let process: pid_t
  /// The context switches of each thread; those of an ended thread are kept as last seen.
  private var switches: [String: Int] = [:]
  /// The processor time in nanoseconds, including ended threads.
  private(set) var processorTime = 0.0

  init(of process: pid_t) {
    self.process = process
    look()
  }

  /// Called now and then, because the counts of a thread vanish with it.
  mutating func look() {
    processorTime = Self.processorTime(of: process)
    // The folder of a process that has ended is gone.
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    for thread in threads {
      // Nil for a thread that has ended meanwhile.
      switches[thread] =
        Self.number(after: "\nvoluntary_ctxt_switches:", in: "/proc/\(process)/task/\(thread)/status")
        ?? switches[thread]
    }
  }

  /// The number of voluntary context switches.
  var wakings: Int { switches.values.reduce(0, +) }

  private static func processorTime(of process: pid_t) -> Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// The resident memory, in bytes.
  var resident: Double {
    Double(Self.number(after: "\nVmRSS:", in: "/proc/\(process)/status") ?? 0) * 1_024
  }

  private static func number(after word: String, in path: String) -> Int? {
    // Nil when there is no such process or thread.
    guard let text = try? String(contentsOfFile: path, encoding: .utf8), let place = text.range(of: word)
    else { return nil }
    let digits = text[place.upperBound...].drop { $0.isWhitespace }.prefix { $0.isNumber }
    return Int(digits)
  }
}

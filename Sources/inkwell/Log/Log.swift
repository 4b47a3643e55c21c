import ChatDomain

/// A log of events, one line each, for finding out why something happened.
@MainActor
final class Log {
  private let clock: any ChatClock
  private let level: LogLevel
  private let write: (String) -> Void

  /// - Parameters:
  ///   - level: events of later levels are left out.
  ///   - write: receives whole lines.
  init(clock: any ChatClock, level: LogLevel = .info, write: @escaping (String) -> Void) {
    self.clock = clock
    self.level = level
    self.write = write
  }

  func write(_ event: LogEvent) {
    guard let (level, text) = event.entry, level <= self.level else { return }
    // Names and reasons come from outside, and each event must stay on one line.
    write("\(clock.now.utc) \(level.rawValue) \(text.printable)\n")
  }
}

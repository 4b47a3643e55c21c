import ChatDomain

/// What happens, a line for each thing, for somebody who wants to know why it did.
@MainActor
final class Log {
  private let clock: any ChatClock
  private let level: LogLevel
  private let write: (String) -> Void

  /// - Parameters:
  ///   - level: what is behind it in the order of levels is left out.
  ///   - write: is given whole lines.
  init(clock: any ChatClock, level: LogLevel = .info, write: @escaping (String) -> Void) {
    self.clock = clock
    self.level = level
    self.write = write
  }

  func note(_ event: LogEvent) {
    guard let (level, text) = event.entry, level <= self.level else { return }
    // Names and reasons come from outside, and a line is to stay one.
    write("\(clock.now.utc) \(level.rawValue) \(text.printable)\n")
  }
}

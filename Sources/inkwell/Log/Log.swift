import ChatDomain

/// A log of events, one line each, for finding out why something happened.
@MainActor
final class Log {
  private let clock: any ChatClock
  private let level: LogLevel
  private let append: (String) -> Void

  /// - Parameters:
  ///   - level: events of later levels are left out.
  ///   - write: receives whole lines.
  init(clock: any ChatClock, level: LogLevel = .info, write: @escaping (String) -> Void) {
    self.clock = clock
    self.level = level
    append = write
  }

  func write(_ event: LogEvent) {
    guard let (level, text) = event.entry, level <= self.level else { return }
    // Names and reasons come from outside, and each event must stay on one line.
    append("\(clock.now.utc) \(level.rawValue) \(text.printable)\n")
  }
}

/// How much is logged; each level includes those before it.
enum LogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
  case error, warning, info, debug

  static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .info: 2
    case .debug: 3
    }
  }
}

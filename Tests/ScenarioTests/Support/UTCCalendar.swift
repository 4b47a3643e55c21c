import ChatDomain
import ChatUI

/// A calendar without a time zone, so that a screen is the same wherever it is made.
nonisolated struct UTCCalendar: WallCalendar {
  var timeWidth: Int { 5 }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  func time(_ timestamp: Timestamp) -> String {
    let minutes = timestamp.microseconds / 60_000_000 % 1440
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  func day(_ timestamp: Timestamp, now: Timestamp) -> String { "\(shortDay(timestamp, now: now)) day" }

  func shortDay(_ timestamp: Timestamp, now: Timestamp) -> String { Self.weekdays[dayNumber(timestamp) % 7] }

  func dayNumber(_ timestamp: Timestamp) -> Int { Int(timestamp.microseconds / 86_400_000_000) }

  private func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

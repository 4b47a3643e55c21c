import ChatControllers
import ChatDomain

/// Formats a time for the width of a row: the time for today, the date for anything older.
struct RowClock {
  let calendar: any WallCalendar
  let clock: any ChatClock

  init(_ services: AppContext) {
    calendar = services.calendar
    clock = services.client.clock
  }

  func text(_ timestamp: Timestamp) -> String {
    let now = clock.now
    return calendar.dayNumber(timestamp) == calendar.dayNumber(now)
      ? calendar.time(timestamp) : calendar.day(timestamp, now: now)
  }

  /// A date with its time, also for other days.
  func fullText(_ timestamp: Timestamp) -> String {
    let now = clock.now
    let time = calendar.time(timestamp)
    return calendar.dayNumber(timestamp) == calendar.dayNumber(now)
      ? time : "\(calendar.shortDay(timestamp, now: now)) \(time)"
  }
}

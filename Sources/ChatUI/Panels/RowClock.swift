import ChatControllers
import ChatDomain

/// When something was, in the width of a row: the time of today, the day of what is older.
struct RowClock {
  let calendar: any WallCalendar
  let clock: any ChatClock

  init(_ stage: any Stage) {
    calendar = stage.calendar
    clock = stage.client.clock
  }

  func text(_ timestamp: Timestamp) -> String {
    let now = clock.now
    return calendar.dayNumber(timestamp) == calendar.dayNumber(now)
      ? calendar.time(timestamp) : calendar.day(timestamp, now: now)
  }
}

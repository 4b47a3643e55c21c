import ChatDomain
import ChatUI
import Glibc

/// The calendar of the user's time zone, in English.
struct LocalCalendar: WallCalendar {
  /// The 24-hour or 12-hour clock.
  enum Clock: Hashable, Sendable { case twentyFourHours, twelveHours }

  var clock = Clock.twentyFourHours

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  func time(_ timestamp: Timestamp) -> String {
    let local = local(timestamp)
    guard clock == .twelveHours else { return "\(twoDigits(local.tm_hour)):\(twoDigits(local.tm_min))" }
    let hour = local.tm_hour % 12 == 0 ? 12 : local.tm_hour % 12
    return "\(hour):\(twoDigits(local.tm_min))\(local.tm_hour < 12 ? "am" : "pm")"
  }

  var timeWidth: Int { clock == .twelveHours ? 7 : 5 }

  func day(_ timestamp: Timestamp, now: Timestamp) -> String {
    let day = local(timestamp)
    let name = "\(Self.weekdays[Int(day.tm_wday)]) \(day.tm_mday) \(Self.months[Int(day.tm_mon)])"
    return day.tm_year == local(now).tm_year ? name : "\(name) \(Int(day.tm_year) + 1900)"
  }

  func shortDay(_ timestamp: Timestamp, now: Timestamp) -> String {
    let day = local(timestamp)
    if (0..<7).contains(dayNumber(now) - dayNumber(timestamp)) { return Self.weekdays[Int(day.tm_wday)] }
    return "\(day.tm_mday) \(Self.months[Int(day.tm_mon)])"
  }

  func dayNumber(_ timestamp: Timestamp) -> Int {
    let seconds = Int(timestamp.microseconds / 1_000_000) + secondsFromUTC(timestamp)
    return seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
  }

  /// How many seconds local time is ahead of UTC.
  func secondsFromUTC(_ timestamp: Timestamp) -> Int { local(timestamp).tm_gmtoff }

  private func local(_ timestamp: Timestamp) -> tm {
    var seconds = time_t(timestamp.microseconds / 1_000_000)
    var broken = tm()
    localtime_r(&seconds, &broken)
    return broken
  }

  private func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

import ChatDomain
import ChatUI
import Glibc
import Synchronization

/// The calendar of the person's time zone, in English like the rest of the program.
struct LocalCalendar: WallCalendar {
  /// The 24-hour or 12-hour clock.
  enum Clock: Hashable, Sendable { case twentyFourHours, twelveHours }

  var clock = Clock.twentyFourHours
  private let offsets = ZoneOffsets { Self.local($0).tm_gmtoff }

  init(clock: Clock = .twentyFourHours) { self.clock = clock }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  func time(_ timestamp: Timestamp) -> String {
    let (_, second) = Self.dayAndSecond(of: localSeconds(timestamp))
    let (hour, minute) = (second / 3600, second / 60 % 60)
    guard clock == .twelveHours else { return Self.hoursAndMinutes(hour, minute) }
    return "\(hour % 12 == 0 ? 12 : hour % 12):\(twoDigits(minute))\(hour < 12 ? "am" : "pm")"
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
    Self.dayAndSecond(of: localSeconds(timestamp)).day
  }

  /// Since the beginning of 1970 in the person's time zone.
  private func localSeconds(_ timestamp: Timestamp) -> Int {
    let seconds = Int(timestamp.microseconds / 1_000_000)
    return seconds + offsets.offset(at: seconds)
  }

  /// The number of the day, and the second of it.
  static func dayAndSecond(of seconds: Int) -> (day: Int, second: Int) {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    return (day, seconds - day * 86_400)
  }

  private func local(_ timestamp: Timestamp) -> tm { Self.local(Int(timestamp.microseconds / 1_000_000)) }

  private static func local(_ second: Int) -> tm {
    var (second, broken) = (time_t(second), tm())
    localtime_r(&second, &broken)
    return broken
  }

  /// "09:41", digit by digit: each message has a time, and an interpolation takes several times as long.
  private static func hoursAndMinutes(_ hour: Int, _ minute: Int) -> String {
    String(unsafeUninitializedCapacity: 5) { text in
      func put(_ number: Int, at place: Int) {
        text[place] = UInt8(ascii: "0") + UInt8(number / 10)
        text[place + 1] = UInt8(ascii: "0") + UInt8(number % 10)
      }
      put(hour, at: 0)
      text[2] = UInt8(ascii: ":")
      put(minute, at: 3)
      return 5
    }
  }

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// How far the person's time zone is ahead of UTC, in seconds. The system takes long to say it, and each message that is shown
/// asks about its day and about that of the one before.
final class ZoneOffsets: Sendable {
  private let system: @Sendable (_ second: Int) -> Int
  /// The day that was asked about last, if its clocks are not changed.
  private let recent = Mutex<(seconds: Range<Int>, offset: Int)>((0..<0, 0))

  init(_ system: @escaping @Sendable (_ second: Int) -> Int) { self.system = system }

  func offset(at second: Int) -> Int {
    recent.withLock { recent in
      if recent.seconds.contains(second) { return recent.offset }
      let offset = system(second)
      let start = LocalCalendar.dayAndSecond(of: second + offset).day * 86_400 - offset
      let end = start + 86_400
      if system(start) == offset, system(end) == offset { recent = (start..<end, offset) }
      return offset
    }
  }
}

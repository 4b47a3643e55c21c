import ChatDomain
import ChatScreens

/// Formats the times of messages as the settings require.
///
/// Relative times count whole minutes of wall-clock time, so that all of them change at the same moment, and at most once a
/// minute.
struct MessageClock {
  let times: Settings.MessageTimes
  let calendar: any WallCalendar
  let now: Timestamp

  /// The maximum number of columns of a time beside a message.
  static func width(_ times: Settings.MessageTimes, _ calendar: any WallCalendar) -> Int {
    times == .relative ? max(calendar.timeWidth, "59 min".count) : calendar.timeWidth
  }

  /// The time beside a message, without the day, which is shown above.
  func time(_ timestamp: Timestamp) -> String { age(of: timestamp)?.words ?? calendar.time(timestamp) }

  /// The time where no day is shown above. With relative times, the day replaces the time of an older message; absolute times
  /// have no day.
  func timeOrDay(_ timestamp: Timestamp) -> String {
    guard times == .relative, age(of: timestamp) == nil else { return time(timestamp) }
    return daysAgo(timestamp) == 1 ? "yesterday" : calendar.shortDay(timestamp, now: now)
  }

  /// The heading above the messages of a day.
  func day(_ timestamp: Timestamp) -> String {
    guard times == .relative else { return calendar.day(timestamp, now: now) }
    return switch daysAgo(timestamp) {
    case 0: Self.today
    case 1: Self.yesterday
    default: calendar.day(timestamp, now: now)
    }
  }

  // MARK: Changes of the texts

  /// The current minute. The text of a time does not change within it.
  var minute: Int64 { now.minute }

  /// When the first of the relative times of some items changes; nil if none will.
  ///
  /// - Parameter parent: a message shown above the items.
  func nextChange(in items: [TimelineItem], below parent: Message?) -> Timestamp? {
    guard times == .relative else { return nil }
    var next = parent.flatMap { change(of: $0.createdAt) }
    func note(_ change: Timestamp?) {
      if let change { next = next.map { min($0, change) } ?? change }
    }
    var hasDays = false
    for item in items {
      switch item {
      case .gap, .unreadMark, .loading: break
      case .day(let words): hasDays = hasDays || words == Self.today || words == Self.yesterday
      case .message(let shared):
        let row = shared.wrappedValue
        note(change(of: row.message.createdAt))
        guard row.thread != nil, let last = row.message.threadInfo?.lastRepliedAt else { continue }
        note(change(of: last))
        // For a week, an older reply is shown with "yesterday" or a weekday.
        hasDays = hasDays || age(of: last) == nil && (0...7).contains(daysAgo(last))
      }
    }
    if hasDays { note(nextDay) }
    return next
  }

  private static let today = "Today"
  private static let yesterday = "Yesterday"
  private static let hour: Int64 = 60
  private static let day = 24 * hour
  /// The number of minutes by which other clocks may be fast.
  private static let mostAhead: Int64 = 5

  private enum Age {
    case minutes(Int64)
    case hours(Int64)

    var words: String {
      switch self {
      case .minutes(let count): count < 1 ? "now" : "\(count) min"
      case .hours(let count): "\(count) h"
      }
    }
  }

  /// The age of a message; nil if a time or a day is shown instead.
  private func age(of timestamp: Timestamp) -> Age? {
    guard times == .relative else { return nil }
    let minutes = now.minute - timestamp.minute
    return switch minutes {
    case -Self.mostAhead..<Self.hour: .minutes(minutes)
    case Self.hour..<Self.day: .hours(minutes / Self.hour)
    default: nil
    }
  }

  private func change(of timestamp: Timestamp) -> Timestamp? {
    switch age(of: timestamp) {
    case .minutes(let count): Timestamp(minute: (count < 1 ? timestamp.minute : now.minute) + 1)
    case .hours(let count): Timestamp(minute: timestamp.minute + (count + 1) * Self.hour)
    case nil: timestamp > now ? Timestamp(minute: timestamp.minute - Self.mostAhead) : nil
    }
  }

  private func daysAgo(_ timestamp: Timestamp) -> Int {
    calendar.dayNumber(now) - calendar.dayNumber(timestamp)
  }

  private var nextDay: Timestamp {
    let today = calendar.dayNumber(now)
    // A day has 25 hours when the clocks are set back.
    var (before, after) = (now.minute, now.minute + Self.day + 2 * Self.hour)
    while after - before > 1 {
      let middle = (before + after) / 2
      if calendar.dayNumber(Timestamp(minute: middle)) == today { before = middle } else { after = middle }
    }
    return Timestamp(minute: after)
  }
}

nonisolated extension Timestamp {
  /// The number of the minute that contains the time.
  fileprivate var minute: Int64 {
    let (minutes, rest) = microseconds.quotientAndRemainder(dividingBy: 60_000_000)
    return rest < 0 ? minutes - 1 : minutes
  }

  /// The beginning of a minute.
  fileprivate init(minute: Int64) { self.init(seconds: minute * 60) }
}

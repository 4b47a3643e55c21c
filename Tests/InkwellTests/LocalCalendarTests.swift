import ChatDomain
import Foundation
import Testing

@testable import inkwell

@Suite("Wall clock")
struct LocalCalendarTests {
  @Test("Hours count on or repeat at clock changes, and all times fit their columns")
  func hours() {
    let day = LocalCalendar()
    let halves = LocalCalendar(clock: .twelveHours)
    var seen: Set<String> = []
    // In any time zone a day has all of them.
    for minute in 0..<24 * 60 {
      let time = Timestamp(seconds: Int64(1_795_176_000 + minute * 60))
      let (through, twice) = (day.time(time), halves.time(time))
      #expect(through.count == day.timeWidth && (6...halves.timeWidth).contains(twice.count))
      #expect(through.dropFirst(2).first == ":")
      let hour = Int(through.prefix(2)) ?? 99
      let shown = (hour + 11) % 12 + 1
      #expect(twice == "\(shown):\(through.suffix(2))\(hour < 12 ? "am" : "pm")")
      seen.insert(twice)
    }
    #expect(seen.count == 24 * 60)
  }
}

@Suite("Times in UTC")
struct TimestampTests {
  // Before 1582 Foundation uses the Julian calendar.
  @Test("They agree with Foundation's calendar, also in leap years and before 1970")
  func calendar() throws {
    let format = Date.ISO8601FormatStyle(timeZone: try #require(TimeZone(identifier: "UTC")))
    for day in stride(from: Int64(-141_000), to: 200_000, by: 37) {
      let second = day * 86400 + (day * 7919) % 86400
      let expected = Date(timeIntervalSince1970: Double(second)).formatted(format).dropLast()
      #expect(Timestamp(seconds: second).utc == "\(expected).000000Z")
    }
    #expect(Timestamp(microseconds: -1).utc == "1969-12-31T23:59:59.999999Z")
    #expect(Timestamp(seconds: 951_782_400).utc == "2000-02-29T00:00:00.000000Z")
  }
}

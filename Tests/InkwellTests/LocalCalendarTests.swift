import ChatDomain
import Testing

@testable import inkwell

@Suite("Wall clock")
struct LocalCalendarTests {
  @Test("Hours count on or repeat at clock changes, and all times fit their columns")
  func hours() {
    let day = LocalCalendar()
    let halves = LocalCalendar(clock: .twelveHours)
    var seen: Set<String> = []
    // Whatever the time zone, a day has all of them.
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

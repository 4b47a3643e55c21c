import ChatDomain
import Synchronization
import Testing

@testable import inkwell

@Suite("The clock on the wall")
struct LocalCalendarTests {
  @Test("Hours are counted through, or twice, and all times fit into their columns")
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

  @Test("Times and days are those of the system, also where its clocks are changed, and on a day it is asked once")
  func offsets() {
    // At one o'clock in UTC of each tenth day, forth and back, by an hour; a quarter past is on neither side of a day's half.
    let change = { @Sendable (second: Int) in (second - 3_600) / 864_000 % 2 == 0 ? 3_600 : 7_200 }
    let asked = Mutex(0)
    let offsets = ZoneOffsets { second in
      asked.withLock { $0 += 1 }
      return change(second)
    }
    let start = 1_795_176_000
    for second in stride(from: start, to: start + 40 * 86_400, by: 300) {
      for second in [second, second - 7_200, second + 60] {
        #expect(offsets.offset(at: second) == change(second))
      }
    }
    let times = 40 * 288 * 3
    #expect(asked.withLock { $0 } < times / 2)
    #expect(LocalCalendar.dayAndSecond(of: -1) == (-1, 86_399))
    #expect(LocalCalendar.dayAndSecond(of: 86_400) == (1, 0))
  }
}

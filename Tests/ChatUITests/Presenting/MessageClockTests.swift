import ChatDomain
import ChatScreens
import TestSupport
import Testing

@testable import ChatUI

@Suite("Message times")
struct MessageClockTests {
  // Friday, 20 November 2026, noon and some seconds.
  private let noon = Timestamp(seconds: 1_795_176_000)

  private func clock(_ now: Timestamp, _ times: Settings.MessageTimes = .relative) -> MessageClock {
    MessageClock(times: times, calendar: HourCalendar(), now: now)
  }

  private func item(_ time: Timestamp) -> TimelineItem {
    let message = Message(id: "m", channelId: "c", author: User(id: "a"), elements: [], createdAt: time)
    return .message(Shared(wrappedValue: MessageRow(message: message, time: "")))
  }

  @Test(
    "Relative times count minutes and hours for a day, then the time of day is shown",
    arguments: [
      (0, "now"), (59, "now"), (60, "1 min"), (119, "1 min"), (3_599, "59 min"), (3_600, "1 h"),
      (7_199, "1 h"), (7_200, "2 h"), (86_399, "23 h"), (86_400, "12:00"), (400_000, "12:00"),
    ])
  func words(seconds: Int, words: String) {
    // Noon is the start of a minute.
    #expect(clock(noon + .seconds(seconds)).time(noon) == words)
    #expect(clock(noon + .seconds(seconds), .absolute).time(noon) == "12:00")
  }

  @Test("Times slightly in the future are \"now\", others are shown as they are")
  func ahead() {
    #expect(clock(noon).time(noon + .seconds(300)) == "now")
    #expect(clock(noon).time(noon + .seconds(361)) == "12:06")
    for far in [Int64.min, .max] {
      let time = Timestamp(microseconds: far)
      #expect(clock(noon).time(time) == HourCalendar().time(time))
      _ = clock(noon).nextChange(in: [item(time)], below: nil)
    }
  }

  @Test("Without a date line the time includes the day, otherwise today and yesterday are named")
  func days() {
    let clock = clock(noon)
    let hour = Duration.seconds(3_600)
    #expect(clock.timeOrDay(noon + hour * -2) == "2 h")
    #expect(clock.timeOrDay(noon + hour * -25) == "yesterday")
    #expect(clock.timeOrDay(noon + hour * -49) == "d20775")
    #expect(clock.day(noon) == "Today" && clock.day(noon + hour * -13) == "Yesterday")
    #expect(clock.day(noon + hour * -37) == "day 20775")
    let absolute = self.clock(noon, .absolute)
    #expect(absolute.day(noon) == "day 20777" && absolute.timeOrDay(noon + hour * -25) == "11:00")
  }

  @Test("The next change is when the first text changes, not before")
  func changes() throws {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<400 {
      let now = noon + .milliseconds(Int64(random.below(86_400_000)))
      let ages = [600, 7_200, 86_400 * 2, 86_400 * 9]
      let times = (0..<random.within(1...6)).map { _ in
        now + .seconds(600 - random.below(random.one(of: ages)))
      }
      var items = times.map(item)
      if random.percent(50) { items.insert(.day(clock(now).day(times[0])), at: 0) }
      if random.percent(50), case .message(let shared) = items[items.count - 1] {
        var row = shared.wrappedValue
        row.message.threadInfo = ThreadInfo(
          replyCount: 1, mostRepliedUsers: [], lastRepliedAt: times[0], updatedAt: Timetoken(1))
        row.thread = .init(replyCount: 1)
        items[items.count - 1] = .message(shared.replaced(by: row))
      }
      func words(_ time: Timestamp) -> [String] {
        let clock = clock(time)
        return items.flatMap { item -> [String] in
          switch item {
          case .message(let row):
            [
              clock.time(row.wrappedValue.message.createdAt),
              row.wrappedValue.message.threadInfo?.lastRepliedAt.map(clock.timeOrDay) ?? "",
            ]
          case .day: [clock.day(times[0])]
          default: []
          }
        }
      }
      let change = clock(now).nextChange(in: items, below: nil)
      let end = change ?? now + .seconds(86_400)
      #expect(end > now)
      // Texts change only at the start of a minute.
      var minute = Timestamp(seconds: (now.microseconds / 60_000_000 + 1) * 60)
      while minute < end {
        #expect(words(minute) == words(now), "\(now) \(times)")
        minute = minute + .seconds(60)
      }
      if change != nil {
        #expect(minute == end, "a change is at the beginning of a minute")
        // After a week the name of a day is replaced by a date.
        let isDay = items.contains {
          if case .message(let row) = $0 { row.wrappedValue.thread != nil } else { false }
        }
        #expect(isDay || words(end) != words(now), "\(now) \(times)")
      }
    }
  }

  @Test("A thread's parent counts too, and absolute times never change")
  func parent() {
    let parent = Message(id: "p", channelId: "c", author: User(id: "a"), elements: [], createdAt: noon)
    #expect(clock(noon).nextChange(in: [], below: parent) == noon + .seconds(60))
    #expect(clock(noon, .absolute).nextChange(in: [item(noon)], below: parent) == nil)
    #expect(clock(noon + .seconds(86_400)).nextChange(in: [item(noon)], below: parent) == nil)
  }

  @Test("Both kinds of times have their width")
  func width() {
    #expect(
      MessageClock.width(.absolute, HourCalendar()) == 5 && MessageClock.width(.relative, HourCalendar()) == 6
    )
  }
}

/// Days of 24 hours since 1970, in UTC.
nonisolated private struct HourCalendar: WallCalendar {
  var timeWidth: Int { 5 }

  func time(_ timestamp: Timestamp) -> String {
    let minutes = (timestamp.microseconds / 60_000_000 % 1440 + 1440) % 1440
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  func day(_ timestamp: Timestamp, now: Timestamp) -> String { "day \(dayNumber(timestamp))" }
  func shortDay(_ timestamp: Timestamp, now: Timestamp) -> String { "d\(dayNumber(timestamp))" }
  func dayNumber(_ timestamp: Timestamp) -> Int { Int(timestamp.microseconds / 86_400_000_000) }
}

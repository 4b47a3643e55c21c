import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: scrolling", .serialized)
struct ScrollingKeyTests {
  private func started(_ count: Int = 200) async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.said(count)
    await mia.start()
    #expect(mia.shows("message \(count)."))
    return mia
  }

  /// The numbers of the visible messages, from top to bottom.
  private func seen(_ mia: Scenario) -> [Int] {
    mia.screen.compactMap { row in
      let pane = row.dropFirst(28)
      guard let range = pane.firstRange(of: "message ") else { return nil }
      return Int(pane[range.upperBound...].prefix { $0.isNumber })
    }
  }

  @Test("PgUp and PgDn scroll by a page less two lines, down to the newest")
  func pages() async throws {
    let mia = try await started()
    let bottom = seen(mia)
    await mia.keys("PgUp")
    let up = seen(mia)
    #expect(up.last.map { $0 < 200 } == true && up.contains(bottom[0]), "one sees where one was: \(up)")
    #expect(bottom.count - up.filter { $0 < bottom[0] }.count <= 3)
    await mia.keys("PgDn")
    #expect(seen(mia) == bottom)
    await mia.keys("PgDn")
    #expect(seen(mia) == bottom, "there is nothing further down")
  }

  @Test("After a page up the next page is measured ahead")
  func ahead() async throws {
    let mia = try await Scenario(rows: 14)
    try await mia.said(40)
    await mia.start()
    await mia.keys("PgUp")
    let shown = seen(mia)
    let conversation = try #require(mia.app.channel)
    let first = try #require(conversation.messages.firstIndex { $0.text == "message \(shown[0])." })
    let measured = conversation.viewport.heights.lines
    #expect((first - shown.count..<first).allSatisfy { measured[$0] != nil })
    #expect(measured.count <= 3 * shown.count + 2, "and no more than that")
    await mia.keys("PgUp")
    #expect(seen(mia).last.map { $0 > shown[0] - 3 } == true)
  }

  @Test("Further up, the day and the time of the first message shown stand in place of the topic")
  func dayAndTime() async throws {
    let mia = try await started()
    #expect(mia.header.contains("Team-wide chat"), "\(mia.picture)")
    await mia.keys("PgUp")
    let first = try #require(seen(mia).first)
    let message = try #require(mia.app.channel?.messages.first { $0.text == "message \(first)." })
    let time = UTCCalendar().time(message.createdAt)
    #expect(mia.header.hasPrefix("#general · Fri day \(time)"), "\(mia.picture)")
    await mia.keys("PgUp")
    #expect(!mia.header.contains(time), "\(mia.picture)")
    await mia.keys("M-End")
    #expect(mia.header.hasPrefix("#general · Team-wide chat"), "\(mia.picture)")
  }

  @Test("M-PgUp and M-PgDn scroll by a line")
  func lines() async throws {
    let mia = try await started()
    let bottom = seen(mia)
    await mia.keys("M-PgUp")
    #expect(seen(mia).last == 199)
    await mia.keys("M-PgUp")
    #expect(seen(mia).last == 198)
    await mia.keys("M-PgDn M-PgDn")
    #expect(seen(mia) == bottom)
  }

  @Test("M-Home goes to the first message, M-End back to the newest")
  func ends() async throws {
    let mia = try await started()
    await mia.keys("M-Home")
    #expect(seen(mia).first == 1)
    #expect(mia.shows("── Fri day ─"))
    await mia.keys("M-End")
    #expect(seen(mia).last == 200)
  }

  @Test("Paging up loads older pages and skips no message")
  func loads() async throws {
    let mia = try await started()
    var all = Set(seen(mia))
    for _ in 0..<40 where !all.contains(1) {
      await mia.keys("PgUp")
      let now = seen(mia)
      #expect(now == Array((now.first ?? 0)...(now.last ?? 0)), "no hole: \(now)")
      all.formUnion(now)
    }
    #expect(all == Set(1...200))
  }

  @Test("Arriving messages keep the scroll position and are counted")
  func keepsPlace() async throws {
    let mia = try await started()
    await mia.keys("PgUp PgUp")
    let before = seen(mia)
    try await mia.say("something new", by: "ana")
    try await mia.say("and more", by: "ben")
    #expect(seen(mia) == before || seen(mia) == Array(before.dropLast()))
    #expect(mia.shows("↓ 2 new"))
    await mia.keys("M-End", .shows("something new"), .shows("and more"), .hides("↓ 2 new"))
  }

  @Test("At the bottom new messages scroll into view")
  func follows() async throws {
    let mia = try await started(40)
    try await mia.say("something new", by: "ana")
    #expect(mia.shows("something new"))
  }

  @Test("The scroll position survives leaving the channel and messages that arrive meanwhile")
  func comesBack() async throws {
    let mia = try await started()
    await mia.keys("PgUp PgUp PgUp")
    let before = seen(mia)
    await mia.keys("M-Down")
    #expect(!mia.header.hasPrefix("#general"))
    try await mia.say("something new", by: "ana")
    await mia.keys("M-/", .header("#general"))
    #expect(seen(mia) == before || seen(mia) == Array(before.dropLast()))
  }

  @Test("Sending scrolls to the newest message")
  func sending() async throws {
    let mia = try await started()
    await mia.keys("PgUp PgUp")
    await mia.enter("an answer")
    #expect(mia.screen.contains { $0.contains("you") && $0.contains("an answer") })
  }

  @Test("Messages below a scrolled-up view stay unread")
  func unread() async throws {
    let mia = try await started(60)
    await mia.keys("PgUp")
    try await mia.say("something new", by: "ana")
    #expect(mia.screen[1].contains(" 1"), "\(mia.screen[1])")
    await mia.keys("M-End")
    #expect(!mia.screen[1].contains(" 1  "))
  }

  @Test("Resizing keeps the scroll position")
  func resize() async throws {
    let mia = try await started()
    await mia.keys("PgUp PgUp")
    let before = seen(mia)
    await mia.resize(columns: 100, rows: 24)
    await mia.resize(columns: 80, rows: 24)
    #expect(seen(mia) == before)
  }

  @Test("The wheel scrolls the pane below it by three lines")
  func wheel() async throws {
    let mia = try await started()
    try await mia.wheel(.wheelUp, over: "message 195.")
    #expect(seen(mia).last == 197)
    try await mia.wheel(.wheelDown, over: "message 195.")
    #expect(seen(mia).last == 200)
  }

  @Test("Offline a notice says that older messages are missing; online they load")
  func offline() async throws {
    let mia = try await started()
    await mia.offline(true)
    for _ in 0..<12 { await mia.keys("PgUp") }
    #expect((seen(mia).first ?? 0) > 1)
    await mia.offline(false)
    await mia.wait(.seconds(60))
    for _ in 0..<30 where !mia.shows("message 1.") { await mia.keys("PgUp") }
    #expect(seen(mia).first == 1)
  }
}

import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Message layout", .serialized)
struct MessageLayoutTests {
  private func settings(_ change: (inout Settings) -> Void) -> Settings {
    var settings = Settings()
    change(&settings)
    return settings
  }

  private var cosy: Settings { settings { $0.messageDensity = .cosy } }

  /// The rows of the timeline, from the first non-blank one, without the columns left of the text.
  private func timeline(_ mia: Scenario) throws -> [String] {
    let pane = mia.main.map { String($0.dropFirst()) }
    let rule = try #require(mia.screen.lastIndex { $0.contains("├────") || $0.contains("┼────") })
    let blanks = mia.settings.messageDensity == .cosy ? 1 : 0
    return pane[1..<rule].drop { $0.isEmpty }.map { row in
      // The count of new messages below covers the last row.
      var row = row.hasPrefix("──") ? Substring(row) : row.dropFirst(blanks)
      if let news = row.firstRange(of: " ↓ ") { row = row[..<news.lowerBound] }
      while row.last == " " { row.removeLast() }
      return String(row)
    }
  }

  // MARK: Cosy

  @Test("Cosy: one heading for consecutive messages of a person, and a blank line before the next person")
  func cosyLook() async throws {
    let mia = try await Scenario(settings: cosy)
    try await mia.say("one", by: "ana")
    try await mia.say("two", by: "ana")
    mia.clock.advance(by: .seconds(60))
    try await mia.say("three", by: "ana")
    try await mia.say("four", by: "ben")
    mia.clock.advance(by: .seconds(301))
    try await mia.say("five", by: "ben")
    await mia.start()
    func row(_ words: String, _ time: String) -> String {
      words + String(repeating: " ", count: 51 - words.count - time.count) + time
    }
    #expect(
      try timeline(mia).filter { !$0.hasPrefix("──") } == [
        "Ana García  12:00", "one", "two", row("three", "12:01"), "",
        "Ben Okafor  12:01", "four", "",
        "Ben Okafor  12:06", "five",
      ], "\(mia.picture)")
  }

  @Test("Cosy: a message of several lines is surrounded by blank lines")
  func severalLines() async throws {
    let mia = try await Scenario(settings: cosy)
    for words in ["one", "two", "- three\n- four", "five", "six"] { try await mia.say(words, by: "ana") }
    await mia.start()
    #expect(
      try timeline(mia).suffix(8) == ["one", "two", "", "• three", "• four", "", "five", "six"],
      "\(mia.picture)")
  }

  @Test("Cosy: a separator has a blank line above it and a heading below it")
  func lines() async throws {
    let mia = try await Scenario(settings: cosy)
    try await mia.say("old", by: "ana")
    await mia.start()
    await mia.go(to: "offtopic")
    try await mia.say("fresh", by: "ana")
    mia.clock.advance(by: .seconds(86_400))
    try await mia.say("of today", by: "ana")
    await mia.go(to: "general")
    let rows = try timeline(mia).map { $0.hasPrefix("── ") ? String($0.prefix(7)) : $0 }
    #expect(
      rows == [
        "── Fri ", "Ana García  12:00", "old", "", "── new ", "Ana García  12:00", "fresh", "",
        "── Sat ", "Ana García  12:00", "of today",
      ], "\(mia.picture)")
  }

  @Test("/layout switches, and the message at the lower edge stays")
  func command() async throws {
    let mia = try await Scenario()
    try await mia.said(60)
    await mia.start()
    await mia.keys("PgUp PgUp")
    let last = try #require(try timeline(mia).last)
    #expect(last.contains("message "))
    let words = last.dropFirst(18)
    for (argument, isCosy) in [("cosy", true), ("", false), ("", true), ("compact", false)] {
      await mia.enter("/layout \(argument)")
      #expect(try timeline(mia).last.map { $0.contains(words) } == true, "\(mia.picture)")
      #expect(mia.main.contains { $0.hasSuffix(" Ana García") || $0.contains(" Ana García  1") } == isCosy)
    }
    await mia.enter("/layout airy", .notice("Use /layout compact or /layout cosy"))
  }

  @Test("Cosy: older pages scroll by without a gap, and back")
  func pages() async throws {
    let mia = try await Scenario(settings: cosy)
    try await mia.said(130)
    await mia.start()
    func seen() -> [Int] {
      mia.main.compactMap { row in
        row.firstRange(of: "message ").flatMap { Int(row[$0.upperBound...].prefix { $0.isNumber }) }
      }
    }
    var all = Set(seen())
    for _ in 0..<60 where !all.contains(1) {
      await mia.keys("PgUp")
      let now = seen()
      #expect(now == Array((now.first ?? 0)...(now.last ?? 0)))
      all.formUnion(now)
    }
    #expect(all == Set(1...130))
    mia.sees("── Fri day ─")
    await mia.keys("M-End")
    #expect(seen().last == 130)
  }

  @Test("Cosy: message mode moves by message and shows the heading of the chosen one")
  func choosing() async throws {
    let mia = try await Scenario(settings: cosy)
    try await mia.said(60)
    await mia.start()
    await mia.keys("M-s")
    for _ in 0..<30 { await mia.keys("k") }
    let top = try timeline(mia)
    #expect(top.first.map { $0.hasPrefix("Ana García") || $0.isEmpty } == true, "\(mia.picture)")
    #expect(mia.main.contains { $0.hasPrefix("▌ message 30.") }, "\(mia.picture)")
    #expect(mia.main.contains { $0.hasPrefix("▌ Ana García") }, "\(mia.picture)")
    for _ in 0..<30 { await mia.keys("j") }
    #expect(mia.main.contains { $0.hasPrefix("▌ message 60.") }, "\(mia.picture)")
  }

  @Test("Cosy: a click on a heading chooses its message; a blank line belongs to none")
  func clicking() async throws {
    let mia = try await Scenario(settings: cosy)
    try await mia.say("one", by: "ana")
    try await mia.say("two", by: "ben")
    await mia.start()
    try await mia.click(on: "Ben Okafor")
    #expect(mia.main.contains { $0.hasPrefix("▸ two") }, "\(mia.picture)")
    let heading = try mia.place(of: "Ana García")
    await mia.click(Position(column: heading.column, row: heading.row + 2))
    #expect(mia.main.contains { $0.hasPrefix("▸ two") }, "\(mia.picture)")
  }

  // MARK: Messages that appear and disappear

  @Test(
    "Headings appear and disappear with the message above, and nothing below moves",
    arguments: [false, true])
  func neighbours(isScrolled: Bool) async throws {
    let mia = try await Scenario(settings: cosy)
    try await mia.said(19)
    let first = try await mia.say("first", by: "ana")
    try await mia.say("second", by: "ana")
    let between = try await mia.say("between", by: "ben")
    try await mia.say("third", by: "ana")
    if isScrolled { try await mia.say("below", by: "ben") }
    await mia.start()
    if isScrolled { await mia.keys("M-PgUp M-PgUp M-PgUp") }
    #expect(
      try timeline(mia).suffix(8).map { String($0.prefix(10)) }
        == [
          "Ana García", "first", "second", "", "Ben Okafor", "between", "", "Ana García", "third",
        ].suffix(8), "\(mia.picture)")
    _ = try await mia.device("ben").delete(between.id, in: "general", hard: true)
    await mia.settle()
    #expect(
      try timeline(mia).suffix(4).map { String($0.prefix(10)) } == [
        "Ana García", "first", "second", "third",
      ], "\(mia.picture)")
    _ = try await mia.device("ana").delete(first.id, in: "general", hard: true)
    await mia.settle()
    #expect(
      try timeline(mia).suffix(3).map { String($0.prefix(10)) } == [
        "Ana García", "second", "third",
      ], "\(mia.picture)")
  }

  @Test("When the message at the lower edge is deleted, the text above stays", arguments: [false, true])
  func edgeGoes(isCosy: Bool) async throws {
    let mia = try await Scenario(settings: settings { $0.messageDensity = isCosy ? .cosy : .compact })
    try await mia.said(60)
    await mia.start()
    await mia.keys("PgUp PgUp")
    while try timeline(mia).last?.contains("message ") != true { await mia.keys("M-PgUp") }
    let before = try timeline(mia)
    let number = try #require(
      before.last?.firstRange(of: "message ").flatMap { range in
        Int(before.last?[range.upperBound...].prefix { $0.isNumber } ?? "")
      })
    let message = try #require(try await mia.said().first { $0.text == "message \(number)." } ?? nil)
    _ = try await mia.device(message.author.id).delete(message.id, in: "general", hard: true)
    await mia.settle()
    let rows = isCosy ? 3 : 1
    #expect(try timeline(mia).dropLast(rows) == before.dropLast(rows), "\(before) \(mia.picture)")
    mia.misses("message \(number).")
  }

  @Test("Changes to other messages do not move the text at the lower edge", arguments: [1, 2, 3])
  func place(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let mia = try await Scenario(
      settings: settings { $0.messageDensity = seed.isMultiple(of: 2) ? .compact : .cosy })
    var messages: [Message] = []
    for number in 0..<60 {
      let author: UserID = ["ana", "ben", "mia"].randomElement(using: &random) ?? "ana"
      let rows = (0..<Int.random(in: 1...4, using: &random)).map { "words \(number) \($0)" }
      messages.append(try await mia.say(rows.joined(separator: "\n"), by: author))
    }
    await mia.start()
    await mia.keys("PgUp")
    for _ in 0..<Int.random(in: 0..<4, using: &random) { await mia.keys("M-PgUp") }
    var number = 60
    for step in 0..<40 {
      let before = try timeline(mia)
      // Blank lines, headings and notes on deleted messages do not count.
      guard let last = before.last, last.contains("words ") else {
        await mia.keys("M-PgUp")
        continue
      }
      let held = messages.first { last.contains("words \($0.text.dropFirst(6).prefix { $0.isNumber }) ") }
      let others = messages.filter { $0.id != held?.id }
      let one = try #require(others.randomElement(using: &random))
      let device = await mia.device(one.author.id)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        _ = try await device.delete(one.id, in: "general", hard: true)
        messages.removeAll { $0.id == one.id }
      case 1: _ = try await device.delete(one.id, in: "general", hard: false)
      case 2:
        // A deleted message cannot be edited.
        _ = try? await device.edit(
          MessageEdit(
            transactionId: TransactionID("\(step)"), channelId: "general", messageId: one.id,
            markup: "other\nwords", files: []))
      default:
        messages.append(
          try await mia.say("words \(number) 0", by: ["ana", "ben"].randomElement(using: &random) ?? "ana"))
        number += 1
      }
      await mia.settle()
      #expect(try timeline(mia).last == last, "step \(step) of seed \(seed): \(before)\n\(mia.picture)")
    }
  }

  // MARK: Names

  @Test("Names have the configured width")
  func names() async throws {
    let mia = try await Scenario(settings: settings { $0.nameWidth = 6 })
    try await mia.say("hello", by: "ana")
    await mia.start()
    mia.sees(" 12:00 Ana G… hello")
  }

  // MARK: Times

  private var relative: Settings { settings { $0.messageTimes = .relative } }

  @Test("Relative times update at most once a minute, and stop when they no longer change")
  func relativeTimes() async throws {
    let mia = try await Scenario(settings: relative)
    try await mia.say("hello", by: "ana")
    mia.clock.advance(by: .seconds(29))
    try await mia.say("again", by: "ben")
    await mia.start()
    mia.sees("── Today ─")
    func times() -> [String] {
      mia.main.compactMap { row in
        guard row.hasSuffix(" hello") || row.hasSuffix(" again") else { return nil }
        return row.dropFirst().prefix(6).split(separator: " ").joined(separator: " ")
      }
    }
    #expect(times() == ["now", "now"], "\(mia.picture)")
    let shown = mia.terminal.frameCount
    await mia.wait(.seconds(27))
    #expect(times() == ["now", "now"] && mia.terminal.frameCount == shown)
    await mia.wait(.seconds(1))
    #expect(times() == ["1 min", "1 min"] && mia.terminal.frameCount == shown + 1, "\(mia.picture)")
    for minute in 2...59 {
      await mia.wait(.seconds(60))
      #expect(times() == ["\(minute) min", "\(minute) min"] && mia.terminal.frameCount == shown + minute)
    }
    await mia.wait(.seconds(60))
    #expect(times() == ["1 h", "1 h"] && mia.terminal.frameCount == shown + 60)
    await mia.wait(.seconds(3_599))
    #expect(times() == ["1 h", "1 h"] && mia.terminal.frameCount == shown + 60)
    await mia.wait(.seconds(1))
    #expect(times() == ["2 h", "2 h"] && mia.terminal.frameCount == shown + 61)
    await mia.wait(.seconds(10 * 3_600))
    mia.sees("── Yesterday ─")
    await mia.wait(.seconds(12 * 3_600))
    #expect(times() == ["12:00", "12:00"], "\(mia.picture)")
    // Only the name of the day can still change.
    await mia.wait(.seconds(86_400))
    mia.sees("── Fri day ─")
    let end = mia.terminal.frameCount
    await mia.wait(.seconds(86_400 * 3))
    #expect(mia.terminal.frameCount == end)
  }

  @Test("Relative times wake the program only for visible messages")
  func idle() async throws {
    for isRelative in [false, true] {
      let mia = try await Scenario(settings: isRelative ? relative : Settings())
      try await mia.say("hello", by: "ana")
      await mia.start(in: isRelative ? "offtopic" : "general")
      let (shown, sleepers) = (mia.terminal.frameCount, mia.clock.sleeperCount)
      await mia.wait(.seconds(3_600))
      #expect(mia.terminal.frameCount == shown && mia.clock.sleeperCount == sleepers)
    }
  }

  @Test("A new message says \"now\" while typing, and the older one counts on")
  func arriving() async throws {
    let mia = try await Scenario(settings: relative)
    try await mia.say("hello", by: "ana")
    await mia.start()
    await mia.wait(.seconds(120))
    await mia.type("words", .shows("  2 min Ana García   hello"))
    try await mia.say("news", by: "ben")
    mia.sees("    now Ben Okafor   news")
    await mia.wait(.seconds(60))
    mia.sees("  3 min Ana García   hello", "  1 min Ben Okafor   news")
    #expect(mia.line == "words|")
  }

  @Test("Text measured in one minute and shown in the next has the new times")
  func measuredBefore() async throws {
    let mia = try await Scenario(settings: relative)
    for number in 0..<40 { try await mia.say("old \(number)", by: "ana") }
    mia.clock.advance(by: .seconds(3 * 3_600))
    try await mia.say("hello", by: "ben")
    await mia.start()
    mia.sees("    now Ben Okafor   hello")
    await mia.keys("PageUp PageUp PageUp PageUp")
    #expect(!mia.main.contains { $0.contains("hello") }, "\(mia.picture)")
    // A tenth of a second before a full minute.
    await mia.wait(.microseconds(299_900_000 - mia.clock.now.microseconds % 60_000_000))
    let channel = try #require(mia.app.workspace.navigator.channel)
    // As after any event, heights are measured again.
    channel.refresh()
    channel.scroll(by: -1_000)
    mia.clock.advance(by: .milliseconds(200))
    await mia.settle()
    mia.sees("  5 min Ben Okafor   hello")
  }

  @Test("A thread's parent and its reply line have relative times too")
  func threads() async throws {
    let mia = try await Scenario(columns: 140, settings: relative)
    let parent = try await mia.say("a question", by: "ana")
    await mia.start()
    await mia.wait(.seconds(3_600))
    try await mia.say("an answer", by: "ben", under: parent.id)
    mia.sees("1 reply · last now")
    await mia.keys("M-s t")
    await mia.wait(.seconds(60))
    #expect(mia.main.contains { $0.contains("1 reply · last ") && $0.contains(" 1 min") }, "\(mia.picture)")
    #expect(mia.main.count { $0.contains(" 1 h ") } == 2 && mia.shows("a question"), "\(mia.picture)")
    await mia.wait(.seconds(2 * 86_400))
    #expect(mia.main.contains { $0.contains("1 reply · last ") && $0.contains(" Fri") }, "\(mia.picture)")
  }

  @Test("Printed lines have the time of day, because they never change")
  func lines_plain() async throws {
    let mia = try await Scenario(settings: relative, isPlain: true).start()
    let heard = try await mia.hearing { try await mia.say("hello", by: "ana") }
    #expect(heard == ["Ana García, 12:00: hello"])
    let sleepers = mia.clock.sleeperCount
    await mia.wait(.seconds(3_600))
    #expect(mia.clock.sleeperCount == sleepers)
  }
}

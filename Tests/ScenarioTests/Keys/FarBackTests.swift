import ChatControllers
import ChatDomain
import ChatTestSupport
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Reading far back in a channel", .serialized)
struct FarBackTests {
  private func started(_ count: Int = 200) async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.said(6)
    try await mia.say("message 7. a pelican", by: "ben")
    try await mia.said(count, from: 8)
    await mia.start()
    return mia
  }

  /// The row of the selected message.
  private func chosen(_ mia: Scenario) -> String {
    mia.screen.first { $0.dropFirst(27).hasPrefix("▌") }.map { String($0.dropFirst(28)) } ?? ""
  }

  /// The row of the found message.
  private func found(_ mia: Scenario) -> String {
    mia.screen.first { $0.dropFirst(27).hasPrefix("▸") }.map { String($0.dropFirst(28)) } ?? ""
  }

  private func find(_ words: String, in mia: Scenario) async {
    await mia.keys("C-x s", type: words)
    await mia.wait(.seconds(1))
    // Wait for the result: before it arrives, Enter has no effect.
    await settle("what was looked for", until: { mia.screen.contains { $0.contains("│▸ ") } })
    await mia.keys("Enter")
  }

  @Test("Typing on while a command loads the newest messages does not move the view")
  func typesOn() async throws {
    let mia = try await started()
    await find("pelican", in: mia)
    await mia.slow(.seconds(2))
    await mia.enter("/thread")
    await mia.type("thanks")
    for _ in 0..<5 { await mia.wait(.seconds(2)) }
    #expect(mia.app.thread == nil && mia.line == "thanks|", "\(mia.picture)")
    #expect(mia.foot.contains("The newest messages are loaded now; try again"), "\(mia.picture)")
    await mia.keys("C-a C-k")
    await mia.enter("/thread")
    for _ in 0..<5 { await mia.wait(.seconds(2)) }
    #expect(mia.app.thread != nil, "\(mia.picture)")
  }

  @Test("A message found far back is shown and marked, with its neighbours")
  func found() async throws {
    let mia = try await started()
    await find("pelican", in: mia)
    #expect(found(mia).contains("message 7."), "\(mia.picture)")
    #expect(mia.shows("message 6.") && mia.shows("message 8."))
    #expect(!mia.shows("message 200."))
  }

  @Test("A message is found in a channel that a thread has covered since it was opened")
  func foundBehindThread() async throws {
    let mia = try await started()
    let parent = try #require(try await mia.said().last)
    await mia.keys("M-2")
    mia.app.go(to: .thread(DraftKey(channelId: "general", parentId: parent.id)))
    await mia.settle()
    await find("pelican", in: mia)
    #expect(found(mia).contains("message 7."), "\(mia.picture)")
    #expect(mia.shows("message 6.") && mia.shows("message 8."), "\(mia.picture)")
  }

  @Test("From a found message one can read on to the newest without a gap")
  func readsOn() async throws {
    let mia = try await started()
    await find("pelican", in: mia)
    var last = 0
    for _ in 0..<60 where !mia.shows("message 200.") {
      await mia.keys("PgDn")
      let seen = mia.screen.compactMap { row -> Int? in
        guard let range = row.dropFirst(28).firstRange(of: "message ") else { return nil }
        return Int(row[range.upperBound...].prefix { $0.isNumber })
      }
      #expect(seen == Array((seen.first ?? 0)...(seen.last ?? 0)), "no hole")
      #expect((seen.first ?? 0) <= last + 1 || last == 0, "nothing was passed over: \(last) \(seen)")
      last = seen.last ?? last
    }
    #expect(mia.shows("message 200."))
  }

  @Test("M-End goes from there to the newest message")
  func newest() async throws {
    let mia = try await started()
    await find("pelican", in: mia)
    await mia.keys("M-End", .shows("message 200."))
  }

  @Test("Up, /quote and the like act on the newest messages, however far back the view is")
  func meansTheNewest() async throws {
    let mia = try await started(100)
    try await mia.say("my newest words", by: "mia")
    try await mia.say("the last words", by: "ana")
    await find("pelican", in: mia)
    await mia.keys("Up", .line("my newest words|"))
    await mia.keys("Esc")
    await find("pelican", in: mia)
    await mia.enter("/quote", .shows("> Ana García: the last words"))
  }

  @Test("A message sent offline from there is reported as waiting and shown once online")
  func sendsOffline() async throws {
    let mia = try await started()
    await find("pelican", in: mia)
    await mia.offline(true)
    await mia.enter("a late answer", .notice("The newest messages load when you are back online"))
    await mia.offline(false)
    await mia.wait(.seconds(60))
    mia.sees("a late answer")
  }

  @Test("Sending from there goes to the newest message")
  func sends() async throws {
    let mia = try await started()
    await find("pelican", in: mia)
    await mia.enter("an answer")
    #expect(mia.screen.contains { $0.contains("you") && $0.contains("an answer") }, "\(mia.picture)")
    #expect(mia.shows("message 200."))
  }

  @Test("Text after a search is typed, and M-s starts at the found message")
  func typesAfterSearch() async throws {
    let mia = try await started()
    await find("pelican", in: mia)
    await mia.type("deploy")
    #expect(mia.line == "deploy|" && found(mia).contains("message 7."), "\(mia.picture)")
    await mia.keys("C-u Esc")
    #expect(found(mia).isEmpty, "one step back takes the mark off")
    await find("pelican", in: mia)
    await mia.keys("M-s")
    #expect(chosen(mia).contains("message 7.") && found(mia).isEmpty, "\(mia.picture)")
  }

  @Test("r quotes the old message")
  func quotes() async throws {
    let mia = try await started()
    await find("pelican", in: mia)
    await mia.keys("M-s r")
    await mia.enter("still true")
    #expect(
      mia.screen.last { $0.contains("> Ben") }?.contains("message 7. a pel") == true, "\(mia.picture)")
  }

  @Test("A found reply opens its thread and is marked there")
  func foundReply() async throws {
    let mia = try await Scenario()
    let parent = try await mia.say("a question", by: "ana")
    try await mia.say("the pelican", by: "ben", under: parent.id)
    await mia.start()
    await find("pelican", in: mia)
    #expect(mia.header.hasPrefix("Thread · #general"))
    #expect(found(mia).contains("the pelican"))
  }

  @Test("k moves up message by message, beyond the loaded ones, and keeps the chosen one visible")
  func walksUp() async throws {
    let mia = try await started(120)
    await mia.keys("M-s")
    for number in stride(from: 120, through: 1, by: -1) {
      #expect(chosen(mia).contains("message \(number)."), "\(number): \(chosen(mia))")
      await mia.keys("k")
    }
    await mia.keys("G")
    #expect(chosen(mia).contains("message 120."))
  }

  @Test("The chosen message is visible whatever its height, in both directions")
  func heights() async throws {
    let mia = try await Scenario()
    for number in 1...14 {
      let lines = [1, 3, 40, 2, 18, 19, 7][number % 7]
      try await mia.say(
        (1...lines).map { "m\(number) line \($0)" }.joined(separator: "\n"),
        by: number % 3 == 0 ? "ana" : "ben")
    }
    await mia.start()
    await mia.keys("M-s")
    for number in stride(from: 14, through: 1, by: -1) {
      #expect(chosen(mia).contains("m\(number) line"), "\(number):\n\(mia.picture)")
      await mia.keys("k")
    }
    for number in 1...14 {
      #expect(chosen(mia).contains("m\(number) line"), "\(number):\n\(mia.picture)")
      await mia.keys("j")
    }
  }

  @Test("A message taller than the screen scrolls by line and by page")
  func tall() async throws {
    let mia = try await Scenario()
    try await mia.say("before", by: "ana")
    try await mia.say((1...90).map { "row \($0)." }.joined(separator: "\n"), by: "ben")
    await mia.start()
    #expect(mia.shows("row 90."))
    var rows: Set<Int> = []
    for _ in 0..<12 {
      for row in 1...90 where mia.shows("row \(row).") { rows.insert(row) }
      await mia.keys("PgUp")
    }
    #expect(rows == Set(1...90) && mia.shows("before"))
    await mia.keys("M-PgDn M-End", .shows("row 90."))
  }

  @Test("M-s starts at the newest visible message, not at the newest of all")
  func inSight() async throws {
    let mia = try await started()
    await mia.keys("PgUp PgUp")
    let last = mia.screen.last { $0.contains("message ") }
    await mia.keys("M-s")
    #expect(
      !chosen(mia).isEmpty && last?.contains(chosen(mia).dropFirst(6).trimmed) == true, "\(chosen(mia))")
  }
}

@Suite("Unusual moments for keys", .serialized)
struct OddKeyTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("elsewhere", by: "ana", in: "offtopic")
    try await mia.say("a question", by: "ana")
    await mia.start()
    return mia
  }

  @Test("M-a goes to a mention first")
  func mentionFirst() async throws {
    let mia = try await started()
    try await mia.say("more", by: "ana", in: "offtopic")
    let direct = try await mia.service.device(user: "alex", id: "x").directChannel(with: "mia").id
    try await mia.say("hello [Mia Me](inkwell:user/mia)", by: "alex", in: direct)
    await mia.keys("M-a")
    #expect(mia.header.hasPrefix("@ Alex Dunn") || mia.header.hasPrefix("#offtopic"))
    await mia.keys("M-a")
    await mia.keys("M-a", .status("No unread messages"))
  }

  @Test("M-/ skips a channel that was left")
  func lastLeft() async throws {
    let mia = try await started()
    await mia.keys("M-2")
    await mia.enter("/leave")
    await mia.confirm()
    #expect(mia.header.hasPrefix("#general"))
    await mia.keys("M-/", .header("#general"))
  }

  @Test("A paste while a message is chosen goes to the composer and sends nothing")
  func paste() async throws {
    let mia = try await started()
    await mia.keys("M-s")
    await mia.paste("one\ntwo\n", .shows(" one"), .shows(" two"))
    #expect(try await mia.said().count == 1)
    #expect(mia.draft()?.text == "one\ntwo\n" || mia.draft()?.text == "one\ntwo")
  }

  @Test("A paste into a question is text; one into a list leaves the draft alone")
  func pasteElsewhere() async throws {
    let mia = try await started()
    await mia.type("mine", keys: "Enter M-s d")
    await mia.paste("y")
    #expect(!mia.shows("Delete this message?") && mia.line == "y|", "a pasted letter is no answer")
    #expect(try await mia.said().last?.text == "mine")
    await mia.keys("C-u C-x b")
    await mia.paste("off\ntopic", .line("> off topic|"))
    await mia.keys("Esc", .line("|write to #general"))
  }

  @Test(
    "During an edit the history does not replace it, and Escape still restores the draft"
  )
  func historyInEdit() async throws {
    let mia = try await started()
    await mia.enter("first")
    await mia.enter("second")
    await mia.type("the draft", keys: "M-s e M-p M-p Esc", .line("the draft|"))
    #expect(try await mia.said().map(\.text) == ["a question", "first", "second"])
  }

  @Test("Typing on a screen that is too small loses nothing")
  func tooSmall() async throws {
    let mia = try await started()
    await mia.resize(columns: 15, rows: 4)
    #expect(mia.shows("Too small"))
    await mia.type("typed blind")
    await mia.resize(columns: 80, rows: 24)
    #expect(mia.line == "typed blind|")
  }

  @Test("All keys work at the smallest size", arguments: [20, 40, 59])
  func smallest(_ columns: Int) async throws {
    let mia = try await started()
    await mia.resize(columns: columns, rows: 5)
    for row in KeyTable.bindings where ![.global(.quit), .global(.suspend)].contains(row.command) {
      for sequence in row.keys { await mia.keys(sequence.description) }
    }
    for _ in 0..<4 { await mia.keys("Esc C-g") }
    await mia.resize(columns: 80, rows: 24)
    #expect(mia.shows("online"))
  }

  @Test("A click on the text ends a started key sequence")
  func clickEndsSequence() async throws {
    let mia = try await started()
    await mia.type("words", keys: "C-x")
    try await mia.click(on: "words")
    await mia.type("b", .line("b|words"))
  }

  @Test("Two Enters in a row send once")
  func twice() async throws {
    let mia = try await started()
    mia.terminal.press("h i Enter Enter Enter")
    await mia.settle()
    #expect(try await mia.said().map(\.text) == ["a question", "hi"])
  }

  @Test("Switching channels right after Enter does not redirect the message")
  func destination() async throws {
    let mia = try await started()
    mia.terminal.press("h i Enter M-2 y o Enter M-1")
    await mia.settle()
    #expect(try await mia.said().last?.text == "hi")
    #expect(try await mia.said(in: "offtopic").last?.text == "yo")
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(self.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

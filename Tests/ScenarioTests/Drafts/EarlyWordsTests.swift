import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import Testing

@testable import ChatUI

@Suite("Typing before the last session's place is open", .serialized)
struct EarlyWordsTests {
  /// A second start after one that left text in no channel. Each of its requests takes a minute.
  private func reopened() async throws -> Scenario {
    let mia = try await Scenario.miaWithOlderWords()
    let next = try await Scenario(store: mia.store)
    await next.slow(.seconds(60))
    await next.start(in: nil)
    return next
  }

  @Test("The text moves there, even if the channel list is late and its first request fails")
  func lateList() async throws {
    let mia = try await Scenario.mia(lastIn: "offtopic", listComesAfter: .seconds(20))
    mia.sees("online")
    #expect(mia.header.hasPrefix("No channel"), "\(mia.picture)")
    await mia.type("hello wor", .line("hello wor|"))
    await mia.wait(.seconds(60))
    await mia.type("ld", .header("#offtopic"), .line("hello world|"))
    #expect(mia.draft(in: .nowhere) == nil && mia.draft(in: "offtopic")?.text == "hello world")
    await mia.keys("Enter")
    #expect(try await mia.said(in: "offtopic").map(\.text) == ["hello world"])
  }

  @Test("An open panel and a started key sequence survive the opening of the place")
  func panel() async throws {
    let mia = try await Scenario.mia(lastIn: "offtopic", listComesAfter: .seconds(20))
    await mia.keys("F1", .shows("type to find"))
    await mia.wait(.seconds(60))
    #expect(mia.header.hasPrefix("#offtopic"), "\(mia.picture)")
    await mia.type("general", .shows("type to find"))
    await mia.keys("Esc", .line("|write to #offtopic"))
    #expect(try await mia.said(in: "offtopic").isEmpty)

    let noa = try await Scenario.mia(lastIn: "offtopic", listComesAfter: .seconds(20))
    await noa.keys("C-x")
    await noa.wait(.seconds(60))
    #expect(noa.header.hasPrefix("#offtopic"), "\(noa.picture)")
    await noa.keys("q", .line("|write to #offtopic"))
  }

  @Test("A started vi command continues in the place that opens")
  func viCommand() async throws {
    let mia = try await Scenario.mia(lastIn: "offtopic", listComesAfter: .seconds(20), keys: .vi)
    await mia.type("one two", keys: "Escape d")
    await mia.wait(.seconds(60))
    #expect(mia.header.hasPrefix("#offtopic") && mia.picture.contains("NORMAL d"), "\(mia.picture)")
    await mia.keys("b")
    #expect(mia.draft(in: "offtopic")?.text == "one o", "\(mia.picture)")
  }

  @Test("Going to no channel during the start keeps the text there")
  func choosesNoChannel() async throws {
    let next = try await reopened()
    await next.go(to: .nowhere)
    for _ in 0..<8 { await next.wait(.seconds(60)) }
    #expect(next.header.hasPrefix("No channel") && next.line.hasPrefix("for another day"), "\(next.picture)")
  }

  @Test("A link question whose text has moved says that nothing is marked")
  func link() async throws {
    let mia = try await Scenario.mia(lastIn: "offtopic", listComesAfter: .seconds(20))
    await mia.type("see docs", keys: "C-a C-Space C-e C-x l", .shows("Link to"))
    await mia.wait(.seconds(60))
    await mia.enter("example.org", .shows("Select some text first"))
    await mia.keys("Esc", .line("see docs|"))
  }

  @Test("If the last place is gone, the text moves to the first channel")
  func gonePlace() async throws {
    let mia = try await Scenario.mia(lastIn: "gone", listComesAfter: .seconds(20))
    await mia.type("hello")
    await mia.wait(.seconds(60))
    #expect(mia.header.hasPrefix("#offtopic") && mia.line == "hello|", "\(mia.picture)")
    #expect(mia.draft(in: .nowhere) == nil)
  }

  @Test("After a crash the new text is in the place; text left in no channel long ago is not")
  func crash() async throws {
    let store = InMemoryStore()
    for words in ["in the middle of", " a word"] {
      let mia = try await Scenario(store: store)
      let last = try await store.session() ?? SessionState(openChannel: "general")
      try await store.perform([.saveSession(last)])
      await mia.slow(.seconds(60))
      await mia.start(in: nil)
      await mia.keys("C-e", type: words, .header("No channel"))
      #expect(try await store.session()?.hasEarlyFiles == false)
      // Killed: the next one starts from the store.
    }
    let mia = try await Scenario(store: store).start(in: nil)
    #expect(mia.header.hasPrefix("#general") && mia.line == "in the middle of a word|", "\(mia.picture)")
    #expect(mia.draft(in: .nowhere) == nil)
    #expect(try await store.session()?.hasEarlyWords == false)
    // The place is loaded, so text in no channel was left there on purpose.
    mia.app.go(to: .channel(.nowhere))
    await mia.type("for another day")
    await mia.go(to: "general")
    try await mia.restart()
    #expect(mia.line == "in the middle of a word|", "\(mia.picture)")
    #expect(mia.draft(in: .nowhere)?.text == "for another day")
  }

  @Test(
    "If the program ends before the place is open, the text is there, and the next start moves nothing else")
  func endedBefore() async throws {
    let store = InMemoryStore()
    try await store.perform([.saveSession(SessionState(openChannel: "general"))])
    let mia = try await Scenario(store: store)
    await mia.slow(.seconds(60))
    await mia.start(in: nil)
    await mia.enter("/attach ~/notes.txt")
    let session = try await store.session()
    #expect(session?.hasEarlyFiles == true)
    await mia.type("hello")
    #expect(try await store.session()?.hasEarlyWords == true)
    await mia.keys("C-x C-c")
    for _ in 0..<8 { await mia.wait(.seconds(60)) }
    let ended = try await store.session()
    #expect(ended?.hasEarlyWords == false && ended?.hasEarlyFiles == false)
    let kept = try await store.draft(for: DraftKey(channelId: "general"))
    #expect(kept?.content.text == "hello" && kept?.inputFiles.map(\.name) == ["notes.txt"])
    #expect(try await store.draft(for: DraftKey(channelId: .nowhere)) == nil)
  }

  @Test("An ambiguous last word is resolved in the place that opens")
  func suggestion() async throws {
    let mia = try await Scenario.mia(lastIn: "general", listComesAfter: .seconds(20))
    await mia.type("over to you @be")
    await mia.wait(.seconds(60))
    mia.sees("Ben Okafor")
    await mia.keys("Tab", .line("over to you Ben Okafor |"))
  }

  @Test("After going elsewhere during the start, text in no channel stays")
  func wentDuringStart() async throws {
    let store = InMemoryStore()
    try await store.perform([.saveSession(SessionState(openChannel: "general"))])
    let mia = try await Scenario(store: store)
    await mia.slow(.seconds(60))
    await mia.start(in: nil)
    mia.app.go(to: .channel("offtopic"))
    await mia.noFaults()
    await mia.wait(.seconds(60))
    mia.app.go(to: .channel(.nowhere))
    await mia.type("for another day")
    #expect(try await store.session()?.hasEarlyWords == false)
    // Once killed, then ended normally.
    let next = try await Scenario(store: store).start(in: nil)
    #expect(next.draft(in: .nowhere)?.text == "for another day", "\(next.picture)")
    next.app.go(to: .channel(.nowhere))
    await next.type("!")
    try await next.restart()
    #expect(next.draft(in: .nowhere)?.text.count == 16, "\(next.picture)")
    #expect(next.line == "|write to #offtopic", "\(next.picture)")
  }

  /// Other drafts that the service returns besides that of the channel.
  enum OtherDrafts: CaseIterable { case none, more, notYet }

  @Test(
    "The text joins what another device wrote, in either order of the answers", arguments: 0..<6,
    OtherDrafts.allCases)
  func otherDevice(seed: UInt64, others: OtherDrafts) async throws {
    let store = InMemoryStore()
    try await store.perform([.saveSession(SessionState(openChannel: "general"))])
    let mia = try await Scenario(store: store)
    try await mia.writeElsewhere("Buy milk and ")
    var faults = ServiceFaults()
    faults.latency = .milliseconds(100)...(.seconds(4))
    switch others {
    case .none: break
    // More than a page, newest first.
    case .more:
      for number in 0..<30 {
        mia.clock.advance(by: .seconds(1))
        try await mia.writeElsewhere("an answer", in: "offtopic", under: MessageID("message-\(number)"))
      }
    case .notYet: faults.busy = BusyTime([.drafts], until: mia.clock.now + .seconds(20))
    }
    let device = await mia.device("mia", "terminal")
    await device.setFaults(faults)
    device.reseedFaults(seed)
    await mia.start(in: nil)
    await mia.type("bread")
    for _ in 0..<300 { await mia.wait(.milliseconds(100)) }
    let words = mia.draft(in: "general")?.text ?? ""
    #expect(words.contains("Buy milk and") && words.contains("bread"), "\(words)")
    #expect(try await mia.draftElsewhere() == words)
  }

  @Test("Older text in no channel stays there, and the new text moves")
  func olderWords() async throws {
    let next = try await reopened()
    await next.type("x", keys: "Backspace C-a")
    await next.type("hello ")
    for _ in 0..<8 { await next.wait(.seconds(60)) }
    #expect(next.line == "hello |", "\(next.picture)")
    #expect(next.draft(in: .nowhere)?.text == "for another day")
  }

  @Test("The caret follows the moved text, even from inside older text")
  func caretAmongOlderWords() async throws {
    let next = try await reopened()
    await next.type("x", keys: "Backspace C-e")
    await next.type(" hello", keys: "C-a")
    for _ in 0..<8 { await next.wait(.seconds(60)) }
    #expect(next.line == " hello|", "\(next.picture)")
  }

  @Test("No names are suggested in text of a session that was killed")
  func nameAfterCrash() async throws {
    let store = InMemoryStore()
    try await store.perform([.saveSession(SessionState(openChannel: "general"))])
    let first = try await Scenario(store: store)
    await first.slow(.seconds(60))
    await first.start(in: nil)
    await first.type("over to you @be")
    let mia = try await Scenario(store: store).start(in: nil)
    #expect(mia.line == "over to you @be|", "\(mia.picture)")
    #expect(!mia.picture.contains(" people "), "\(mia.picture)")
  }

  @Test("Text typed before the store was read moves; older text in no channel is in the history")
  func beforeStore() async throws {
    let mia = try await Scenario.miaWithOlderWords()
    let next = try await Scenario(store: mia.store)
    await next.disk.takeToRead(.seconds(5))
    await next.start(in: nil)
    await next.type("hello")
    await next.wait(.seconds(10))
    #expect(next.header.hasPrefix("#general") && next.line == "hello|", "\(next.picture)")
    #expect(next.draft(in: .nowhere) == nil)
    let history = try await next.store.draftHistory(for: DraftKey(channelId: .nowhere), limit: 5)
    #expect(history.map { DraftDocument(elements: $0.elements).text }.contains("for another day"))
  }

  @Test("After a crash the text is with the older text, if there is any, and nowhere else")
  func olderWordsAfterCrash() async throws {
    let second = try await reopened()
    await second.type("x", keys: "Backspace C-a")
    await second.type("hello ", .header("No channel"))
    let third = try await Scenario(store: second.store).start(in: nil)
    #expect(third.header.hasPrefix("#general") && third.line == "|write to #general", "\(third.picture)")
    #expect(third.draft(in: .nowhere)?.text == "hello for another day")
  }

  @Test("Editing text that was left in no channel keeps the person there")
  func changedOlderWords() async throws {
    let next = try await reopened()
    // The composer appears with the first typed letter.
    await next.type("x", keys: "Backspace C-a M-d")
    await next.type("on")
    for _ in 0..<8 { await next.wait(.seconds(60)) }
    #expect(next.header.hasPrefix("No channel"), "\(next.picture)")
    #expect(next.line == "on| another day", "\(next.picture)")
  }

  @Test("Text that was undone does not replace the text stored before a crash")
  func takenBack() async throws {
    let store = InMemoryStore()
    try await store.perform([.saveSession(SessionState(openChannel: "general"))])
    let mia = try await Scenario(store: store)
    await mia.slow(.seconds(60))
    await mia.start(in: nil)
    await mia.type("hello")
    #expect(try await store.session()?.hasEarlyWords == true)
    await mia.keys("C-a C-k")
    #expect(try await store.session()?.hasEarlyWords == false)
  }

  @Test("An unchanged channel list opens the last place as soon as it is complete")
  func sameList() async throws {
    let mia = try await Scenario().start(in: nil)
    try await mia.store.perform([.saveSession(SessionState(openChannel: "gone"))])
    let channels = try await mia.store.cachedChannels(from: 0, limit: 10).count
    #expect(channels > 0)
    let next = try await Scenario(store: mia.store)
    var faults = ServiceFaults()
    faults.latency = .seconds(5)...(.seconds(5))
    faults.busy = BusyTime([.channels], until: next.clock.now + .seconds(20))
    await next.device("mia", "terminal").setFaults(faults)
    await next.start(in: nil)
    await next.type("hello")
    for _ in 0..<3 { await next.wait(.seconds(6)) }
    #expect(next.header.hasPrefix("No channel"), "\(next.picture)")
    await next.noFaults()
    for _ in 0..<8 { await next.wait(.seconds(60)) }
    #expect(next.header.hasPrefix("#offtopic") && next.line == "hello|", "\(next.picture)")
  }
}

import ChatControllers
import ChatDomain
import ChatTestSupport
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

/// An account that its server has suspended or locked, or whose terms are not accepted.
@Suite("An account that is held up", .serialized)
struct HeldAccountTests {
  private func hold(_ hold: AccountHold?, of you: Scenario) async {
    await you.device("mia", "terminal").setFaults(.with { $0.hold = hold })
    await you.settle()
  }

  @Test(
    "Messages wait and go out afterwards; the draft stays, and the last line says why",
    arguments: [
      (.suspended, "suspended · you can only read"), (.locked, "your account is locked"),
      (.expired, "your account has expired"), (.closed, "your account is closed"),
      (.termsNotAccepted(page: "https://a.example/terms"), "agree to the server's terms first"),
      (.serviceLimit(contact: "ann@a.example"), "the server is over its limit"),
    ] as [(AccountHold, String)])
  func waits(_ sample: (hold: AccountHold, words: String)) async throws {
    let mia = try await Scenario(columns: 100).start()
    await hold(sample.hold, of: mia)
    // The text may wrap.
    #expect(
      mia.picture.contains("Drafts and messages wait") || mia.picture.contains("wait on this device"),
      "\(mia.picture)")
    await mia.type("waits", .status(sample.words))
    await mia.keys("Enter", type: "half a sentence")
    await mia.wait(.seconds(100))
    mia.misses("failed")
    #expect(mia.line == "half a sentence|" && mia.lastLine.contains(sample.words), "\(mia.picture)")
    #expect(try await mia.said().isEmpty)
    await hold(nil, of: mia)
    await mia.wait(.seconds(100))
    #expect(try await mia.said().map(\.text) == ["waits"])
    #expect(mia.lastLine.contains("online") && mia.line == "half a sentence|", "\(mia.picture)")
    await mia.end()
  }

  @Test("Queued messages survive a restart")
  func restarts() async throws {
    let mia = try await Scenario().start()
    await hold(.suspended, of: mia)
    await mia.enter("waits")
    try await mia.restart()
    mia.misses("failed")
    mia.sees("waits")
    await hold(nil, of: mia)
    await mia.wait(.seconds(100))
    #expect(try await mia.said().map(\.text) == ["waits"])
    await mia.end()
  }

  @Test("It is reported once, with what to do, not at each attempt")
  func once() async throws {
    let mia = try await Scenario(columns: 100).start()
    await hold(.termsNotAccepted(page: "https://a.example/terms"), of: mia)
    mia.sees("https://a.example/terms")
    await mia.enter("waits", .hides("https://a.example/terms"))
    await mia.wait(.seconds(200))
    mia.misses("https://a.example/terms")
    // Another action is refused with the reason.
    await mia.enter("/create plans")
    await mia.settle()
    mia.sees("https://a.example/terms")
    await mia.end()
  }

  @Test("Line mode reports it in one sentence, and its end")
  func lines() async throws {
    let mia = try await Scenario(isPlain: true).start()
    let said = await mia.hearing { await hold(.suspended, of: mia) }
    #expect(said == [ConnectionWords.held(.suspended)])
    let over = await mia.hearing { await hold(nil, of: mia) }
    #expect(over == ["online"])
    await mia.end()
  }
}

@Suite("Upgraded channels")
struct SuccessionTests {
  /// `#offtopic` is open and was replaced by `#lounge`, which Mia has not joined.
  private func started(columns: Int = 80) async throws -> Scenario {
    let mia = try await Scenario(columns: columns, rows: 30).start()
    let ana = await mia.device("ana")
    _ = try await ana.createChannel(NewChannel(id: "lounge", name: "lounge", type: .public))
    await mia.keys("M-2")
    return mia
  }

  @Test("The composer says so; Enter asks, goes there, and takes the draft along")
  func following() async throws {
    let mia = try await started()
    await mia.type("half a thought")
    try await mia.service.replace("offtopic", by: "lounge", author: "ana")
    await mia.settle()
    mia.sees("replaced by another channel: Enter goes there")
    #expect(mia.shows("replaced the channel"))
    await mia.keys("Enter", .shows("Continue in the channel that replaced #offtopic?"))
    mia.clock.advance(by: .seconds(2))
    await mia.keys("Enter", .header("#lounge"))
    #expect(mia.shows("half a thought") && mia.foot.contains("Your draft moved to this channel"))
    await mia.keys("Enter")
    #expect(try await mia.device("mia", "phone").channel("lounge").lastMessage?.text == "half a thought")
    await mia.keys("M-/", .header("#offtopic"), .shows("replaced by #lounge: Enter goes there"))
  }

  @Test("A draft in the new channel is kept next to the old one")
  func both() async throws {
    let mia = try await started()
    _ = try await mia.device("mia", "phone").join("lounge")
    await mia.settle()
    await mia.type("old words")
    try await mia.service.replace("offtopic", by: "lounge", author: "ana")
    await mia.settle()
    await mia.go(to: "lounge")
    await mia.type("new words", keys: "M-/ Enter", .header("#lounge"), .shows("new words"))
    #expect(mia.foot.contains("This channel already has a draft; yours from #offtopic stays there"))
    await mia.keys("M-/", .shows("old words"))
  }

  @Test("A thread's draft stays there, as the question says, and is found again")
  func thread() async throws {
    let mia = try await Scenario(columns: 80, rows: 30)
    let parent = try await mia.say("question", by: "ana", in: "offtopic")
    await mia.start()
    let ana = await mia.device("ana")
    _ = try await ana.createChannel(NewChannel(id: "lounge", name: "lounge", type: .public))
    await mia.keys("M-2 M-s t", type: "half an answer")
    try await mia.service.replace("offtopic", by: "lounge", author: "ana")
    await mia.settle()
    await mia.keys("Enter", .shows("stays in the thread"))
    mia.clock.advance(by: .seconds(2))
    await mia.keys("Enter", .header("#lounge"), .notice("Your draft stays in the thread; C-x d lists it"))
    #expect(
      mia.client.draftMessage(for: DraftKey(channelId: "offtopic", parentId: parent.id))?.text
        == "half an answer")
    await mia.keys("C-x d", .shows("half an answer"))
  }

  @Test("/follow says if there is no new channel")
  func nowhere() async throws {
    let mia = try await started()
    await mia.enter("/follow", .notice("No channel has replaced this one"))
  }
}

import ChatDomain
import Composer
import InMemoryService
import Testing

@testable import ChatUI

@Suite("A session continues where the last one ended", .serialized)
struct ResumingTests {
  @Test("After leaving offline the next session is offline: nothing is sent until /online")
  func offline() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/offline")
    await mia.enter("for later", .shows("offline"))
    try await mia.restart(isReachable: true)
    mia.sees("Offline, as you left it; /online connects")
    await mia.wait(.seconds(120))
    #expect(try await mia.said().isEmpty)
    mia.sees("for later")
    await mia.enter("/online")
    await mia.wait(.seconds(60))
    #expect(try await mia.said().map(\.text) == ["for later"])
    // After leaving online, it starts online.
    try await mia.restart(isReachable: true)
    mia.sees("online")
    mia.misses("as you left it")
  }

  @Test("A startup warning stays even if the last session was offline")
  func warned() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/offline")
    try await mia.restart(isReachable: true, saying: Notice("What was kept is damaged", .warning))
    mia.sees("What was kept is damaged")
    mia.misses("as you left it")
  }

  @Test("If damage hides whether the session was offline, nothing is sent until /online")
  func unknown() async throws {
    let store = InMemoryStore()
    try await store.perform([.saveSession(SessionState(isOffline: true, isOfflineAssumed: true))])
    let mia = try await Scenario(store: store).start()
    mia.sees("offline · /online connects")
    mia.misses("as you left it")
    await mia.enter("for later")
    await mia.wait(.seconds(120))
    #expect(try await mia.said().isEmpty)
    await mia.enter("/online")
    await mia.wait(.seconds(60))
    #expect(try await mia.said().map(\.text) == ["for later"])
  }

  @Test("A lost connection is retried after a restart")
  func lost() async throws {
    let mia = try await Scenario().start()
    await mia.offline(true)
    await mia.enter("soon")
    try await mia.restart(isReachable: true)
    mia.misses("as you left it")
    await mia.wait(.seconds(60))
    #expect(try await mia.said().map(\.text) == ["soon"])
  }

  @Test("The last channel opens again, whatever happened in others")
  func channel() async throws {
    let mia = try await Scenario().start(in: "offtopic")
    await mia.type("half a thought")
    try await mia.restart()
    mia.sees("→ #offtopic", "half a thought")
    await mia.keys("M-Down")
    let other = try #require(mia.app.channel?.key.channelId)
    #expect(other != "offtopic")
    try await mia.restart()
    #expect(mia.app.channel?.key.channelId == other)
  }

  @Test("The last thread opens again, with the focus where it was", arguments: [true, false])
  func thread(isInThread: Bool) async throws {
    let mia = try await Scenario(columns: 120, rows: 40)
    let parent = try await mia.say("shall we?", by: "ana")
    await mia.start()
    mia.app.go(to: .thread(DraftKey(channelId: "general", parentId: parent.id), reply: nil))
    await mia.settle()
    await mia.type("a reply to be")
    if !isInThread {
      await mia.keys("C-x o", type: "a message to be")
    }
    try await mia.restart()
    mia.sees("Thread · #general", "a reply to be")
    if !isInThread { mia.sees("a message to be") }
    await mia.type("!", .shows(isInThread ? "a reply to be!" : "a message to be!"))
    // A closed thread stays closed.
    if !isInThread { await mia.keys("C-x o") }
    await mia.keys("C-x 0", .hides("Thread · #general"))
    try await mia.restart()
    mia.misses("Thread · #general")
  }

  @Test("A channel that was left elsewhere is not opened")
  func gone() async throws {
    let mia = try await Scenario().start(in: "offtopic")
    try await mia.restart()
    mia.sees("→ #offtopic")
    await mia.keys("C-x C-c")
    await mia.end()
    try await mia.device("mia", "phone").leave("offtopic")
    try await mia.restart()
    mia.misses("→ #offtopic")
    mia.sees("→ #general")
  }

  @Test("A channel beyond the first page of the list is found")
  func manyChannels() async throws {
    let mia = try await Scenario()
    let device = await mia.device("mia")
    for number in 0..<150 {
      _ = try await device.createChannel(
        NewChannel(id: ChannelID("c\(number)"), name: "c\(number)", type: .public, members: []))
      mia.clock.advance(by: .seconds(1))
    }
    await mia.start(in: "general")
    try await mia.restart()
    mia.sees("→ #general")
  }

  @Test("Folded sections stay folded")
  func folded() async throws {
    let mia = try await Scenario().start()
    #expect(mia.side.contains { $0.contains("offtopic") })
    await mia.keys("C-x 1")
    #expect(!mia.side.contains { $0.contains("offtopic") })
    try await mia.restart()
    #expect(!mia.side.contains { $0.contains("offtopic") })
    await mia.keys("C-x 1")
    try await mia.restart()
    #expect(mia.side.contains { $0.contains("offtopic") })
  }

  @Test("After a crash the same place opens: the choice is stored with the next frame")
  func stored() async throws {
    let mia = try await Scenario().start(in: "offtopic")
    await mia.enter("/offline")
    #expect(
      try await mia.store.session() == SessionState(openChannel: "offtopic", isOffline: true))
  }

  @Test("Text typed before the place is open goes where the focus is then", arguments: [true, false])
  func early(isInThread: Bool) async throws {
    let mia = try await Scenario(columns: 120, rows: 40)
    let parent = try await mia.say("shall we?", by: "ana")
    await mia.start()
    mia.app.go(to: .thread(DraftKey(channelId: "general", parentId: parent.id), reply: nil))
    if !isInThread { await mia.keys("C-x o") }
    await mia.end()
    await mia.slow(.seconds(2))
    try await mia.restart()
    await mia.type("hello wor")
    await mia.wait(.seconds(1))
    for _ in 0..<10 { await mia.wait(.seconds(2)) }
    await mia.type("ld")
    #expect(mia.draft(in: "general")?.text == (isInThread ? nil : "hello world"), "\(mia.picture)")
    #expect(mia.line == "hello world|", "\(mia.picture)")
  }

  @Test("Text typed before any channel is known is saved in the last place, or in no channel")
  func noChannel() async throws {
    let mia = try await Scenario().start(in: "offtopic")
    await mia.keys("C-x C-c")
    await mia.end()
    await mia.slow(.seconds(60))
    try await mia.restart()
    await mia.type("too early")
    await mia.noFaults()
    await mia.keys("C-x C-c")
    await mia.end()
    #expect(mia.app.unsavedReason == nil)
    try await mia.restart(isReachable: true)
    #expect(mia.header.hasPrefix("#offtopic") && mia.line == "too early|", "\(mia.picture)")

    let new = try await Scenario()
    await new.slow(.seconds(60))
    await new.start(in: nil)
    await new.type("too early")
    await new.noFaults()
    await new.keys("C-x C-c")
    await new.end()
    #expect(new.app.unsavedReason == nil)
    #expect(new.draft(in: "general") == nil && new.draft(in: .nowhere)?.text == "too early")
    try await new.restart(isReachable: true)
    await new.keys("C-x d", .shows("too early"), .shows("no channel"))
  }

  @Test("A thread whose message was deleted is not opened, unless offline")
  func threadGone() async throws {
    let mia = try await Scenario(columns: 120, rows: 40)
    let parent = try await mia.say("shall we?", by: "ana")
    await mia.start()
    mia.app.go(to: .thread(DraftKey(channelId: "general", parentId: parent.id), reply: nil))
    await mia.settle()
    try await mia.restart(isReachable: false)
    mia.sees("Thread · #general")
    try await mia.restart(isReachable: true)
    mia.sees("Thread · #general")
    await mia.keys("C-x C-c")
    await mia.end()
    try await mia.device("ana").delete(parent.id, in: "general", hard: true)
    try await mia.restart()
    mia.misses("Thread · #general")
    mia.sees("→ #general")
  }

  @Test("Queued messages are in the timeline after an offline start", arguments: [true, false])
  func waiting(isChosen: Bool) async throws {
    let mia = try await Scenario()
    try await mia.said(120)
    await mia.start()
    if isChosen {
      await mia.enter("/offline")
    } else {
      await mia.offline(true)
    }
    await mia.enter("on its way")
    #expect(mia.main.contains { $0.contains("on its way") && $0.contains("queued") }, "\(mia.picture)")
    try await mia.restart(isReachable: false)
    #expect(mia.main.contains { $0.contains("on its way") && $0.contains("queued") }, "\(mia.picture)")
  }
}

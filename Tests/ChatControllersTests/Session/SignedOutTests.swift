import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("While signed out everything waits, and continues after signing in", .watched)
struct SignedOutTests {
  @Test("A message waits without repeated requests, and is sent once")
  func outbox() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await signOut(fixture)
    let entry = try await fixture.send("written meanwhile")
    try await fixture.send("in another place", in: "other")
    await settle()
    let asked = fixture.ann.requestCounts
    for _ in 1...20 { fixture.clock.advance(by: .seconds(3600)) }
    await settle()
    #expect(fixture.ann.requestCounts == asked)
    #expect(fixture.outbox.queue[entry.transactionId]?.failure == nil)
    #expect(fixture.isInState(entry.transactionId, .pendingSend))
    #expect(try await fixture.store.outbox().map(\.failure) == [nil, nil])
    await signIn(fixture)
    #expect(try await fixture.result(of: entry.transactionId).text == "written meanwhile")
    await fixture.log.until("both") { fixture.outbox.queue.channels.isEmpty }
    #expect(try await fixture.history() == ["written meanwhile"])
    #expect(try await fixture.history("other") == ["in another place"])
  }

  @Test("A request in flight is repeated under its transaction")
  func underWay() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.slowDown(.seconds(4))
    let entry = try await fixture.send("under way")
    await fixture.untilAsked(.send)
    await fixture.clock.untilAsleep()
    await signOut(fixture)
    fixture.clock.advance(by: .seconds(60))
    await fixture.log.until("the end of the try") {
      fixture.isInState(entry.transactionId, .pendingSend)
    }
    await signIn(fixture)
    _ = try await fixture.result(of: entry.transactionId)
    #expect(try await fixture.history() == ["under way"])
  }

  @Test("The next client continues if the user signs in between two runs")
  func restart() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await signOut(fixture)
    try await fixture.send("kept")
    try await fixture.client.stop()
    await fixture.ann.setFaults(.none)
    let next = await fixture.restarted()
    try await next.start()
    await next.log.until("the message") { next.outbox.queue.channels.isEmpty }
    #expect(try await next.history() == ["kept"])
  }

  @Test("After signing in a draft's last version is published")
  func draft() async throws {
    let world = try await DraftWorld()
    let client = try await world.connected()
    let device = await world.device()
    let draft = try client.draft()
    await device.setFaults(.signedOut)
    await settle("the end", until: { client.connection == .signedOut })
    draft.update(text: "one")
    for _ in 1...10 { world.clock.advance(by: .seconds(60)) }
    await settle()
    let asked = device.requestCounts[.saveDraft, default: 0]
    #expect(asked == 0)
    draft.update(text: "two")
    for _ in 1...10 { world.clock.advance(by: .seconds(60)) }
    await settle()
    #expect(device.requestCounts[.saveDraft, default: 0] == asked)
    #expect(draft.shared.needsPublishing && !draft.shared.sync.isRefused && !draft.shared.sync.isInDoubt)
    await device.setFaults(.none)
    client.retryNow()
    await settle("the telling", until: { !draft.shared.needsPublishing })
    #expect(try await world.device("other").draft(for: DraftWorld.general)?.text == "two")
    try await client.stop()
  }

  @Test(
    "A draft being published is published again, even if the connection was faster than the answer")
  func draftUnderWay() async throws {
    let world = try await DraftWorld()
    let client = try await world.connected()
    let device = await world.device()
    let draft = try client.draft()
    await device.setFaults(.with { $0.latency = .seconds(4) ... .seconds(4) })
    draft.update(text: "words")
    client.closeComposer(for: DraftWorld.general)
    await settle("the telling", until: { device.requestCounts[.saveDraft] == 1 })
    await world.clock.untilAsleep()
    await device.setFaults(.signedOut)
    await settle("the end", until: { client.connection == .signedOut })
    world.clock.advance(by: .seconds(2))
    await settle("its end", until: { draft.shared.publication?.task == nil })
    #expect(draft.shared.needsPublishing)
    await device.setFaults(.none)
    client.retryNow()
    await settle("the telling", until: { !draft.shared.needsPublishing })
    try await client.stop()
  }

  @Test("After signing in lists and channels load by themselves")
  func lists() async throws {
    let world = try await DraftWorld()
    await world.faults(.signedOut)
    let client = await world.client()
    try await client.start()
    await settle("the end", until: { client.connection == .signedOut })
    let (channels, threads) = (ChannelListController(client: client), ThreadListController(client: client))
    let invitations = InvitationListController(client: client)
    let general = client.channelController(for: "general")
    await #expect(throws: ChatError.signedOut) { try await channels.synchronize() }
    await #expect(throws: ChatError.signedOut) { try await threads.synchronize() }
    await #expect(throws: ChatError.signedOut) { try await invitations.synchronize() }
    await #expect(throws: ChatError.signedOut) { try await general.synchronize() }
    _ = try await world.say("meanwhile", by: "ana")
    await settle()
    #expect(channels.count == 0 && general.messages.isEmpty)
    await world.faults(.none)
    client.retryNow()
    await settle("the channels", until: { channels.count == 3 })
    await settle("the messages", until: { general.messages.last?.text == "meanwhile" })
    await settle("the rest", until: { threads.hasLoadedAll && invitations.hasLoadedAll })
    try await client.stop()
  }

  @Test("Work that waits for signing in ends when its task is cancelled")
  func cancelled() async throws {
    let world = try await DraftWorld()
    let client = try await world.connected()
    let ended = Task {
      await client.retrying { () async throws(ChatError) in throw .signedOut }
      return Task.isCancelled
    }
    await settle()
    ended.cancel()
    #expect(await ended.value)
    try await client.stop()
  }

  @Test("Work that failed before the connection noticed continues at once")
  func late() async throws {
    let world = try await DraftWorld()
    let client = try await world.connected()
    let device = await world.device()
    var tries = 0
    await client.retrying { () async throws(ChatError) in
      tries += 1
      guard tries == 1 else { return }
      // The connection is lost and restored before this answer arrives.
      await device.breakStreams()
      await settle("the end", until: { client.connection != .online })
      client.retryNow()
      await settle("the connection", until: { client.connection == .online })
      throw .signedOut
    }
    #expect(tries == 2)
    try await client.stop()
  }

  private func signOut(_ fixture: ClientFixture) async {
    await fixture.ann.setFaults(.signedOut)
    await fixture.log.until("the end") { fixture.client.connection == .signedOut }
  }

  private func signIn(_ fixture: ClientFixture) async {
    await fixture.ann.setFaults(.none)
    fixture.client.retryNow()
    await fixture.log.until("the connection") { fixture.client.connection == .online }
  }
}

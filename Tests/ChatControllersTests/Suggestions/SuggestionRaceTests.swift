import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

@Suite(.watched) struct SuggestionRaceTests {
  @Test("Nothing runs before the first request, and concurrent requests run once")
  func isCold() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let draft = try await world.client().draft()
    let log = ListenerLog()
    draft.addChangeListener(log)
    draft.update(text: "@al")
    draft.update(text: "@alex")
    await settle()
    #expect(device.requestCounts[.findUsers] == nil)
    let future = try #require(log.futures.last)
    #expect(try await future.async().count == 3)
    #expect(try await future.async().count == 3)
    #expect(device.requestCounts[.findUsers] == 1)
  }

  @Test("An answer after more typing is discarded, in both forms")
  func dropsLate() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let draft = try await world.client().draft()
    let log = ListenerLog()
    draft.addChangeListener(log)
    await device.setFaults(.with { $0.latency = .seconds(1) ... .seconds(1) })
    draft.update(text: "@a")
    let slow = try #require(log.futures.last)
    var late: Result<[SuggestedMention], ChatError>?
    slow.async { late = $0 }
    let waiting = Task { try await slow.async() }
    await world.clock.untilAsleep()
    await device.setFaults(.none)
    draft.update(text: "@alex")
    let fast = try #require(log.futures.last)
    #expect(try await fast.async().first?.replaceFrom == "@alex")
    world.clock.advance(by: .seconds(2))
    await settle { late != nil || world.clock.sleeperCount > 0 }
    world.clock.advance(by: .seconds(2))
    await #expect(throws: ChatError.cancelled) { try await waiting.value }
    await settle { late != nil }
    #expect(throws: ChatError.cancelled) { try late?.get() }
  }

  @Test("A future of an outdated trigger makes no request")
  func isSuperseded() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let draft = try await world.client().draft()
    draft.update(text: "@al")
    let old = draft.suggestedMentions
    draft.caret = 0
    await #expect(throws: ChatError.cancelled) { try await old.async() }
    #expect(device.requestCounts[.findUsers] == nil)
    draft.caret = 3
    #expect(try await old.async().count == 3)
  }

  @Test("An edit elsewhere keeps the answer valid, at its new position")
  func followsForeignEdits() async throws {
    let world = try await DraftWorld()
    let draft = try await world.client().draft()
    draft.update(text: "hé @al")
    let future = draft.suggestedMentions
    try draft.apply(DraftTransaction(changes: [TextChange(7..<7, " end")], origin: .merge))
    let found = try await future.async()
    #expect(found.first?.offset == 3)
    try draft.insertSuggestedMention(mention: found[0], text: "Alex")
    #expect(draft.text == "hé Alex end")
  }

  @Test("After a failure, the next request can succeed")
  func asksAgain() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let draft = try await world.client().draft()
    draft.update(text: "@zal")
    let future = draft.suggestedMentions
    await device.setFaults(.offline)
    await #expect(throws: ChatError.connection(.offline)) { try await future.async() }
    await device.setFaults(.none)
    #expect(try await future.async().map(\.replaceWith) == ["Zalex"])
  }
}

import ChatDomain
import DraftEngine
import InMemoryService
import Settling
import Testing

@testable import ChatControllers

/// The clock jumps: it was wrong at the start, was set, or the machine slept.
@Suite(.watched) struct DraftClockTests {
  let world: DraftWorld
  let store = InMemoryStore()
  private let year = Duration.seconds(365 * 24 * 3600)

  init() async throws { world = try await DraftWorld() }

  private func texts() async throws -> [String] {
    try await store.draftHistory(for: nil, limit: 99).map(\.elements.text)
  }

  private func retire(_ texts: String..., in client: ChatClient) async throws {
    let draft = try client.draft()
    for text in texts {
      draft.update(text: text)
      draft.update(text: "")
    }
    try await client.flush()
    await settle { client.drafts.trimmer.task == nil }
  }

  @Test("A clock that jumps ahead a year for a moment deletes nothing")
  func forwards() async throws {
    let client = await world.client(store: store)
    try await retire("old", "older", in: client)
    let before = world.clock.now
    world.clock.set(before + year)
    try await retire("by a wrong clock", "once more", in: client)
    world.clock.advance(by: .seconds(7200))
    try await retire("two hours later", in: client)
    world.clock.set(before + .seconds(60))
    try await retire("right again", in: client)
    #expect(try await Set(texts()).isSuperset(of: ["old", "older", "by a wrong clock", "right again"]))
    // Also when it was wrong from the start.
    world.clock.set(before + year)
    try await retire("after a restart", in: await world.client("other", store: store))
    #expect(try await Set(texts()).isSuperset(of: ["old", "older", "right again"]))
  }

  @Test("Old entries are deleted once the clock has gone on for a day")
  func forgets() async throws {
    let client = await world.client(store: store)
    try await retire("old", in: client)
    world.clock.advance(by: .seconds(40 * 24 * 3600))
    try await retire("after a long absence", in: client)
    #expect(try await texts() == ["after a long absence", "old"])
    world.clock.advance(by: .seconds(25 * 3600))
    try await retire("the next day", in: client)
    #expect(try await texts() == ["the next day", "after a long absence"])
  }

  @Test("Text that leaves the composer while the clock is set back is kept when it is right again")
  func backwards() async throws {
    let client = await world.client(store: store)
    let before = world.clock.now
    try await retire("before", in: client)
    world.clock.set(Timestamp(seconds: 0))
    try await retire("gone then", in: client)
    let times = try await store.draftHistory(for: nil, limit: 9).map(\.at)
    #expect(times.allSatisfy { $0 >= before })
    world.clock.set(before + .seconds(25 * 3600))
    try await retire("right again", in: client)
    #expect(try await Set(texts()).isSuperset(of: ["before", "gone then", "right again"]))
  }

  @Test(
    "With a clock set back, a draft is published soon, and not dated before its beginning"
  )
  func publishes() async throws {
    let client = await world.client(store: store)
    try await client.start()
    await settle { client.connection == .online && client.drafts.catchUp.task == nil }
    let draft = try client.draft()
    draft.update(text: "one")
    world.clock.set(world.clock.now + (.zero - year))
    draft.update(text: "one two")
    let times = try #require(client.draftMessage(for: DraftWorld.general))
    #expect(times.updatedAt >= times.createdAt)
    for _ in 0..<3 {
      world.clock.advance(by: .seconds(3))
      await settle()
    }
    #expect(try await world.device("phone").draft(for: DraftWorld.general)?.text == "one two")
    try await client.stop()
  }
}

import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Jumps of the clock: it was wrong at the start, was set, or the machine slept.
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
    await settle { client.engine.drafts.saver.trimming == nil }
  }

  @Test("A clock that jumps a year ahead for a moment deletes nothing")
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
    // Also if it was wrong from the start.
    world.clock.set(before + year)
    try await retire("after a restart", in: await world.client("other", store: store))
    #expect(try await Set(texts()).isSuperset(of: ["old", "older", "right again"]))
  }

  @Test("Entries are deleted once the clock has run for their whole retention")
  func forgets() async throws {
    let client = await world.client(store: store)
    for day in 0...33 {
      try await retire("day \(day)", in: client)
      world.clock.advance(by: .seconds(24 * 3600))
    }
    #expect(try await texts() == (3...33).reversed().map { "day \($0)" })
    // A long gap may be a real absence or a wrong clock.
    world.clock.advance(by: .seconds(400 * 24 * 3600))
    try await retire("after a long absence", in: client)
    #expect(try await texts() == ["after a long absence"] + (4...33).reversed().map { "day \($0)" })
  }

  @Test("A text with a date in the past stays after the clock jumped", arguments: [0, -30, 400] as [Int64])
  func jumps(days: Int64) async throws {
    let begin = world.clock.now
    for day in 0..<20 {
      try await retire("day \(day)", in: await world.client(DeviceID("client \(day)"), store: store))
      world.clock.advance(by: .seconds(24 * 3600))
    }
    let before = world.clock.now
    world.clock.set(days == 0 ? Timestamp(seconds: 0) : begin + .seconds(days * 24 * 3600))
    try await retire("by a wrong clock", in: await world.client("wrong", store: store))
    world.clock.set(before)
    for number in 0..<3 {
      try await retire(
        "right again \(number)", in: await world.client(DeviceID("right \(number)"), store: store))
      world.clock.advance(by: .seconds(25 * 3600))
    }
    let kept = try await Set(texts())
    #expect(kept.isSuperset(of: ["by a wrong clock", "right again 0"] + (0..<20).map { "day \($0)" }))
  }

  @Test("Text that leaves the composer while the clock is set back is kept afterwards")
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
    "With a clock set back a draft is published soon, and not dated before its start"
  )
  func publishes() async throws {
    let client = await world.client(store: store)
    try await client.start()
    await settle { client.connection == .online && client.engine.drafts.publisher.catchingUp == nil }
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

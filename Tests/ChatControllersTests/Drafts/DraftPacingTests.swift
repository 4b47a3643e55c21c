import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

@Suite("When other devices see a draft", .watched)
struct DraftPacingTests {
  private func isServed(_ text: String, _ world: DraftWorld) async -> Bool {
    do { return try await world.device("third").draft(for: DraftWorld.general)?.text == text } catch {
      return false
    }
  }

  @Test("Continuous typing is published regularly, not with each key")
  func writesOn() async throws {
    let world = try await DraftWorld()
    let desk = try await world.connected()
    let device = await world.device("desk")
    let draft = try desk.draft()
    for count in 1...10 {
      #expect(device.requestCounts[.saveDraft] == nil)
      draft.update(text: String(repeating: "a", count: count))
      world.clock.advance(by: .seconds(1))
      await settle()
    }
    await settle { await isServed("aaaaaaaaaa", world) }
    #expect(device.requestCounts[.saveDraft] == 1)
    draft.update(text: "a")
    world.clock.advance(by: .milliseconds(1900))
    await settle()
    #expect(device.requestCounts[.saveDraft] == 1)
    world.clock.advance(by: .milliseconds(100))
    await settle { await isServed("a", world) }
    try await desk.stop()
  }

  @Test("The first words are published early, continued text less often, and a pause at once")
  func goesOn() async throws {
    let world = try await DraftWorld()
    let device = await world.device("desk")
    var configuration = ClientConfiguration()
    configuration.draftSyncDelay = .milliseconds(600)
    configuration.longestDraftSyncDelay = .seconds(1)
    configuration.draftSyncInterval = .seconds(3)
    let desk = ChatClient(
      service: device, store: InMemoryStore(), clock: world.clock, configuration: configuration)
    try await desk.start()
    await settle { desk.connection == .online }
    let draft = try desk.draft()
    var requestTimes: [Int] = []
    for tenth in 0..<80 {
      draft.update(text: String(repeating: "a", count: tenth + 1))
      world.clock.advance(by: .milliseconds(100))
      await settle()
      if device.requestCounts[.saveDraft] ?? 0 > requestTimes.count { requestTimes.append(tenth + 1) }
    }
    #expect(requestTimes == [10, 40, 70])
    world.clock.advance(by: .milliseconds(500))
    await settle { await isServed(String(repeating: "a", count: 80), world) }
    // A draft after a deletion counts as new.
    draft.update(text: "")
    world.clock.advance(by: .milliseconds(600))
    await settle { device.requestCounts[.deleteDraft] == 1 }
    for tenth in 1...10 {
      #expect(device.requestCounts[.saveDraft] == 4)
      draft.update(text: String(repeating: "b", count: tenth))
      world.clock.advance(by: .milliseconds(100))
      await settle()
    }
    await settle { await isServed("bbbbbbbbbb", world) }
    try await desk.stop()
  }
}

import ChatDomain
import DraftEngine
import InMemoryService
import Settling
import Testing

@testable import ChatControllers

@Suite("Drafts that were written on two devices without a connection", .watched)
struct DraftConflictTests {
  private struct Desk {
    let client: ChatClient
    let device: InMemoryDevice
    let draft: MessageDraft

    var history: [String] {
      get async throws {
        try await client.draftHistory(for: DraftWorld.general).map(\.elements.text)
      }
    }
  }

  private let world: DraftWorld
  private let log = Causes()

  private final class Causes { var all: [DeviceID: [DraftChange.Cause]] = [:] }

  init() async throws { world = try await DraftWorld() }

  private func desk(_ id: DeviceID) async throws -> Desk {
    let device = await world.device(id)
    let client = ChatClient(service: device, store: InMemoryStore(), clock: world.clock)
    try await client.start()
    await settle { client.connection == .online && client.drafts.catchUp.task == nil }
    return Desk(client: client, device: device, draft: try client.draft())
  }

  private func rest() async {
    for _ in 0..<4 {
      world.clock.advance(by: .seconds(5))
      await settle()
    }
  }

  private func listen(to desk: Desk, as id: DeviceID) -> Subscription {
    desk.client.board.subscribe { [log] notice in
      if case .draft(let change) = notice { log.all[id, default: []].append(change.cause) }
    }
  }

  /// Two devices that wrote while they were offline, and came online one after the other.
  private func apart() async throws -> (first: Desk, second: Desk, listening: [Subscription]) {
    let (first, second) = (try await desk("first"), try await desk("second"))
    let listening = [listen(to: first, as: "first"), listen(to: second, as: "second")]
    for desk in [first, second] { await desk.device.setFaults(.offline) }
    await rest()
    first.draft.update(text: "supper at six")
    second.draft.update(text: "a walk tomorrow")
    await rest()
    for desk in [first, second] {
      await desk.device.setFaults(.none)
      desk.client.retryNow()
      await rest()
    }
    return (first, second, listening)
  }

  private func service() async throws -> String? {
    try await world.device("truth").draft(for: DraftWorld.general)?.text
  }

  @Test("Each keeps its own words, has the other's in its history, and says so")
  func bothStay() async throws {
    let (first, second, listening) = try await apart()
    #expect(first.draft.text == "supper at six" && second.draft.text == "a walk tomorrow")
    #expect(try await first.history == ["a walk tomorrow"])
    #expect(try await second.history == ["supper at six"])
    #expect(log.all["first"]?.contains(.merged(conflicts: 1)) == true)
    #expect(log.all["second"]?.contains(.merged(conflicts: 1)) == true)
    #expect(try await service() == "a walk tomorrow")
    withExtendedLifetime(listening) {}
  }

  @Test("They replace each other once somebody writes on, which is told, and then both have the same")
  func writingOn() async throws {
    let (first, second, listening) = try await apart()
    first.draft.update(text: "supper at seven")
    await rest()
    #expect(try await service() == "supper at seven")
    #expect(second.draft.text == "supper at seven")
    #expect(try await second.history.contains("a walk tomorrow"))
    #expect(log.all["second"]?.contains(.replaced(wereOwn: true)) == true)
    second.draft.update(text: "supper at eight")
    await rest()
    #expect(first.draft.text == "supper at eight")
    withExtendedLifetime(listening) {}
  }

  @Test("The other one writes on: its words replace those that were kept apart, which is told")
  func otherWritesOn() async throws {
    let (first, second, listening) = try await apart()
    second.draft.update(text: "a walk on Sunday")
    await rest()
    #expect(first.draft.text == "a walk on Sunday")
    #expect(try await first.history.contains("supper at six"))
    #expect(log.all["first"]?.contains(.replaced(wereOwn: true)) == true)
    withExtendedLifetime(listening) {}
  }

  @Test("A third device, which only showed the first one's words, takes those of the second")
  func onlooker() async throws {
    let third = try await desk("third")
    let (_, _, listening) = try await apart()
    #expect(third.draft.text == "a walk tomorrow")
    #expect(try await third.history == ["supper at six"])
    withExtendedLifetime(listening) {}
  }
}

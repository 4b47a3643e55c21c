import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("Drafts written offline on two devices", .watched)
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
    await settle { client.connection == .online && client.engine.drafts.publisher.catchingUp == nil }
    return Desk(client: client, device: device, draft: try client.draft())
  }

  private func rest() async {
    for _ in 0..<4 {
      world.clock.advance(by: .seconds(5))
      await settle()
    }
  }

  private func listen(to desk: Desk, as id: DeviceID) -> Subscription {
    desk.client.engine.board.subscribe { [log] notice in
      if case .draft(let change) = notice { log.all[id, default: []].append(change.cause) }
    }
  }

  /// Two devices that wrote while offline, and came online one after the other.
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

  @Test("The second device's text wins on both, and the first one reports where its text is")
  func secondStays() async throws {
    let (first, second, listening) = try await apart()
    #expect(first.draft.text == "a walk tomorrow" && second.draft.text == "a walk tomorrow")
    #expect(try await first.history == ["supper at six"])
    #expect(try await second.history == ["supper at six"])
    #expect(log.all["first"]?.contains(.replaced(wereOwn: true)) == true)
    #expect(log.all["second"]?.contains(.merged(conflicts: 1)) == true)
    #expect(try await service() == "a walk tomorrow")
    withExtendedLifetime(listening) {}
  }

  @Test("A third device that only showed the first text takes the second")
  func onlooker() async throws {
    let third = try await desk("third")
    let (_, _, listening) = try await apart()
    #expect(third.draft.text == "a walk tomorrow")
    #expect(try await third.history == ["supper at six"])
    withExtendedLifetime(listening) {}
  }
}

import ChatDomain
import DeviceActions
import DraftEngine
import InMemoryService
import Settling
import Testing

@testable import ChatControllers

/// What a draft knows of the service after a restart.
@Suite(.watched) struct DraftRestartTests {
  let world: DraftWorld
  let key = DraftWorld.general

  init() async throws { world = try await DraftWorld() }

  @Test("Text written after sending is not merged with what was sent, not even after a restart")
  func startsAnewAfterRestart() async throws {
    let store = InMemoryStore()
    let first = await world.client("desk", store: store)
    let device = await world.device("desk")
    try await first.start()
    await settle { first.connection == .online && first.drafts.catchUp.task == nil }
    let draft = try first.draft()
    draft.update(text: "see you on Monday")
    await first.leave(key)?.value
    await device.setFaults(.offline)
    let sending = Task { try await draft.send() }
    await settle { (try? await store.outbox().count) == 1 }
    draft.update(text: "see you at ten")
    try await first.flush()
    first.drafts.stop()
    sending.cancel()
    _ = try await world.device("phone").saveDraft(
      DraftContent(elements: [.plainText(text: "see you on Monday please")]), for: key, over: 1)
    await device.setFaults(.none)
    let second = await world.client("desk", store: store)
    try await second.start()
    await settle { second.connection == .online && second.drafts.catchUp.task == nil }
    await second.leave(key)?.value
    #expect(try second.draft().text == "see you at ten")
    #expect(try await second.draftHistory().map(\.elements.text).contains("see you on Monday please"))
    try await second.stop()
  }
}

import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

/// R8 and "Drafts, exactly", rule 3: when a draft is saved, and when it is not.
@Suite("R8: when a draft is saved", .watched)
struct DraftSavingRuleTests {
  let world: DraftWorld
  let store = InMemoryStore()
  let key = DraftWorld.general

  init() async throws { world = try await DraftWorld() }

  private func served(_ key: DraftKey = DraftWorld.general) async throws -> DraftMessage? {
    try await world.device("third").draft(for: key)
  }

  @Test(
    "R8, 3: before suspending all drafts are published, however recent the last edit")
  func suspends() async throws {
    let client = try await world.connected(store: store)
    try client.draft().update(text: "general")
    try client.draft(for: DraftWorld.lobby, type: .public).update(text: "lobby")
    await client.publishDrafts()
    #expect(try await served()?.text == "general")
    #expect(try await served(DraftWorld.lobby)?.text == "lobby")
    try await client.stop()
  }

  @Test(
    "R8, 6: the edit of a message is saved apart from the draft, and is not published"
  )
  func edits() async throws {
    let client = try await world.connected(store: store)
    let message = try await world.message("as it was")
    let draft = try client.draft()
    draft.update(text: "my draft")
    await client.closeComposer(for: key)?.value
    try draft.beginEdit(message)
    draft.update(text: "as it is")
    world.clock.advance(by: .seconds(10))
    await client.publishDrafts()
    try await client.flush()
    let kept = try #require(try await store.draft(for: key))
    #expect(kept.content.text == "my draft" && kept.edit?.elements.text == "as it is")
    #expect(try await served()?.text == "my draft")
    #expect(await world.device().requestCounts[.saveDraft] == 1)
    try await client.stop()
  }
}

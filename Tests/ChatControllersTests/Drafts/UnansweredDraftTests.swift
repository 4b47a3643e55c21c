import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// A program that ends between publishing a version of a draft and its answer, and the next run.
@Suite(.watched) struct UnansweredDraftTests {
  let world: DraftWorld
  let store = InMemoryStore()
  let key = DraftWorld.general

  init() async throws { world = try await DraftWorld() }

  /// Publishes the text, and ends the program before the answer.
  private func publishUnanswered(_ text: String) async throws {
    let device = await world.device()
    var faults = ServiceFaults()
    faults.answerLoss = 1
    let client = await world.client(store: store)
    try await client.engine.drafts.saver.load()
    client.engine.drafts.start()
    let draft = try client.draft()
    draft.update(text: text)
    try await client.flush()
    await device.setFaults(faults)
    await client.engine.drafts.leave(key)?.value
    client.engine.drafts.stop()
    await device.setFaults(.none)
    #expect(try await served()?.text == text)
    #expect(try await store.draft(for: key)?.ancestor == nil)
  }

  private func served() async throws -> DraftMessage? {
    try await world.device("third").draft(for: key)
  }

  private func started() async throws -> ChatClient {
    let client = await world.client(store: store)
    try await client.start()
    await settle("the connection") {
      client.connection == .online && client.engine.drafts.publisher.catchingUp == nil
    }
    return client
  }

  @Test("Text sent as a message meanwhile does not return as a draft")
  func sentMeanwhile() async throws {
    try await publishUnanswered("half a thought")
    // Offline, so that the device does not learn of the draft before it becomes a message.
    let second = await world.client(store: store)
    try await second.engine.drafts.saver.load()
    let draft = try second.draft()
    #expect(draft.text == "half a thought")
    draft.update(text: "half a thought, and the rest")
    let sending = try draft.beginSend()
    await settle("the message in the outbox", until: { (try? await store.outbox().count) == 1 })
    try await second.flush()
    withExtendedLifetime(sending) {}

    let third = try await started()
    await settle("the message", until: { (try? await store.outbox().isEmpty) == true })
    world.clock.advance(by: .seconds(60))
    await settle("the draft is gone", until: { (try? await served()) == .some(nil) })
    #expect(try third.draft().text == "")
    #expect(try await third.draftHistory().map(\.reason) == [.sent])
    try await third.stop()
    #expect(try await store.draft(for: key) == nil)
  }

  @Test("Text changed meanwhile belongs to this device and is not merged")
  func changedMeanwhile() async throws {
    try await publishUnanswered("see you on Monday")
    let second = await world.client(store: store)
    try await second.engine.drafts.saver.load()
    try second.draft().update(text: "see you on Friday")
    try await second.flush()

    let third = try await started()
    world.clock.advance(by: .seconds(60))
    await settle("the draft", until: { (try? await served()?.text) == "see you on Friday" })
    #expect(try third.draft().text == "see you on Friday")
    #expect(try await third.draftHistory().isEmpty)
    try await third.stop()
  }

  @Test("An emptied draft is looked up, because the service may have its last text, then forgotten")
  func emptied() async throws {
    let now = world.clock.now
    try await store.perform([
      .saveDraft(
        StoredDraft(
          key: key, content: DraftContent(), createdAt: now, updatedAt: now,
          unanswered: [DraftDigest(DraftContent(elements: [.plainText(text: "words")]))]))
    ])
    let client = try await started()
    await settle("nothing of it to be left", until: { (try? await store.drafts().isEmpty) == true })
    #expect(await world.device().requestCounts[.deleteDraft] == 1)
    try await client.stop()
  }

  @Test("A version whose request was never made does not stay unanswered")
  func notAsked() async throws {
    let gated = GatedStore()
    let client = await world.client(store: gated)
    try await client.start()
    await settle("the connection") {
      client.connection == .online && client.engine.drafts.publisher.catchingUp == nil
    }
    try await client.flush()
    await gated.close(.writing)
    try client.draft().update(text: "words")
    client.engine.drafts.leave(key)
    await settle("the version on its way to the store") { await gated.count(at: .writing) > 0 }
    client.engine.drafts.publisher.stop()
    await gated.open(.writing)
    await settle(
      "the words in the store", until: { (try? await gated.draft(for: key)?.content.text) == "words" })
    await settle(turns: 1_000)
    try await client.flush()
    #expect(await world.device().requestCounts[.saveDraft] == nil)
    #expect(try await gated.draft(for: key)?.unanswered == [])
    try await client.stop()
  }

  @Test("A device that lost its store takes the service's draft, even under its own name")
  func lostStore() async throws {
    try await publishUnanswered("all that is left")
    let client = await world.client(store: InMemoryStore())
    try await client.start()
    await settle("the draft") { (try? client.draft().text) == "all that is left" }
    #expect(try await served()?.text == "all that is left")
    try await client.stop()
  }
}

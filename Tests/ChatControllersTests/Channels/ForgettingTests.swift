import ChatDomain
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("Forgetting a channel", .watched)
struct ForgettingTests {
  @Test("Its drafts are deleted here even if the service refuses to delete its copies")
  func refused() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let draft = try fixture.client.messageDraft(for: DraftKey(channelId: "room"))
    draft.update(text: "half a thought")
    try await fixture.client.flush()
    try await fixture.ann.leave("room")
    await fixture.refuse([.saveDraft, .deleteDraft, .draft])
    try await fixture.client.channelController(for: "room").forget()
    try await fixture.client.flush()
    #expect(try await fixture.store.drafts().filter { $0.key.channelId == "room" }.isEmpty)
  }

  @Test("Channels with pending work are known without a list")
  func unlisted() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    #expect(fixture.client.channelsWithPendingWork.isEmpty)
    await fixture.goOffline()
    try await fixture.outbox.enqueueSend(fixture.write("waits"))
    #expect(fixture.client.channelsWithPendingWork == ["room"])
  }
}

import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

@Suite("R6: drafts in threads", .watched)
struct ThreadDraftRuleTests {
  @Test("R6: a message with a thread gets a thread draft, and a message of the thread does not")
  func existingThread() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    try await client.start()
    let parent = try await world.message("parent", by: "ana")
    let first = try await world.message("first", by: "ben", under: parent.id)
    let controller = client.messageController(for: parent.id, in: "general")
    try await controller.synchronize()
    // The message's event may arrive after the answer, and the thread's after both.
    await settle { controller.message?.threadInfo?.replyCount == 1 }
    let draft = try await controller.createThreadMessageDraft()
    #expect(draft.key == DraftKey(channelId: "general", parentId: parent.id))
    draft.update(text: "second")
    try await draft.send()
    let thread = MessageQuery(channelId: "general", parentId: parent.id)
    let replies = try await world.device().messages(thread).elements.filter(\.isReply)
    #expect(replies.map(\.text) == ["first", "second"])
    let reply = client.messageController(for: first.id, in: "general")
    await #expect(throws: ChatError.refused(.replyToReply)) { try await reply.createThreadMessageDraft() }
    try await client.stop()
  }
}

import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@Suite("In-memory service: drafts")
struct ServerDraftTests {
  private func words(_ text: String) -> DraftContent {
    DraftContent(elements: [.plainText(text: text)])
  }

  @Test("All devices of the person are notified, and no others")
  func events() async throws {
    let fixture = try await ServiceFixture()
    let tablet = await fixture.service.device(user: "ann", id: "tablet")
    let (own, other) = (try await fixture.ann.events(after: nil), try await tablet.events(after: nil))
    let bens = try await fixture.ben.events(after: nil)
    let key = DraftKey(channelId: fixture.room, parentId: "m1")
    _ = try await fixture.ann.saveDraft(words("a"), for: key, over: 0)
    try await fixture.ann.deleteDraft(for: key, over: 1)
    // The first event is that Ben joined.
    let heard = Array(try await other.take(3).dropFirst())
    #expect(heard.map(\.event.isAboutDraft) == [true, true])
    // The device that saved gets the event too, and recognises it by the device name.
    #expect(Array(try await own.take(3).dropFirst()) == heard)
    _ = try await fixture.ann.send(fixture.new("hello", "1"))
    #expect(try await bens.take(1)[0].event.text == "hello")
  }

  @Test("Keys are ordered by channel, the channel's own draft before those of its threads")
  func keys() {
    let inOrder = [
      DraftKey(channelId: "a"), DraftKey(channelId: "a", parentId: ""),
      DraftKey(channelId: "a", parentId: "m1"),
      DraftKey(channelId: "a", parentId: "m2"), DraftKey(channelId: "b"),
      DraftKey(channelId: "b", parentId: "m1"),
    ]
    #expect(inOrder.reversed().sorted() == inOrder)
  }
}

extension ChatEvent {
  var isAboutDraft: Bool {
    switch self {
    case .draftUpdated, .draftDeleted: true
    default: false
    }
  }
}

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

  @Test("A save over an old revision is refused with the current one, and a deletion counts as a revision")
  func revisions() async throws {
    let fixture = try await ServiceFixture()
    let tablet = await fixture.service.device(user: "ann", id: "tablet")
    let key = DraftKey(channelId: fixture.room)
    let first = try await fixture.ann.saveDraft(words("a"), for: key, over: 0)
    fixture.clock.advance(by: .seconds(5))
    let second = try await tablet.saveDraft(words("b"), for: key, over: 1)
    #expect(second.createdAt == first.createdAt && second.revision == 2 && second.updatedAt > first.updatedAt)
    await #expect(throws: ChatError.draftConflict(current: second, revision: 2)) {
      try await fixture.ann.saveDraft(words("c"), for: key, over: 1)
    }
    // As after a lost answer to the save of "b": repeating it is neither a conflict nor a new revision.
    #expect(try await tablet.saveDraft(words("b"), for: key, over: 1) == second)
    try await tablet.deleteDraft(for: key, over: 2)
    try await tablet.deleteDraft(for: key, over: 2)
    await #expect(throws: ChatError.draftConflict(current: nil, revision: 3)) {
      try await fixture.ann.saveDraft(words("c"), for: key, over: 2)
    }
    #expect(try await fixture.ann.saveDraft(words("c"), for: key, over: 3).revision == 4)
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

  @Test("Pages contain every draft once, even if one changes in between")
  func paging() async throws {
    let fixture = try await ServiceFixture()
    for number in 0..<60 {
      fixture.clock.advance(by: .milliseconds(number % 3))
      let key = DraftKey(channelId: fixture.room, parentId: MessageID("m\(number)"))
      _ = try await fixture.ann.saveDraft(words("\(number)"), for: key, over: 0)
    }
    var query = DraftListQuery()
    var page = try await fixture.ann.drafts(query)
    #expect(page.elements.count == 25)
    var all = page.elements
    try await fixture.ann.deleteDraft(for: all[3].key, over: 1)
    while let next = page.next {
      query.pagination.cursor = next
      page = try await fixture.ann.drafts(query)
      all += page.elements
    }
    #expect(all.count == 60 && Set(all.map(\.key)).count == 60)
    #expect(all == all.sorted(by: query.sorting.areInOrder))
    let offset = try await fixture.ann.drafts(DraftListQuery(pagination: Pagination(pageSize: 5, offset: 57)))
    #expect(offset.elements.count == 2 && offset.next == nil)
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

import ChatDomain
import DraftEngine
import Testing

@Suite("Drafts in a store")
struct DraftContractTests {
  @Test("A new store is empty", arguments: StoreFixtures.allCases)
  func empty(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    for try await store in fixture.lives {
      #expect(try await store.drafts().isEmpty)
      #expect(try await store.draft(for: Samples.general) == nil)
      #expect(try await store.draftHistory(for: nil, limit: 10).isEmpty)
      #expect(try await store.outbox().isEmpty)
      #expect(try await store.eventToken() == nil)
      #expect(try await store.cachedChannels(from: 0, limit: 9).isEmpty)
      #expect(try await store.cachedMessages(in: "general", limit: 10).isEmpty)
    }
  }

  @Test("Every field round-trips, byte by byte", arguments: StoreFixtures.allCases)
  func everyField(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let draft = Samples.fullDraft(Samples.thread)
    try await fixture.perform(.saveDraft(draft))
    for try await store in fixture.lives {
      let found = try #require(try await store.draft(for: Samples.thread))
      #expect(exact(found) == exact(draft))
      #expect(try await exact(store.drafts()) == exact([draft]))
    }
  }

  @Test("Absent fields stay absent", arguments: StoreFixtures.allCases)
  func absentFields(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    var bare = Samples.draft()
    bare.content = DraftContent()
    var deletedElsewhere = Samples.draft(Samples.thread)
    deletedElsewhere.ancestor = SyncedDraft(revision: 3, content: nil)
    // An edit with unchanged files differs from an edit that removes all files.
    bare.edit = StoredEdit(messageId: "m9", elements: [], caret: 0, files: nil)
    deletedElsewhere.edit = StoredEdit(messageId: "m9", elements: [], caret: 0, files: [])
    try await fixture.perform(.saveDraft(bare), .saveDraft(deletedElsewhere))
    for try await store in fixture.lives {
      #expect(try await store.draft(for: Samples.general) == bare)
      #expect(try await store.draft(for: Samples.thread) == deletedElsewhere)
    }
  }

  @Test(
    "Whether the common version was sent is kept, both ways", arguments: StoreFixtures.allCases)
  func spentAncestor(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    var spent = Samples.draft(Samples.thread)
    spent.ancestor = SyncedDraft(revision: 3, content: spent.content)
    spent.isAncestorSpent = true
    var fresh = spent
    fresh.key = Samples.general
    fresh.isAncestorSpent = false
    try await fixture.perform(.saveDraft(spent), .saveDraft(fresh))
    for try await store in fixture.lives {
      #expect(try await store.draft(for: Samples.thread)?.isAncestorSpent == true)
      #expect(try await store.draft(for: Samples.general)?.isAncestorSpent == false)
    }
    spent.isAncestorSpent = false
    try await fixture.perform(.saveDraft(spent))
    for try await store in fixture.lives {
      #expect(try await store.draft(for: Samples.thread)?.isAncestorSpent == false)
    }
  }

  @Test("A text round-trips byte by byte", arguments: StoreFixtures.allCases, DifficultText.all)
  func text(fixtures: StoreFixtures, difficult: DifficultText) async throws {
    let text = difficult.text
    let fixture = try await fixtures.make()
    try await fixture.perform(
      .saveDraft(Samples.draft(Samples.general, text)), .addHistory(Samples.history(text, at: 1)))
    for try await store in fixture.lives {
      let found = try #require(try await store.draft(for: Samples.general)).content.text
      #expect(Array(found.utf8) == Array(text.utf8))
      let entry = try #require(try await store.draftHistory(for: nil, limit: 1).first)
      #expect(Array(entry.elements.text.utf8) == Array(text.utf8))
    }
  }

  @Test("A text of a million bytes round-trips", arguments: StoreFixtures.allCases)
  func megabyte(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let text = String(repeating: "é e\u{301} \u{0}漢\n", count: 90_000)
    #expect(text.utf8.count > 1_000_000)
    try await fixture.perform(.saveDraft(Samples.draft(Samples.general, text)))
    for try await store in fixture.lives {
      let found = try #require(try await store.draft(for: Samples.general)).content.text
      #expect(Array(found.utf8) == Array(text.utf8))
    }
  }

  @Test("Saving again replaces the draft", arguments: StoreFixtures.allCases)
  func replaced(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(.saveDraft(Samples.fullDraft(Samples.general)))
    let second = Samples.draft(Samples.general, "second", created: 5, updated: 9)
    try await fixture.perform(.saveDraft(second))
    for try await store in fixture.lives { #expect(try await store.drafts() == [second]) }
  }

  @Test("Drafts of a channel and its threads are separate", arguments: StoreFixtures.allCases)
  func keysApart(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let keys = [
      Samples.general, Samples.thread, DraftKey(channelId: "general", parentId: "m2"),
      DraftKey(channelId: "other", parentId: "m1"), DraftKey(channelId: "other"),
      DraftKey(channelId: "general", parentId: ""), DraftKey(channelId: ""),
    ]
    for (number, key) in keys.enumerated() {
      try await fixture.perform(.saveDraft(Samples.draft(key, "draft \(number)")))
    }
    for try await store in fixture.lives {
      for (number, key) in keys.enumerated() {
        #expect(try await store.draft(for: key)?.content.text == "draft \(number)", "\(key)")
      }
    }
    try await fixture.perform(.deleteDraft(Samples.general))
    #expect(try await fixture.store.draft(for: Samples.general) == nil)
    #expect(try await fixture.store.drafts().count == keys.count - 1)
  }

  @Test("Deleting a missing draft is not an error", arguments: StoreFixtures.allCases)
  func deleteTwice(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(.saveDraft(Samples.draft()), .deleteDraft(Samples.thread))
    try await fixture.perform(.deleteDraft(Samples.general))
    try await fixture.perform(.deleteDraft(Samples.general))
    for try await store in fixture.lives { #expect(try await store.drafts().isEmpty) }
  }

  @Test(
    "The latest created comes first, whatever the order of saves and changes",
    arguments: StoreFixtures.allCases)
  func order(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    for (id, created) in [("b", 20), ("d", 5), ("a", 30), ("c", 10)] as [(ChannelID, Int64)] {
      try await fixture.perform(.saveDraft(Samples.draft(DraftKey(channelId: id), created: created)))
    }
    let key = DraftKey(channelId: "d")
    try await fixture.perform(.saveDraft(Samples.draft(key, "new words", created: 5, updated: 99)))
    for try await store in fixture.lives {
      #expect(try await store.drafts().map(\.key.channelId) == ["a", "b", "c", "d"])
    }
  }
}

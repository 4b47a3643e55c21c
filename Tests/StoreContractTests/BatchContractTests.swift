import ChatDomain
import DraftEngine
import Testing

@Suite("Batches of changes")
struct BatchContractTests {
  @Test("Within a batch the later change wins", arguments: StoreFixtures.allCases)
  func order(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(
      .saveDraft(Samples.draft()), .deleteDraft(Samples.general),
      .deleteDraft(Samples.thread), .saveDraft(Samples.draft(Samples.thread, "there")),
      .saveOutbox(Samples.outbox("a", 1)), .deleteOutbox("a"))
    for try await store in fixture.lives {
      #expect(try await store.drafts().map(\.key) == [Samples.thread])
      #expect(try await store.outbox().isEmpty)
    }
  }

  @Test("An empty batch changes nothing", arguments: StoreFixtures.allCases)
  func nothing(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform()
    for try await store in fixture.lives { #expect(try await store.drafts().isEmpty) }
  }

  @Test("A draft becomes a message in one batch", arguments: StoreFixtures.allCases)
  func publishing(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(.saveDraft(Samples.draft()))
    try await fixture.perform(
      .deleteDraft(Samples.general), .saveOutbox(Samples.outbox("t", 1)),
      .addHistory(Samples.history("hello", at: 1, reason: .sent)))
    for try await store in fixture.lives {
      #expect(try await store.drafts().isEmpty)
      #expect(try await store.outbox().count == 1)
      #expect(try await store.draftHistory(for: nil, limit: 9).map(\.reason) == [.sent])
    }
  }

  @Test(
    "A failed batch changes nothing, gives the reason, and can be retried", arguments: StoreFixtures.allCases)
  func failing(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(.saveDraft(Samples.draft()))
    try await fixture.mustFailWriting(with: .full)
    let publishing: [StoreChange] = [
      .deleteDraft(Samples.general), .saveOutbox(Samples.outbox("t", 1)), .saveEventToken("new"),
    ]
    await #expect(throws: StoreError.full) { try await fixture.store.perform(publishing) }
    #expect(try await fixture.store.drafts() == [Samples.draft()])
    #expect(try await fixture.store.outbox().isEmpty)
    #expect(try await fixture.store.eventToken() == nil)
    try await fixture.mustFailWriting(with: nil)
    try await fixture.store.perform(publishing)
    for try await store in fixture.lives {
      #expect(try await store.drafts().isEmpty)
      #expect(try await store.outbox().count == 1)
      #expect(try await store.eventToken() == "new")
    }
  }

  @Test("Concurrent readers see a batch whole or not at all", arguments: StoreFixtures.allCases)
  func isolation(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let keys = (0..<5).map { DraftKey(channelId: ChannelID("c\($0)")) }
    let store = fixture.store
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 0..<60 {
          try await store.perform(keys.map { .saveDraft(Samples.draft($0, "\(round)")) })
        }
      }
      for _ in 0..<60 {
        let seen = try await store.drafts()
        #expect(seen.isEmpty || seen.count == keys.count)
        #expect(Set(seen.map(\.content.text)).count <= 1)
      }
      try await group.waitForAll()
    }
  }

  @Test("Concurrent writers lose nothing", arguments: StoreFixtures.allCases)
  func writers(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let store = fixture.store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<25 {
            let sequence = writer * 25 + number
            try await store.perform([.saveOutbox(Samples.outbox(TransactionID("t\(sequence)"), sequence))])
          }
        }
      }
      try await group.waitForAll()
    }
    for try await store in fixture.lives {
      #expect(try await store.outbox().map(\.sequence) == Array(0..<100))
    }
  }

  @Test("A batch of thousands is saved whole", arguments: StoreFixtures.allCases)
  func large(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let count = 3_000
    var changes: [StoreChange] = []
    for number in 0..<count {
      let key = DraftKey(channelId: ChannelID("c\(number)"), parentId: number.isMultiple(of: 3) ? "m" : nil)
      changes.append(.saveDraft(Samples.draft(key, "\(number)", created: Int64(count - number))))
      changes.append(.addHistory(Samples.history("\(number)", of: key, at: Int64(number))))
    }
    changes.append(
      .cacheMessages((1...count).map { Samples.message(MessageID("m\($0)"), at: Int64($0)) }))
    try await fixture.store.perform(changes)
    for try await store in fixture.lives {
      #expect(try await store.drafts().map(\.content.text) == (0..<count).map(String.init))
      #expect(try await store.draftHistory(for: nil, limit: count * 2).count == count)
      #expect(try await store.cachedMessages(in: "general", limit: count * 2).count == count)
    }
  }
}

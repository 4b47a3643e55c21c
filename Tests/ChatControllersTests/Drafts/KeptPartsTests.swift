import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Rules about stored drafts, edits and messages, one per test.
@Suite("Storage rules", .watched)
struct KeptPartsTests {
  private func message(_ id: MessageID) -> Message {
    Message(
      id: id, channelId: "general", author: User(id: "me"), elements: [.plainText(text: "words")],
      createdAt: Timestamp(seconds: 1), timetoken: Timetoken(1))
  }

  @Test("Text that looks the same but has other scalars is saved again")
  func scalars() async throws {
    let (world, store) = (try await DraftWorld(), InMemoryStore())
    let client = await world.client(store: store)
    let draft = try client.draft()
    for text in ["caf\u{E9}", "cafe\u{301}"] {
      draft.update(text: text)
      try await client.flush()
      let kept = try await store.draft(for: draft.key)?.content.text ?? ""
      #expect(kept.unicodeScalars.elementsEqual(text.unicodeScalars))
    }
    try await client.stop()
  }

  @Test("A draft with text on its way to the outbox is not dropped")
  func outgoing() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    let draft = client.engine.drafts.registry.draft(for: DraftWorld.general)
    #expect(draft.isUnused)
    draft.setParts(DraftParts(files: [InputFile(path: "/a")]))
    let taken = draft.emptyForSending()
    #expect(draft.isEmpty && !draft.isUnused)
    draft.release(taken)
    #expect(draft.isUnused)
  }

  @Test("A file attached before the same one is loaded is there once")
  func sameFile() async throws {
    let (world, store) = (try await DraftWorld(), InMemoryStore())
    let (kept, new) = (InputFile(path: "/kept.txt"), InputFile(path: "/new.txt"))
    try await store.perform([
      .saveDraft(
        StoredDraft(
          key: DraftWorld.general, content: DraftContent(), inputFiles: [kept], createdAt: world.clock.now,
          updatedAt: world.clock.now))
    ])
    let client = await world.client(store: store)
    let draft = try client.draft()
    draft.files = [new, kept]
    try await client.engine.drafts.saver.load()
    #expect(draft.files == [kept, new])
  }

  @Test("When two drafts are joined, the remaining one's edit continues")
  func edits() {
    var (own, other) = (MessageEditing(), MessageEditing())
    _ = own.begin(message("mine"))
    _ = other.begin(message("theirs"))
    own.absorb(&other)
    #expect(own.current?.message.id == "mine" && other.current?.message.id == "theirs")
    var empty = MessageEditing()
    empty.absorb(&other)
    #expect(empty.current?.message.id == "theirs" && other.isEmpty)
  }

  @Test("Entries in the store are deleted there, others are never written")
  func deletions() {
    let entry = OutboxEntry(
      sequence: 1, transactionId: "t", work: .delete(hard: true), message: message("m"))
    for isWritten in [true, false] {
      var backlog = StoreBacklog()
      backlog.markNew("t")
      backlog.append([.saveOutbox(entry)])
      if isWritten {
        _ = backlog.begin()
        backlog.end()
      }
      backlog.append([.deleteOutbox("t")])
      #expect(backlog.deletes("t") == isWritten && backlog.isEmpty == !isWritten)
    }
  }

  @Test(
    "Two trims are both kept if each deletes something else",
    arguments: [
      (days: nil, count: 3, kept: 2), (nil, 9, 2), (10, 9, 2), (10, 5, 1), (10, 3, 1), (5, 3, 1),
    ] as [(days: Int?, count: Int, kept: Int)])
  func trims(days: Int?, count: Int, kept: Int) {
    func limits(_ days: Int?, _ count: Int) -> HistoryLimits {
      HistoryLimits(count: count, age: days.map { .seconds($0 * 86_400) }, now: Timestamp(seconds: 10))
    }
    var backlog = StoreBacklog()
    backlog.append([.trimHistory(limits(10, 5))])
    backlog.append([.trimHistory(limits(days, count))])
    #expect(backlog.begin().count == kept)
  }

  @Test("The quote of a pending message is deleted in the store too")
  func quotes() async throws {
    let fixture = try await ClientFixture()
    let said = try await fixture.say("a secret")
    var answer = fixture.write("answer")
    answer.quoted = QuotedMessage(said)
    try await fixture.outbox.enqueueSend(answer)
    fixture.outbox.entries.updateQuotes(of: said.id, in: "room") { $0.deleted }
    await fixture.client.engine.writer.write([])
    #expect(try await fixture.store.outbox().map(\.message.quoted?.isDeleted) == [true])
  }

  @Test("Deleting a pending message again does not delay it")
  func deletedTwice() async throws {
    let fixture = try await ClientFixture(takeBackPeriod: .seconds(10))
    try await fixture.start()
    await fixture.goOffline()
    let sending = try await fixture.send("words")
    let end = fixture.clock.now + .seconds(10)
    try await fixture.outbox.delete(sending.message, hard: false)
    fixture.clock.advance(by: .seconds(3))
    try await fixture.outbox.delete(sending.message, hard: true)
    let entry = try #require(fixture.outbox.queue[sending.transactionId])
    #expect(entry.notBefore == end && entry.deletesHard)
    try await fixture.client.stop()
  }
}

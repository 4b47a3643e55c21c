import ChatDomain
import DraftEngine
import Testing

@testable import LocalStorage

@Suite("Damaged rows of the message cache")
struct CacheDamageTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1))
  private let ann = User(id: "ann", name: "Ann")

  init() throws { folder = try TemporaryFolder() }

  private func message(_ id: MessageID, _ text: String, quoting quoted: Message? = nil) -> Message {
    Message(
      id: id, channelId: "general", author: ann, elements: [.plainText(text: text)],
      quoted: quoted.map { QuotedMessage($0) }, createdAt: clock.now, timetoken: Timetoken(1))
  }

  /// A store with a message and two that quote it, one of which is damaged.
  private func store(damaging id: MessageID) async throws -> SQLiteStore {
    let store = try await SQLiteStore.open(profile: folder.profile, clock: clock).store
    let said = message("said", "secret")
    try await store.perform([
      .cacheMessages([said, message("one", "1", quoting: said), message("two", "2", quoting: said)])
    ])
    try await store.execute(
      """
      UPDATE message SET record = CAST('secret, and no record' AS BLOB)
      WHERE id = CAST('\(id.rawValue)' AS BLOB)
      """)
    return store
  }

  private func rows(_ store: SQLiteStore) async throws -> Int {
    try await store.number("SELECT COUNT(*) FROM message")
  }

  @Test(
    "A deletion leaves no row with the deleted text, also if the row cannot be read",
    arguments: ["said", "one"] as [MessageID], [true, false])
  func deletion(damaged: MessageID, isHard: Bool) async throws {
    let store = try await store(damaging: damaged)
    try await store.perform([
      .deleteMessage(
        MessageDeletedEvent(
          channelId: "general", messageId: "said", parentId: nil, isHard: isHard, deletedAt: clock.now))
    ])
    #expect(try await rows(store) == (isHard && damaged == "one" ? 1 : 2))
    let kept = try await store.cachedMessages(in: "general", limit: 9)
    #expect(kept.allSatisfy { !$0.text.contains("secret") && $0.quoted?.isDeleted != false })
    #expect(!kept.contains { $0.id == damaged })
  }

  @Test("An update of a message replaces a damaged row or forgets it, and the batch is kept")
  func update() async throws {
    let store = try await store(damaging: "said")
    var later = message("said", "later")
    later.version = Timetoken(2)
    try await store.perform([.updateMessage(later), .saveEventToken("1")])
    #expect(try await rows(store) == 2)
    #expect(try await store.eventToken() == "1")
    try await store.perform([.cacheMessages([later])])
    #expect(try await store.cachedMessage("said", in: "general") == later)
    #expect(try await store.cachedMessage("one", in: "general")?.quoted?.elements.text == "later")
  }
}

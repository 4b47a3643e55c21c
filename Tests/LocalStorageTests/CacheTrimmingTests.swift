import ChatDomain
import ChatTestSupport
import DraftEngine
import Testing

@testable import LocalStorage

@Suite("Trimming the message cache")
struct CacheTrimmingTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1))
  private let ann = User(id: "ann", name: "Ann")

  init() throws { folder = try TemporaryFolder() }

  private func store(_ bounds: CacheBounds) async throws -> SQLiteStore {
    let store = try await SQLiteStore.open(profile: folder.profile, clock: clock).store
    await store.bound(bounds)
    return store
  }

  private func message(_ number: Int, in channel: ChannelID) -> Message {
    Message(
      id: MessageID("\(channel)-\(number)"), channelId: channel, author: ann,
      elements: [.plainText(text: "words")],
      createdAt: Timestamp(seconds: Int64(number)), timetoken: Timetoken(UInt64(number)))
  }

  /// Caches channels with these numbers of messages, latest activity first.
  private func fill(_ store: SQLiteStore, _ counts: [(ChannelID, Int)]) async throws {
    var changes: [StoreChange] = []
    for (index, (channel, count)) in counts.enumerated() {
      let kept = Channel(
        id: channel, name: channel.rawValue, type: .group, createdAt: Timestamp(seconds: Int64(1000 - index)))
      changes.append(.cacheChannels([ChannelSummary(channel: kept, memberCount: 1, reading: ReadPosition())]))
      changes.append(.cacheMessages((0..<count).map { message($0, in: channel) }))
    }
    try await store.perform(changes)
    await store.trimming?.value
  }

  private func kept(_ store: SQLiteStore, _ channel: ChannelID) async throws -> [String] {
    try await store.cachedMessages(in: channel, limit: .max).map(\.id.rawValue)
  }

  @Test("Each channel keeps its newest messages, and the total those of the most active channels")
  func newest() async throws {
    let store = try await store(CacheBounds(messagesPerChannel: 5, messages: 12, messagesPerBatch: 3))
    try await fill(store, [("a", 4), ("b", 17), ("c", 9), ("d", 9)])
    #expect(try await kept(store, "a") == (0..<4).map { "a-\($0)" })
    #expect(try await kept(store, "b") == (12..<17).map { "b-\($0)" })
    #expect(try await kept(store, "c") == (6..<9).map { "c-\($0)" })
    #expect(try await kept(store, "d").isEmpty)
  }

  @Test("The targets of draft replies, quotes and edits stay, and those of the outbox")
  func spared() async throws {
    let store = try await store(CacheBounds(messagesPerChannel: 2, messages: 100, messagesPerBatch: 2))
    let time = clock.now
    let thread = StoredDraft(
      key: DraftKey(channelId: "a", parentId: "a-1"),
      content: DraftContent(
        elements: [.plainText(text: "reply")],
        quoted: QuotedMessage(id: "a-2", channelId: "a", author: ann, elements: [])),
      createdAt: time, updatedAt: time)
    let editing = StoredDraft(
      key: DraftKey(channelId: "a"), content: DraftContent(),
      edit: StoredEdit(messageId: "a-3", elements: [.plainText(text: "other")], caret: 0), createdAt: time,
      updatedAt: time)
    let edit = OutboxEntry(
      sequence: 1, transactionId: "t",
      work: .edit(
        MessageEdit(transactionId: "t", channelId: "a", messageId: "a-4", markup: "w", files: [])),
      message: message(4, in: "a"))
    var sent = message(99, in: "a")
    (sent.parentId, sent.timetoken) = ("a-5", nil)
    sent.quoted = QuotedMessage(id: "a-6", channelId: "a", author: ann, elements: [])
    let reply = OutboxEntry(
      sequence: 2, transactionId: "u",
      work: .send(NewMessage(transactionId: "u", channelId: "a", parentId: "a-5", markup: "w")), message: sent
    )
    try await store.perform([
      .saveDraft(thread), .saveDraft(editing), .saveOutbox(edit), .saveOutbox(reply),
    ])
    // The same ids in another channel are different messages.
    try await fill(store, [("a", 12), ("b", 12)])
    #expect(try await kept(store, "a") == ([1, 2, 3, 4, 5, 6] + [10, 11]).map { "a-\($0)" })
    #expect(try await kept(store, "b") == ["b-10", "b-11"])
  }

  @Test("A message quoted by a draft stays even if only the log of edits has the draft")
  func sparedByLog() async throws {
    let store = try await store(CacheBounds(messagesPerChannel: 2, messages: 100, messagesPerBatch: 2))
    let quoting = StoredDraft(
      key: DraftKey(channelId: "a"),
      content: DraftContent(
        elements: [.plainText(text: "answer")],
        quoted: QuotedMessage(id: "a-2", channelId: "a", author: ann, elements: [])),
      createdAt: clock.now, updatedAt: clock.now)
    let isTaken = try await store.perform(
      [.cacheMessages((0..<6).map { message($0, in: "a") })], thenTake: .saveDraft(quoting))
    #expect(isTaken)
    await store.trimming?.value
    #expect(try await kept(store, "a") == ["a-2", "a-4", "a-5"])
  }

  @Test(
    "The cache is checked with a session's first messages and at intervals; drafts do not cause it")
  func due() async throws {
    let bounds = CacheBounds(messagesPerChannel: 2, messages: 100, messagesPerBatch: 10, messagesPerCheck: 6)
    weak var first: SQLiteStore?
    do {
      let store = try await store(bounds)
      first = store
      try await fill(store, [("a", 3)])
      #expect(try await kept(store, "a").count == 2)
      try await fill(store, [("a", 5)])
      #expect(try await kept(store, "a").count == 5)
      try await fill(store, [("b", 1)])
      #expect(try await kept(store, "a").count == 2)
      try await fill(store, [("a", 5)])
    }
    // The last trimming task may still hold the first store, and with it the profile.
    await settle("the end of the first store", until: { first == nil })
    let store = try await store(bounds)
    try await store.perform([.deleteDraft(DraftKey(channelId: "a"))])
    await store.trimming?.value
    #expect(try await kept(store, "a").count == 5)
    try await fill(store, [("b", 1)])
    #expect(try await kept(store, "a").count == 2)
  }

  @Test("A channel without any other record is removed first")
  func unknown() async throws {
    let store = try await store(
      CacheBounds(messagesPerChannel: 5, messages: 5, messagesPerBatch: 10, messagesPerCheck: 1))
    try await store.perform([.cacheMessages((0..<5).map { message($0, in: "unknown") })])
    try await fill(store, [("a", 4)])
    #expect(try await kept(store, "a").count == 4)
    #expect(try await kept(store, "unknown") == ["unknown-4"])
  }
}

extension SQLiteStore {
  fileprivate func bound(_ bounds: CacheBounds) { cacheCheck.bounds = bounds }

  /// Performs changes and an edit without anything in between.
  ///
  /// - Returns: whether the log took the edit.
  fileprivate func perform(_ changes: [StoreChange], thenTake edit: StoreChange) throws -> Bool {
    try perform(changes)
    return edits.take([edit])
  }
}

import CFaultySystem
import CSQLite
import ChatDomain
import DraftEngine
import Foundation
import InMemoryService
import TestSupport
import Testing

@testable import LocalStorage

/// A system call fails or the disk is full: acknowledged data is there after reopening, and failures are reported and
/// can be retried.
@Suite("Failing system calls", .serialized)
struct FaultTests {
  let folder: TemporaryFolder
  static let key = DraftKey(channelId: "general")

  init() throws {
    folder = try TemporaryFolder()
    faulty_install()
    faulty_plan(-1, SQLITE_OK)
    faulty_limit(-1)
  }

  private var file: String { folder.path + "/store.db" }

  func open(through system: String? = "faulty") throws -> SQLiteStore {
    try SQLiteStore(path: file, clock: StoppedClock(now: Timestamp(seconds: 1)), system: system)
  }

  /// A random session: typing, sending, and confirmations of sent messages.
  static func script(_ seed: UInt64) -> [[StoreChange]] {
    var generator = TestSupport.SeededGenerator(seed: seed)
    var text = String(repeating: "words ", count: 300)
    return (0..<12).map { step in
      text += generator.one(of: ["x", "é", "漢", " "])
      let time = Timestamp(seconds: Int64(step))
      let elements = [MessageElement.plainText(text: text)]
      let draft = StoredDraft(
        key: key, content: DraftContent(elements: elements), caret: step, createdAt: Timestamp(seconds: 0),
        updatedAt: time)
      guard step % 5 == 4 else { return [.saveDraft(draft)] }
      let id = TransactionID("t\(step)")
      let message = Message(
        id: MessageID(id.rawValue), channelId: "general", author: User(id: "ann"), elements: elements,
        createdAt: time)
      let work = OutboxEntry.Work.send(NewMessage(transactionId: id, channelId: "general", markup: text))
      text = String(text.prefix(1_500))
      return [
        .deleteDraft(key),
        .saveOutbox(OutboxEntry(sequence: step, transactionId: id, work: work, message: message)),
        .addHistory(DraftHistoryEntry(key: key, elements: elements, reason: .sent, at: time)),
      ]
    }
  }

  func state(of store: any LocalStore) async throws -> [AnyHashable] {
    [
      try await store.drafts(), try await store.outbox(), try await store.draftHistory(for: nil, limit: 100),
      try await store.eventToken(),
    ]
  }

  static let codes: [Int32] =
    [
      SQLITE_ERROR, SQLITE_INTERNAL, SQLITE_PERM, SQLITE_ABORT, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM,
      SQLITE_READONLY, SQLITE_INTERRUPT, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_CANTOPEN,
      SQLITE_PROTOCOL, SQLITE_TOOBIG, SQLITE_MISUSE, SQLITE_NOLFS, SQLITE_AUTH, SQLITE_NOTADB,
    ] + (1...33).map { SQLITE_IOERR | $0 << 8 } + (1...6).map { SQLITE_READONLY | $0 << 8 }
    + (1...6).map { SQLITE_CANTOPEN | $0 << 8 }

  @Test("No SQLite error at any operation loses acknowledged data", arguments: codes)
  func injected(code: Int32) async throws {
    faulty_plan(-1, SQLITE_OK)
    _ = try await run(through: try open())
    let operations = faulty_count()
    #expect(operations > 50)
    var generator = TestSupport.SeededGenerator(seed: TestSeed.value &+ UInt64(code))
    var (failures, tries) = (0, 0)
    // A few operations may fail without consequence, but not most.
    while tries < 4 || (failures == 0 && tries < 60) {
      tries += 1
      try removeFiles()
      let operation = generator.below(Int(operations))
      faulty_plan(operation, code)
      let comment: Comment = "code \(code), operation \(operation), seed \(TestSeed.value)"
      let store: SQLiteStore
      do {
        store = try open()
      } catch {
        failures += 1
        // Retry, as a person would.
        store = try open()
      }
      let (model, failed) = try await run(through: store)
      failures += failed
      // The fault may not have occurred yet, or not at all after another failure.
      faulty_plan(-1, SQLITE_OK)
      let expected = try await state(of: model)
      #expect(try await state(of: store) == expected, comment)
      // A second connection, as after a kill: the first one has not cleaned up.
      #expect(try await state(of: open(through: nil)) == expected, comment)
    }
    // SQLite retries when busy.
    if code != SQLITE_BUSY { #expect(failures > 0, "code \(code) was never heard of") }
  }

  /// Performs all batches, retrying failed ones once; the model has the acknowledged ones.
  private func run(through store: SQLiteStore) async throws -> (model: InMemoryStore, failures: Int) {
    let model = InMemoryStore()
    var failures = 0
    for batch in Self.script(7) {
      do throws(StoreError) {
        try await store.perform(batch)
      } catch {
        failures += 1
        let reading: [AnyHashable]
        do { reading = try await state(of: store) } catch { reading = [] }
        // Reads during the run give the state before the batch.
        if !reading.isEmpty { #expect(try await reading == state(of: model)) }
        try await store.perform(batch)
      }
      try await model.perform(batch)
    }
    return (model, failures)
  }

  private func removeFiles() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    }
  }

  @Test("Typing on a full disk: the latest text is saved as soon as there is room")
  func full() async throws {
    let store = try open()
    let model = InMemoryStore()
    faulty_limit(200_000)
    var waiting: [[StoreChange]] = []
    for round in 0..<20 {
      for batch in Self.script(UInt64(round)) {
        do throws(StoreError) {
          // Queued before later changes, as the client does it.
          guard waiting.isEmpty else { throw .full }
          try await store.perform(batch)
          try await model.perform(batch)
        } catch {
          #expect(error == .full)
          #expect(error.isWorthRetrying)
          waiting.append(batch)
        }
      }
    }
    #expect(!waiting.isEmpty)
    // Existing data can be read all the while.
    #expect(try await state(of: store) == state(of: model))
    faulty_limit(-1)
    for batch in waiting {
      try await store.perform(batch)
      try await model.perform(batch)
    }
    #expect(try await state(of: open(through: nil)) == state(of: model))
  }

  @Test("A transaction whose rollback failed is rolled back before the next")
  func leftOpen() async throws {
    let store = try await SQLiteStore.open(
      profile: folder.profile, clock: StoppedClock(now: Timestamp(seconds: 1))
    ).store
    try await store.execute("BEGIN; INSERT INTO mark (name, record) VALUES ('half', x'00')")
    try await store.perform([.saveEventToken("whole")])
    #expect(try await store.eventToken() == "whole")
    #expect(try await store.number("SELECT count(*) FROM mark WHERE name IN ('events', 'half')") == 1)
    // No damage was reported.
    #expect(try folder.files == ["store.db", "store.db-wal", "store.db-shm", "lock", "edits"])
  }

  @Test("A read-only file gives an error that says so, and can still be read")
  func readOnly() async throws {
    let store = try open()
    let model = try await run(through: store).model
    try await store.execute("PRAGMA query_only = ON")
    await #expect(throws: StoreError.readOnly) { try await store.perform([.saveEventToken("new")]) }
    #expect(StoreError.readOnly.isWorthRetrying)
    #expect(try await state(of: store) == state(of: model))
    try await store.execute("PRAGMA query_only = OFF")
    try await store.perform([.saveEventToken("new")])
    #expect(try await store.eventToken() == "new")
  }
}

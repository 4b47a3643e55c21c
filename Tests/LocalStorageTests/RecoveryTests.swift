import ChatDomain
import DraftEngine
import Foundation
import SQLite
import TestSupport
import Testing

@testable import LocalStorage

@Suite("Damaged files")
struct RecoveryTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))

  init() throws { folder = try TemporaryFolder() }

  private func key(_ number: Int) -> DraftKey { DraftKey(channelId: ChannelID("channel-\(number)")) }

  /// Long enough to fill separate pages, and changed since it was written.
  private func draft(_ number: Int, end: String = "") -> StoredDraft {
    let words = "draft \(number) " + String(repeating: "words of \(number) ", count: 300) + end
    return StoredDraft(
      key: key(number), content: DraftContent(elements: [.plainText(text: words)]), caret: number,
      createdAt: clock.now, updatedAt: clock.now)
  }

  private func open() async throws -> OpenedStore {
    try await SQLiteStore.open(profile: folder.profile, clock: clock)
  }

  /// Fills a store and closes it, so that all data is in one file.
  private func fill(_ count: Int = 20) async throws {
    let store = try await open().store
    try await store.perform((0..<count).map { .saveDraft(draft($0)) })
    try await store.perform((0..<count).map { .saveDraft(draft($0, end: "!")) })
    let entry = DraftHistoryEntry(
      key: key(1), elements: [.plainText(text: "history")], reason: .cleared, at: clock.now)
    let message = Message(
      id: "t", channelId: "channel-1", author: User(id: "ann"), elements: [.plainText(text: "on its way")],
      createdAt: clock.now)
    let work = OutboxEntry.Work.send(
      NewMessage(transactionId: "t", channelId: "channel-1", markup: "on its way"))
    try await store.perform([
      .addHistory(entry), .saveEventToken("token"),
      .saveOutbox(OutboxEntry(sequence: 1, transactionId: "t", work: work, message: message)),
    ])
    try await store.checkpoint()
  }

  private func damage(_ change: (inout Data) -> Void) throws {
    var bytes = try folder.bytes(folder.store)
    change(&bytes)
    try bytes.write(to: URL(filePath: folder.store))
  }

  @Test("A sound file opens as it is")
  func sound() async throws {
    try await fill()
    #expect(try await open().recovery == nil)
    #expect(try folder.files.isSubset(of: ["store.db", "store.db-wal", "store.db-shm", "lock", "edits"]))
  }

  @Test("A changed bit in its version number does not prevent reading", arguments: 0..<32)
  func versionBit(bit: Int) async throws {
    try await fill()
    try damage { $0[60 + bit / 8] ^= 1 << UInt8(bit % 8) }
    let damaged = try folder.bytes(folder.store)
    let opened = try await open()
    #expect(try await Set(opened.store.drafts()) == Set((0..<20).map { draft($0, end: "!") }))
    #expect(try await opened.store.outbox().count == 1)
    let recovery = try #require(opened.recovery)
    #expect(try folder.bytes(folder.profile + "/" + #require(recovery.setAsideAs)) == damaged)
  }

  @Test("A file that is not a database is set aside, and the program starts", arguments: [0, 1, 5_000])
  func garbage(kept: Int) async throws {
    try await fill()
    try damage { bytes in
      bytes = bytes.prefix(kept) + Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    }
    let damaged = try folder.bytes(folder.store)
    let opened = try await open()
    let recovery = try #require(opened.recovery)
    #expect(recovery.setAsideAs == "store.db-damaged-2026-09-21-14-13-20")
    #expect(try folder.bytes(folder.profile + "/" + #require(recovery.setAsideAs)) == damaged)
    try await opened.store.perform([.saveDraft(draft(1))])
    #expect(try await opened.store.drafts() == [draft(1)])
    for file in try folder.files { #expect(try folder.mode(folder.profile + "/" + file) == 0o600, "\(file)") }
  }

  @Test("A damaged first page loses only the recorded length")
  func head() async throws {
    try await fill()
    try damage { $0.replaceSubrange(0..<4096, with: Data(repeating: 0xA5, count: 4096)) }
    let opened = try await open()
    let recovery = try #require(opened.recovery)
    #expect(recovery.found?.drafts == 20)
    #expect(recovery.found?.historyEntries == 1)
    #expect(recovery.found?.outboxEntries == 1)
    #expect(recovery.found?.unreadable == 1)
    for number in 0..<20 {
      #expect(try await opened.store.draft(for: key(number)) == draft(number, end: "!"))
    }
    #expect(try await opened.store.outbox().map(\.transactionId) == ["t"])
    // Later events may be lost, so they are loaded again.
    #expect(try await opened.store.eventToken() == nil)
  }

  @Test("Any page may be damaged: only drafts on it are lost, and none is changed")
  func pages() async throws {
    try await fill()
    let sound = try folder.bytes(folder.store)
    var lost = 0
    for page in 1..<sound.count / 4096 {
      try sound.write(to: URL(filePath: folder.store))
      try damage {
        $0.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(repeating: 0x5A, count: 4096))
      }
      let store = try await open().store
      let drafts = try await store.drafts()
      for draft in drafts {
        let number = draft.caret
        // The draft with its last change, or without it if that was on the damaged page.
        #expect([self.draft(number), self.draft(number, end: "!")].contains(draft), "page \(page)")
      }
      #expect(drafts.count >= 19, "page \(page)")
      lost += 20 - drafts.count
      #expect(try await store.outbox().count <= 1)
    }
    // Each draft has pages that only it uses, and each page was damaged once.
    #expect(lost > 0)
  }

  @Test("A changed byte is noticed, and the draft is not shown with a different text")
  func byte() async throws {
    try await fill()
    try damage { bytes in
      guard let range = bytes.range(of: Data("words of 7 words".utf8)) else { return }
      bytes[range.lowerBound] = UInt8(ascii: "s")
    }
    let store = try await open().store
    let texts = try await store.drafts().map(\.content.text)
    #expect(texts.count == 19)
    #expect(!texts.contains { $0.contains("sords") })
    var news = store.news.makeAsyncIterator()
    guard case .recovered(let recovery) = await news.next() else { throw Unexpected("nothing was said") }
    #expect(recovery.found?.unreadable == 1)
    #expect(recovery.description.contains("One place in it could not be read"))
  }

  @Test("Damage found while writing is repaired, and the new data is saved")
  func writing() async throws {
    try await fill()
    let store = try await open().store
    // Make SQLite drop its cache and read the page that leads to the drafts.
    try await store.execute("PRAGMA shrink_memory")
    let root = try await store.number("SELECT rootpage FROM sqlite_schema WHERE name = 'draft_change'")
    try damage { $0.replaceSubrange((root - 1) * 4096..<root * 4096, with: Data(repeating: 1, count: 4096)) }
    try await store.perform([.saveDraft(draft(3, end: " and more"))])
    #expect(try await store.draft(for: key(3)) == draft(3, end: " and more"))
    #expect(try await store.drafts().count == 20)
    var news = store.news.makeAsyncIterator()
    guard case .recovered(let recovery) = await news.next() else { throw Unexpected("nothing was said") }
    #expect(recovery.setAsideAs == "store.db-damaged-2026-09-21-14-13-20")
  }

  @Test("Rebuilt tables know the log's first number: a missing log is still noticed")
  func begunLog() async throws {
    try await fill()
    let store = try await open().store
    #expect(await store.takes([.saveDraft(draft(4, end: " typed"))]))
    try await store.perform([.deleteDraft(key(5))])
    let begun = try #require(try await store.begunLog())
    try await store.execute("PRAGMA shrink_memory")
    let root = try await store.number("SELECT rootpage FROM sqlite_schema WHERE name = 'draft_change'")
    try damage { $0.replaceSubrange((root - 1) * 4096..<root * 4096, with: Data(repeating: 1, count: 4096)) }
    try await store.perform([.saveDraft(draft(3, end: " and more"))])
    var news = store.news.makeAsyncIterator()
    let said = await news.next()
    if case .recovered? = said {} else { Issue.record("\(String(describing: said))") }
    #expect(try await store.begunLog() == begun)
  }

  @Test("A damaged file that cannot be set aside stays, and no empty one replaces it")
  func immovable() async throws {
    try await fill()
    let store = try await open().store
    try await store.execute("PRAGMA shrink_memory")
    let root = try await store.number("SELECT rootpage FROM sqlite_schema WHERE name = 'history'")
    try damage { $0.replaceSubrange((root - 1) * 4096..<root * 4096, with: Data(repeating: 1, count: 4096)) }
    let damaged = try folder.bytes(folder.store)
    // The journal has to be moved with the file, and cannot be.
    let obstacle = folder.store + "-damaged-2026-09-21-14-13-20-wal"
    try FileManager.default.createDirectory(atPath: obstacle + "/full", withIntermediateDirectories: true)
    for _ in 0..<2 {
      await #expect(throws: StoreError.self) { try await store.draftHistory(for: nil, limit: 9) }
      #expect(try folder.bytes(folder.store) == damaged)
      // The rest can still be read and written.
      #expect(try await store.drafts().count == 20)
    }
    #expect(try folder.files.filter { $0.hasSuffix("-salvage") || $0.hasSuffix("-recovered") }.isEmpty)
    try await store.perform([.saveDraft(draft(21))])
    try FileManager.default.removeItem(atPath: obstacle)
    _ = try await store.draftHistory(for: nil, limit: 9)
    #expect(try await store.drafts().count == 21)
    #expect(try await store.outbox().count == 1)
  }

  @Test(
    "An interrupted recovery is completed at the next start, at any point",
    arguments: ["unfinished", "finished"])
  func brokenOff(place: String) async throws {
    try await fill()
    let sound = try folder.bytes(folder.store)
    if place == "unfinished" {
      try sound.prefix(9_000).write(to: URL(filePath: folder.store + "-salvage"))
    } else {
      try FileManager.default.moveItem(atPath: folder.store, toPath: folder.store + "-recovered")
      try Data("the journal of the damaged one".utf8).write(to: URL(filePath: folder.store + "-wal"))
    }
    let store = try await open().store
    #expect(try await store.drafts().count == 20)
    #expect(try folder.files.filter { $0.hasSuffix("-salvage") || $0.hasSuffix("-recovered") }.isEmpty)
  }

  @Test("Two damaged files of the same second get two names")
  func twice() async throws {
    for name in ["store.db-damaged-2026-09-21-14-13-20", "store.db-damaged-2026-09-21-14-13-20-2"] {
      try await fill(2)
      try damage { $0.replaceSubrange(0..<100, with: Data(repeating: 9, count: 100)) }
      #expect(try await open().recovery?.setAsideAs == name)
    }
  }

  @Test("After a crash the journal's data is found too, and deleted data is not")
  func journal() async throws {
    let store = try await open().store
    try await store.perform((0..<20).map { .saveDraft(draft($0)) })
    try await store.perform((0..<10).map { .saveDraft(draft($0, end: "!")) })
    try await store.perform((10..<15).map { .deleteDraft(key($0)) })
    // As after a crash: the journal was not checkpointed.
    let crashed = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: crashed.profile, withIntermediateDirectories: true)
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.store + end, toPath: crashed.store + end)
    }
    let opened = try await SQLiteStore.open(profile: crashed.profile, clock: clock)
    let expected = (0..<10).map { draft($0, end: "!") } + (15..<20).map { draft($0) }
    #expect(try await Set(opened.store.drafts()) == Set(expected))
    let salvage = try Salvage.found(in: folder.store)
    #expect(Set(salvage) == Set(expected))
  }

  @Test(
    "With any bytes changed the program starts and shows no text that was not typed", arguments: 0..<40)
  func anything(run: Int) async throws {
    try await fill(6)
    var generator = SeededGenerator(seed: TestSeed.value &+ UInt64(run))
    try damage { bytes in
      for _ in 0...generator.below(12) {
        let start = generator.below(bytes.count)
        for place in start..<min(bytes.count, start + 1 + generator.below(64)) {
          bytes[place] = UInt8(generator.below(256))
        }
      }
      if generator.percent(20) { bytes = bytes.prefix(generator.below(bytes.count)) }
    }
    let store = try await open().store
    let known = Set((0..<6).flatMap { [draft($0), draft($0, end: "!")] })
    #expect(try await known.isSuperset(of: store.drafts()), "seed \(TestSeed.value)")
    try await store.perform([.saveDraft(draft(7))])
    #expect(try await store.draft(for: key(7)) == draft(7), "seed \(TestSeed.value)")
  }
}

extension Salvage {
  /// The drafts found without SQLite.
  fileprivate static func found(in path: String) throws -> [StoredDraft] {
    let new = try Connection(path: Connection.memory)
    try new.configure()
    var salvage = try Salvage(from: path)
    try salvage.write(to: new)
    return try DraftTable(new).drafts()
  }
}

@Suite("Salvaged data")
struct SalvageTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))

  init() throws { folder = try TemporaryFolder() }

  private func typed(_ text: String) -> StoreChange {
    .saveDraft(
      StoredDraft(
        key: DraftKey(channelId: "general"), content: DraftContent(elements: [.plainText(text: text)]),
        createdAt: clock.now, updatedAt: clock.now))
  }

  @Test("Of two drafts of one place the later one stays, and the other goes to the history")
  func twoDrafts() async throws {
    do {
      let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil).store
      try await store.perform([typed("begun last")])
      // Rows are recognised by the types of their columns, in any table.
      try await store.execute(
        """
        CREATE TABLE twin (
          id INTEGER PRIMARY KEY, channel BLOB, parent BLOB, created INTEGER, head BLOB, record BLOB, background BLOB)
        """)
      try await store.execute(
        "INSERT INTO twin SELECT id + 1, channel, parent, created, head, record, background FROM draft")
      try await store.perform([typed("begun first")])
      try await store.checkpoint()
    }
    var bytes = try folder.bytes(folder.store)
    bytes.replaceSubrange(0..<4096, with: Data(repeating: 0xA5, count: 4096))
    try bytes.write(to: URL(filePath: folder.store))
    let opened = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil)
    #expect(opened.recovery != nil)
    #expect(try await opened.store.drafts().map(\.content.text) == ["begun last"])
    let history = try await opened.store.draftHistory(for: nil, limit: 9)
    #expect(history.map(\.elements.text) == ["begun first"] && history.map(\.reason) == [.merged])
  }
}

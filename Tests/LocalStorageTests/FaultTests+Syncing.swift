import CFaultySystem
import CSQLite
import ChatDomain
import DraftEngine
import Foundation
import InMemoryService
import Synchronization
import TestSupport
import Testing

@testable import LocalStorage

/// Copies of a folder, made before each operation.
enum Watched {
  static let state = Mutex<(folder: TemporaryFolder, copies: [ProfileCopy], failures: Int)?>(nil)

  static func begin(_ folder: TemporaryFolder) {
    state.withLock { $0 = (folder, [], 0) }
    faulty_observe {
      Watched.state.withLock { state in
        guard let folder = state?.folder else { return }
        do { state?.copies.append(try ProfileCopy(of: folder)) } catch { state?.failures += 1 }
      }
    }
  }

  static func end() -> (copies: [ProfileCopy], failures: Int) {
    faulty_observe(nil)
    return state.withLock { state in
      defer { state = nil }
      return (state?.copies ?? [], state?.failures ?? 0)
    }
  }
}

/// The files that an interrupted process leaves, and the part of them that is on disk.
extension FaultTests {
  @Test("A process may be killed at any operation: acknowledged data is there, and no damage is reported")
  func endsAnywhere() async throws {
    let clock = StoppedClock(now: Timestamp(seconds: 1))
    let model = InMemoryStore()
    var before = try await state(of: model)
    var opened = 0
    var generator = TestSupport.SeededGenerator(seed: TestSeed.value)
    func check(_ after: [AnyHashable], _ what: Comment) async throws {
      let (copies, failures) = Watched.end()
      #expect(failures == 0)
      // All copies in which the journal changes state, which are rare, and a sample of the others.
      for copy in copies where copies.count < 60 || generator.percent(20) {
        let other = try copy.folder()
        let found = try SQLiteStore.open(profile: other.profile, clock: clock, system: nil)
        #expect(found.recovery == nil, what)
        let state = try await state(of: found.store)
        #expect(state == before || state == after, what)
        opened += 1
      }
      before = after
    }
    for round in 0..<2 {
      Watched.begin(folder)
      let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: "faulty").store
      try await check(before, "opening, round \(round)")
      for (number, batch) in Self.script(UInt64(round)).enumerated() {
        Watched.begin(folder)
        try await store.perform(batch)
        // The next write restarts the journal.
        if number % 4 == 3 { await store.emptyJournal() }
        try await model.perform(batch)
        try await check(state(of: model), "batch \(number), round \(round)")
      }
      Watched.begin(folder)
      try await store.perform([.forgetHistory(nil)])
      try await model.perform([.forgetHistory(nil)])
      try await check(state(of: model), "forgetting, round \(round)")
      Watched.begin(folder)
      try await store.checkpoint()
      try await check(before, "the end of round \(round)")
    }
    #expect(opened > 100)
  }

  @Test("Data visible to others is synced when acknowledged, a draft shortly afterwards")
  func synced() async throws {
    let clock = StoppedClock(now: Timestamp(seconds: 1))
    let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: "faulty").store
    let script = Self.script(1)
    let drafts = script.filter { $0.count == 1 }
    let sends = script.filter { $0.count > 1 }
    // The first write marks the file as needing a journal.
    try await store.perform(drafts[0])
    let atFirst = faulty_syncs()
    for batch in drafts { try await store.perform(batch) }
    #expect(faulty_syncs() == atFirst)
    for (number, batch) in sends.enumerated() {
      try await store.perform(batch)
      #expect(faulty_syncs() == atFirst + number + 1)
    }
    faulty_watch(folder.store + "-wal")
    #expect(faulty_outside_syncs() == 0)
    try await store.perform(drafts[1])
    // Queued after the sync.
    let journal = try #require(await store.journal)
    await withCheckedContinuation { done in
      journal.queue.asyncAfter(deadline: .now() + JournalFile.delay) { done.resume() }
    }
    #expect(faulty_outside_syncs() == 1)
  }

  @Test("A failed erasure of the journal is repeated by the next batch")
  func owedErasure() async throws {
    let clock = StoppedClock(now: Timestamp(seconds: 1))
    let secret = "the secret that nobody may read"
    let entry = DraftHistoryEntry(
      key: Self.key, elements: [.plainText(text: secret)], reason: .cleared, at: clock.now)
    func isInFiles() throws -> Bool {
      try folder.files.contains {
        try folder.bytes(folder.profile + "/" + $0).range(of: Data(secret.utf8)) != nil
      }
    }
    let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: "faulty").store
    // Count the operations until it is forgotten, and until no file contains it.
    faulty_plan(-1, SQLITE_OK)
    try await store.perform([.addHistory(entry), .saveEventToken("1")])
    faulty_plan(-1, SQLITE_OK)
    try await store.perform([.forgetHistory(nil)])
    let operations = faulty_count()
    var owed = 0
    for (operation, second) in (0..<operations).flatMap({ one in (0..<14).map { (one, $0) } }) {
      try await store.perform([.addHistory(entry), .saveEventToken("1")])
      faulty_plan(operation, SQLITE_IOERR | 6 << 8)
      do throws(StoreError) {
        try await store.perform([.forgetHistory(nil)])
      } catch {
        // In that case nothing was forgotten.
        faulty_plan(-1, SQLITE_OK)
        #expect(try await store.draftHistory(for: nil, limit: 9).count >= 1)
        try await store.perform([.forgetHistory(nil)])
      }
      faulty_plan(-1, SQLITE_OK)
      if try isInFiles() {
        owed += 1
        // The next batch checkpoints the journal too; if that fails as well, the erasure is still pending.
        faulty_plan(second, SQLITE_IOERR | 6 << 8)
        do throws(StoreError) { try await store.perform([.saveEventToken("2")]) } catch {}
        faulty_plan(-1, SQLITE_OK)
        try await store.perform([.saveEventToken("3")])
      }
      #expect(try !isInFiles(), "operations \(operation), \(second)")
    }
    #expect(owed > 0)
  }
}

import CFaultySystem
import ChatDomain
import DraftEngine
import Foundation
import TestSupport
import Testing

@testable import LocalStorage

/// Faults in the log of edits.
extension FaultTests {
  private static let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))

  private static func typed(_ text: String) -> StoreChange {
    .saveDraft(
      StoredDraft(
        key: key, content: DraftContent(elements: [.plainText(text: text)]), createdAt: clock.now,
        updatedAt: clock.now))
  }

  private func openProfile(_ folder: TemporaryFolder) throws -> SQLiteStore {
    try SQLiteStore.open(profile: folder.profile, clock: Self.clock, system: "faulty").store
  }

  private func texts(_ store: SQLiteStore) async throws -> [String] {
    try await store.drafts().map(\.content.text)
  }

  /// The texts that a new process finds after this one has ended in this state.
  private func kept() async throws -> [String] {
    let other = try ProfileCopy(of: folder).folder()
    return try await texts(openProfile(other))
  }

  @Test("The log of an earlier session is synced before the log restarts")
  func adoptedEdits() async throws {
    let earlier = try openProfile(folder)
    let clean = try ProfileCopy(of: folder).folder()
    #expect(await earlier.takes([Self.typed("typed")]))
    let left = try ProfileCopy(of: folder).folder()
    var before = faulty_syncs()
    try await openProfile(clean).perform([Self.typed("typed")])
    let soon = faulty_syncs() - before
    before = faulty_syncs()
    #expect(try await texts(openProfile(left)) == ["typed"])
    #expect(faulty_syncs() - before == soon + 1)
  }

  @Test(
    "If neither the tables nor the disk take the edits, that is reported, and no more are accepted until the tables have all"
  )
  func unsyncedEdits() async throws {
    let store = try openProfile(folder)
    var news = store.news.makeAsyncIterator()
    #expect(await store.takes([Self.typed("a")]))
    try await store.execute("PRAGMA query_only = ON")
    faulty_unsync(folder.edits)
    await store.foldAfterEdit()
    guard case .unsynced? = await news.next() else { throw Unexpected("not said") }
    try await store.execute("PRAGMA query_only = OFF")
    #expect(await !store.takes([Self.typed("ab")]))
    #expect(try await kept() == ["ab"])
    #expect(await store.takes([Self.typed("abc")]))
    #expect(try await kept() == ["abc"])
  }

  @Test("If the tables do not take the edits and the disk has them, the next edit goes to the tables")
  func unfoldedEdits() async throws {
    let store = try openProfile(folder)
    #expect(await store.takes([Self.typed("a")]))
    try await store.execute("PRAGMA query_only = ON")
    // The first fold syncs the log, and the second one finds no further edit.
    await store.foldAfterEdit()
    await store.foldAfterEdit()
    try await store.execute("PRAGMA query_only = OFF")
    #expect(await !store.takes([Self.typed("ab")]))
    #expect(try await kept() == ["ab"])
  }

  @Test(
    "During typing the tables get edits only if the log cannot be synced; afterwards they get all of them"
  )
  func typingGoesOn() async throws {
    let store = try openProfile(folder)
    for text in ["a", "ab"] {
      #expect(await store.takes([Self.typed(text)]))
      await store.foldAfterEdit()
      #expect(!store.edits.waiting.isEmpty)
    }
    await store.foldAfterEdit()
    #expect(store.edits.waiting.isEmpty)
    #expect(await store.takes([Self.typed("abc")]))
    faulty_unsync(folder.edits)
    await store.foldAfterEdit()
    #expect(store.edits.waiting.isEmpty)
    #expect(try await kept() == ["abc"])
  }

  @Test("A power cut that loses edits which the tables have leaves a valid log")
  func powerCut() async throws {
    let store = try openProfile(folder)
    try await store.perform([Self.typed("begun")])
    let onDisk = try ProfileCopy(of: folder).edits
    #expect(await store.takes([Self.typed("typed")]))
    // The tables are synced at once, and the log is not.
    try await store.fold()
    let left = try ProfileCopy(of: folder).changingLog { $0 = onDisk }.folder()
    let opened = try SQLiteStore.open(profile: left.profile, clock: Self.clock, system: "faulty")
    #expect(opened.logRecovery == nil)
    #expect(try await texts(opened.store) == ["typed"])
  }

  @Test("A restarted log does not claim what the disk refused")
  func unsyncedOpening() async throws {
    let store = try openProfile(folder)
    faulty_unsync(folder.edits)
    try await store.perform([Self.typed("in the tables")])
    let left = try ProfileCopy(of: folder).changingLog { $0 = nil }.folder()
    #expect(
      try SQLiteStore.open(profile: left.profile, clock: Self.clock, system: "faulty").logRecovery == nil)
    // The second one restarts the log, and the third one records that.
    try await store.perform([Self.typed("again")])
    try await store.perform([Self.typed("once more")])
    let later = try ProfileCopy(of: folder).changingLog { $0 = nil }.folder()
    #expect(
      try SQLiteStore.open(profile: later.profile, clock: Self.clock, system: "faulty").logRecovery != nil)
  }

  @Test("After a failed erasure of the log the next edit goes to the tables")
  func failedErasure() async throws {
    let store = try openProfile(folder)
    #expect(await store.takes([Self.typed("a")]))
    faulty_fill(folder.edits)
    try await store.fold()
    faulty_fill(nil)
    #expect(await !store.takes([Self.typed("ab")]))
    #expect(try await kept() == ["ab"])
    #expect(await store.takes([Self.typed("abc")]))
    #expect(try await kept() == ["abc"])
    let left = try ProfileCopy(of: folder).folder()
    #expect(
      try SQLiteStore.open(profile: left.profile, clock: Self.clock, system: "faulty").logRecovery == nil)
  }

  @Test("If forgetting is interrupted before the log is synced, the log stays valid")
  func forgettingCutShort() async throws {
    let store = try openProfile(folder)
    // The tables record where the log begins, which needs a sync.
    try await store.perform([Self.typed("begun")])
    #expect(await store.takes([Self.typed("typed")]))
    faulty_unsync(folder.edits)
    await #expect(throws: StoreError.self) { try await store.perform([.forgetHistory(nil)]) }
    let left = try ProfileCopy(of: folder).folder()
    let opened = try SQLiteStore.open(profile: left.profile, clock: Self.clock, system: "faulty")
    #expect(opened.logRecovery == nil)
    #expect(try await texts(opened.store) == ["typed"])
    // The next attempt succeeds in forgetting it.
    try await store.perform([.forgetHistory(nil)])
    #expect(try folder.hasNoEdits())
  }

  @Test(
    "A start interrupted before it sets a damaged log aside leaves that to the next one", arguments: 1..<4)
  func damagedEdits(number: Int) async throws {
    let store = try openProfile(folder)
    for text in ["a", "ab", "abc"] { #expect(await store.takes([Self.typed(text)])) }
    let damaged = try ProfileCopy(of: folder).changingEdits { bytes in
      let place = EditFrame.frames(in: Array(bytes))[..<number].map(\.length).reduce(0, +)
      bytes[place + 10] ^= 8
    }
    let first = try damaged.folder()
    Watched.begin(first)
    #expect(
      try SQLiteStore.open(profile: first.profile, clock: Self.clock, system: "faulty").logRecovery != nil)
    let (copies, failures) = Watched.end()
    #expect(failures == 0 && !copies.isEmpty)
    for copy in copies {
      let other = try copy.folder()
      let opened = try SQLiteStore.open(profile: other.profile, clock: Self.clock, system: nil)
      #expect(opened.logRecovery?.damage == .edits && opened.logRecovery?.setAsideAs != nil)
      #expect(try await texts(opened.store) == [number == 3 ? "ab" : "abc"])
    }
  }
}

import ChatDomain
import DraftEngine
import Foundation
import Testing

@testable import LocalStorage

/// The files that count as an older copy of a profile, and the report.
@Suite("Older copies of a profile")
struct OlderCopyTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ text: String) -> StoreChange {
    .saveDraft(
      StoredDraft(
        key: DraftKey(channelId: "general"), content: DraftContent(elements: [.plainText(text: text)]),
        createdAt: clock.now, updatedAt: clock.now))
  }

  private func open(_ folder: TemporaryFolder) throws -> OpenedStore {
    try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil)
  }

  /// The recovery that a start finds in a copy.
  private func recovery(of copy: ProfileCopy) throws -> Recovery? {
    let other = try copy.folder()
    let recovery = try open(other).recovery
    withExtendedLifetime(other) {}
    return recovery
  }

  @Test("If nothing was typed since, no notice mentions the history")
  func nothingTyped() async throws {
    let store = try open(folder).store
    try await store.perform([draft("typed")])
    try await store.checkpoint()
    let earlier = try ProfileCopy(of: folder)
    #expect(await store.takes([draft("typed more")]))
    try await store.fold()
    let lock = try ProfileCopy(of: folder).lock
    let found = try recovery(of: earlier.changingLock { $0 = lock })
    #expect(found?.damage == .older)
    #expect(found?.description.contains("in the history") == false)
  }

  @Test("After a power cut that lost only unsynced data, nothing is called an older copy")
  func powerCut() async throws {
    let store = try open(folder).store
    try await store.perform([draft("on the disk")])
    let onDisk = try ProfileCopy(of: folder)
    // It is synced only by the test.
    let journal = try #require(await store.journal)
    journal.queue.suspend()
    try await store.perform([draft("not yet on the disk")])
    let before = try ProfileCopy(of: folder).lock
    journal.queue.resume()
    await withCheckedContinuation { done in
      journal.queue.asyncAfter(deadline: .now() + JournalFile.delay) { done.resume() }
    }
    let after = try ProfileCopy(of: folder).lock
    #expect(try recovery(of: onDisk.changingLock { $0 = before }) == nil)
    #expect(try recovery(of: onDisk.changingLock { $0 = after })?.damage == .older)
  }

  @Test("The new file of an interrupted recovery is not called an older copy")
  func recoveryCutShort() async throws {
    let store = try open(folder).store
    try await store.perform([draft("typed")])
    try await store.checkpoint()
    let other = try ProfileCopy(of: folder).changing("") { $0 = $0?.prefix(9_000) }.folder()
    do {
      // The start is interrupted after it created the new file.
      let place = ProfileFolder(path: other.profile)
      let lock = try ProfileOpening.lock(place, clock: clock)
      #expect(try ProfileOpening.own(place, lock: lock, clock: clock).1 != nil)
    }
    #expect(try open(other).recovery == nil)
  }

  @Test("After a recovery during use and no later changes, the new file is valid")
  func recoveryInUse() async throws {
    let store = try open(folder).store
    try await store.perform([
      draft("typed"),
      .addHistory(
        DraftHistoryEntry(
          key: DraftKey(channelId: "general"), elements: [.plainText(text: "history")], reason: .cleared,
          at: clock.now)),
    ])
    try await store.checkpoint()
    try await store.execute("PRAGMA shrink_memory")
    let root = try await store.number("SELECT rootpage FROM sqlite_schema WHERE name = 'history'")
    var bytes = try folder.bytes(folder.store)
    bytes.replaceSubrange((root - 1) * 4_096..<root * 4_096, with: Data(repeating: 1, count: 4_096))
    try bytes.write(to: URL(filePath: folder.store))
    _ = try await store.draftHistory(for: nil, limit: 9)
    #expect(try folder.files.contains { $0.contains("-damaged-") })
    let killed = try ProfileCopy(of: folder)
    for copy in [killed, killed.changing("-shm") { $0 = nil }] {
      let other = try copy.folder()
      let opened = try open(other)
      #expect(opened.recovery == nil)
      #expect(try await opened.store.drafts().map(\.content.text) == ["typed"])
    }
  }
}

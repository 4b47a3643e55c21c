import ChatDomain
import Foundation
import SQLite
import Testing

@testable import LocalStorage

@Suite("Reading profiles of other versions")
struct ReadingTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))
  /// Migrations of a later version of the program.
  private let migrations =
    Migration.all + [
      Migration(
        name: "later",
        sql: "ALTER TABLE history ADD COLUMN later BLOB; UPDATE draft SET created = created + 1;")
    ]

  init() throws { folder = try TemporaryFolder() }

  private func copyFixture() throws {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Fixtures/version-1.db")
    try FileManager.default.createDirectory(atPath: folder.profile, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: fixture, to: URL(filePath: folder.store))
  }

  @Test("A file of an earlier version is read, migrated in memory, and unchanged on disk")
  func earlier() async throws {
    try copyFixture()
    let before = try folder.bytes(folder.store)
    let store = try #require(
      try SQLiteStore.read(profile: folder.profile, clock: clock, migrations: migrations))
    #expect(try await store.drafts() == [VersionSample.one.draft("at last")])
    #expect(try await store.draftHistory(for: nil, limit: .max) == [VersionSample.one.history])
    #expect(try await store.number("PRAGMA user_version") == migrations.count)
    #expect(try await store.number("SELECT created FROM draft") == 1_000_001)
    await #expect(throws: StoreError.readOnly) { try await store.perform([.forgetHistory(nil)]) }
    #expect(try folder.bytes(folder.store) == before)
  }

  @Test("The journal of such a file is read too")
  func journal() async throws {
    let owner = try await SQLiteStore.open(profile: folder.profile, clock: clock).store
    try await owner.perform([.saveDraft(VersionSample.one.draft("just now"))])
    let store = try #require(
      try SQLiteStore.read(profile: folder.profile, clock: clock, migrations: migrations))
    #expect(try await store.drafts() == [VersionSample.one.draft("just now")])
    #expect(try await owner.number("PRAGMA user_version") == Migration.latest)
  }

  @Test("Without write permission in the folder, a copy of the file is migrated")
  func borrowed() throws {
    try copyFixture()
    let connection = try #require(BorrowedStore.read(folder.store, migrations: migrations))
    #expect(try connection.knownVersion(to: migrations) == migrations.count)
    #expect(try DraftTable(connection).drafts() == [VersionSample.one.draft("at last")])
  }

  @Test("A file in which an interrupted start created nothing is empty")
  func empty() async throws {
    try FileManager.default.createDirectory(atPath: folder.profile, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: folder.store))
    let store = try #require(try SQLiteStore.read(profile: folder.profile, clock: clock))
    #expect(try await store.drafts().isEmpty)
    #expect(try await store.draftHistory(for: nil, limit: 9).isEmpty)
    #expect(try folder.bytes(folder.store).isEmpty)
  }

  @Test("An unreadable profile is not treated as empty")
  func unreadable() async {
    // In a separate process, which drops root, because root may read everything.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let clock = StoppedClock(now: Timestamp(seconds: 1))
      _ = try await SQLiteStore.open(profile: folder.profile, clock: clock)
      chmod(folder.path, 0o755)
      chmod(folder.profile, 0o000)
      if geteuid() == 0 {
        chmod(folder.path + "/state", 0o755)
        chmod(folder.path + "/state/inkwell", 0o755)
        try #require(setuid(65534) == 0)
      }
      #expect(throws: StoreError.notPermitted(path: folder.store)) {
        try SQLiteStore.read(profile: folder.profile, clock: clock)
      }
      #expect(try SQLiteStore.read(profile: folder.path + "/other", clock: clock) == nil)
    }
  }

  @Test("A file of a newer version is refused unchanged")
  func later() async throws {
    do {
      let owner = try await SQLiteStore.open(profile: folder.profile, clock: clock).store
      try await owner.perform([.saveDraft(VersionSample.one.draft("at last"))])
      try await owner.claim(version: Migration.latest + 1)
    }
    let before = try folder.bytes(folder.store)
    #expect(throws: StoreError.newerVersion(found: Migration.latest + 1, known: Migration.latest)) {
      try SQLiteStore.read(profile: folder.profile, clock: clock)
    }
    #expect(try folder.bytes(folder.store) == before)
  }
}

@Suite("Reading a store from a copy")
struct BorrowingTests {
  @Test("Nothing of the copy is left in the temporary folder, during and after reading")
  func leavesNothing() async {
    // In a separate process with its own temporary folder.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let clock = StoppedClock(now: Timestamp(seconds: 1))
      let key = DraftKey(channelId: "general")
      let draft = StoredDraft.kept(for: key, at: clock.now)
      let store = try await SQLiteStore.open(profile: folder.profile, clock: clock).store
      try await store.perform([.saveDraft(draft)])
      let temporary = folder.path + "/temporary"
      try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
      setenv("TMPDIR", temporary, 1)
      do {
        let copy = try #require(BorrowedStore.read(folder.store))
        try #require(try DraftTable(copy).drafts() == [draft])
        try #require(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
      }
      // Also if the copied file is not a store.
      try Data("no store".utf8).write(to: URL(filePath: folder.path + "/other"))
      try #require(BorrowedStore.read(folder.path + "/other") == nil)
      try #require(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    }
  }
}

import ChatDomain
import Foundation
import SQLite
import Testing

@testable import LocalStorage

@Suite("Files of earlier versions")
struct MigrationTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))

  init() throws { folder = try TemporaryFolder() }

  private func open(version: Int) async throws -> OpenedStore {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/version-\(version).db")
    try FileManager.default.createDirectory(atPath: folder.profile, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: fixture, to: URL(filePath: folder.store))
    return try await SQLiteStore.open(profile: folder.profile, clock: clock)
  }

  @Test("A version 1 file opens with everything and becomes current")
  func versionOne() async throws {
    let opened = try await open(version: 1)
    #expect(opened.recovery == nil)
    let store = opened.store
    #expect(try await store.drafts() == [VersionSample.one.draft("at last")])
    #expect(try await store.draftHistory(for: nil, limit: 9) == [VersionSample.one.history])
    #expect(try await store.outbox() == VersionSample.one.outbox)
    #expect(try await store.eventToken() == VersionSample.one.token)
    #expect(try await store.cachedChannels(from: 0, limit: 9) == [VersionSample.one.channel])
    #expect(try await store.cachedMessages(in: "general", limit: 9) == [VersionSample.one.message])
    #expect(try await store.number("PRAGMA user_version") == Migration.latest)
    // Later changes are stored as in a new file.
    try await store.perform([.saveDraft(VersionSample.one.draft("at last!"))])
    #expect(try await store.drafts() == [VersionSample.one.draft("at last!")])
  }

  @Test("A version 2 file opens with everything, and quotes and sent messages are found")
  func versionTwo() async throws {
    let opened = try await open(version: 2)
    #expect(opened.recovery == nil)
    let store = opened.store
    #expect(try await store.drafts() == [VersionSample.two.draft("at last")])
    #expect(try await store.draftHistory(for: nil, limit: 9) == [VersionSample.two.history])
    #expect(try await store.outbox() == VersionSample.two.outbox)
    #expect(try await store.cachedChannels(from: 0, limit: 9) == [VersionSample.two.channel])
    #expect(try await store.cachedMessages(in: "general", limit: 9) == [VersionSample.two.message])
    #expect(try await store.cachedMessage("t1", in: "general") == VersionSample.two.message)
    try await store.perform([
      .deleteMessage(
        MessageDeletedEvent(
          channelId: "general", messageId: "m2", parentId: nil, isHard: true,
          deletedAt: Timestamp(seconds: 1)))
    ])
    #expect(try await store.cachedMessage("m1", in: "general")?.quoted?.isDeleted == true)
  }

  @Test("There is a sample file of every released version")
  func complete() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures").path
    let found = try Set(FileManager.default.contentsOfDirectory(atPath: folder))
    #expect(found == Set((1...Migration.latest).map { "version-\($0).db" }))
  }

  @Test("A migrated file has the schema of a new one")
  func schema() async throws {
    let old = try await open(version: 1).store
    let new = try SQLiteStore.inMemory(clock: clock)
    #expect(try await old.schema() == new.schema())
  }

  @Test("Each step has its own name")
  func names() {
    #expect(Set(Migration.all.map(\.name)).count == Migration.latest)
  }
}

extension SQLiteStore {
  fileprivate func schema() throws -> [String] {
    var parts: [String] = []
    try connection.rows("SELECT CAST(sql AS BLOB) FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name") {
      parts.append(String(decoding: $0.bytes(0), as: UTF8.self))
    }
    return parts
  }
}

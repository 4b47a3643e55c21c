import ChatDomain
import DraftEngine
import Foundation
import TestSupport
import Testing

@testable import LocalStorage

/// Files are removed, moved or replaced by a backup while the program runs.
@Suite("Files that were moved")
struct PlaceTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ number: Int) -> StoredDraft {
    StoredDraft(
      key: DraftKey(channelId: ChannelID("channel-\(number)")),
      content: DraftContent(elements: [.plainText(text: "draft \(number)")]), createdAt: clock.now,
      updatedAt: clock.now)
  }

  private var entry: DraftHistoryEntry {
    DraftHistoryEntry(
      key: DraftKey(channelId: "general"), elements: [.plainText(text: "history")], reason: .cleared,
      at: clock.now)
  }

  private func open() async throws -> OpenedStore {
    try await SQLiteStore.open(profile: folder.profile, clock: clock)
  }

  /// The drafts in the file that is there now.
  private func found() async throws -> Set<StoredDraft> {
    try await Set(SQLiteStore(path: folder.store, clock: clock).drafts())
  }

  enum Removal: String, CaseIterable {
    case store, journal, sharedMemory, lock, folder

    func path(in folder: TemporaryFolder) -> String {
      switch self {
      case .store: folder.store
      case .journal: folder.store + "-wal"
      case .sharedMemory: folder.store + "-shm"
      case .lock: folder.profile + "/lock"
      case .folder: folder.profile
      }
    }
  }

  @Test("A removed file is created again with all its data", arguments: Removal.allCases, [false, true])
  func removed(what: Removal, isMoved: Bool) async throws {
    let store = try await open().store
    try await store.perform([.saveDraft(draft(1)), .addHistory(entry)])
    let path = what.path(in: folder)
    if isMoved {
      try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/elsewhere")
    } else {
      try FileManager.default.removeItem(atPath: path)
    }
    try await store.perform([.saveDraft(draft(2))])
    var news = store.news.makeAsyncIterator()
    guard case .renewed = await news.next() else { throw Unexpected("nothing was said") }
    #expect(try await found() == [draft(1), draft(2)])
    try await store.perform([.saveDraft(draft(3))])
    #expect(try await found() == [draft(1), draft(2), draft(3)])
    #expect(try await store.draftHistory(for: nil, limit: 9) == [entry])
    for file in try folder.files { #expect(try folder.mode(folder.profile + "/" + file) == 0o600, "\(file)") }
    // This session also still owns the profile.
    #expect(try await open().ownership == .readOnly(owner: ProfileOwner(process: getpid(), since: clock.now)))
  }

  @Test("A file put in its place is kept under another name")
  func replaced() async throws {
    let store = try await open().store
    try await store.perform([.saveDraft(draft(1))])
    try Data("a backup".utf8).write(to: URL(filePath: folder.path + "/backup"))
    // As programs do that replace a file atomically.
    rename(folder.path + "/backup", folder.store)
    try await store.perform([.saveDraft(draft(2))])
    var news = store.news.makeAsyncIterator()
    let name = "store.db-replaced-2026-09-21-14-13-20"
    #expect(await news.next() == .renewed(setAsideAs: name))
    #expect(try folder.bytes(folder.profile + "/" + name) == Data("a backup".utf8))
    #expect(try await found() == [draft(1), draft(2)])
  }

  @Test("While no new file can be created each change says so; then all is saved")
  func nowhere() async throws {
    let store = try await open().store
    try await store.perform([.saveDraft(draft(1))])
    try FileManager.default.removeItem(atPath: folder.profile)
    try Data("a file where a folder should be".utf8).write(to: URL(filePath: folder.profile))
    try await store.perform([.saveDraft(draft(2))])
    var news = store.news.makeAsyncIterator()
    guard case .lost = await news.next() else { throw Unexpected("nothing was said") }
    for _ in 0..<2 {
      await #expect(throws: StoreError.self) { try await store.perform([.saveDraft(draft(3))]) }
    }
    #expect(try await store.drafts().count == 2)
    try FileManager.default.removeItem(atPath: folder.profile)
    try await store.perform([.saveDraft(draft(3))])
    #expect(try await found() == [draft(1), draft(2), draft(3)])
  }

  @Test("A session that lost the profile learns the new owner")
  func lostToOther() async throws {
    let store = try await open().store
    try await store.perform([.saveDraft(draft(1))])
    try FileManager.default.moveItem(atPath: folder.profile, toPath: folder.path + "/elsewhere")
    let other = try await open()
    #expect(other.ownership == .owned)
    try await store.perform([.saveDraft(draft(2))])
    var news = store.news.makeAsyncIterator()
    #expect(await news.next() == .lost(.lockedBy(process: getpid())))
    await #expect(throws: StoreError.lockedBy(process: getpid())) {
      try await store.perform([.saveDraft(draft(2))])
    }
    #expect(try await store.drafts().count == 2)
    #expect(try await other.store.drafts().isEmpty)
  }
}

import ChatDomain
import Foundation
import Testing

@testable import LocalStorage

@Suite("A store that is read from a copy")
struct BorrowingTests {
  @Test("Nothing of the copy stays in the temporary folder, while it is read and afterwards")
  func leavesNothing() async {
    // In a process of its own, which has its own temporary folder.
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
      // Also when what is copied is no store.
      try Data("no store".utf8).write(to: URL(filePath: folder.path + "/other"))
      try #require(BorrowedStore.read(folder.path + "/other") == nil)
      try #require(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    }
  }
}

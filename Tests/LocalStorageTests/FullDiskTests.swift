import ChatDomain
import DraftEngine
import Foundation
import Testing

@testable import LocalStorage

/// Each test runs in a separate process, because the limit applies to all files that a process writes.
@Suite("A full disk")
struct FullDiskTests {
  @Test("At the system's file size limit the store is full, and continues without the limit")
  func limited() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      signal(SIGXFSZ, SIG_IGN)
      let clock = StoppedClock(now: Timestamp(seconds: 1))
      let store = try await SQLiteStore.open(profile: folder.profile, clock: clock).store
      var limit = rlimit(rlim_cur: 300_000, rlim_max: rlim_t.max)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      var kept: StoredDraft?
      var refused: StoredDraft?
      for step in 0..<3_000 where refused == nil {
        let draft = StoredDraft(
          key: DraftKey(channelId: "general"),
          content: DraftContent(elements: [.plainText(text: String(repeating: "word ", count: 400 + step))]),
          caret: step, createdAt: clock.now, updatedAt: clock.now)
        do throws(StoreError) {
          try await store.perform([.saveDraft(draft)])
          kept = draft
        } catch {
          try #require(error == .full)
          refused = draft
        }
      }
      try #require(try await store.drafts() == [kept].compactMap(\.self))
      let last = try #require(refused)
      limit.rlim_cur = rlim_t.max
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      try await store.perform([.saveDraft(last)])
      let other = try SQLiteStore(path: folder.store, clock: clock)
      try #require(try await other.drafts() == [last])
    }
  }

  @Test("Text typed after an edit that the disk refused is found again")
  func behindRefused() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let clock = StoppedClock(now: Timestamp(seconds: 1))
      let folder = try TemporaryFolder()
      // Edits are folded only by the test.
      let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil).store
      func draft(_ text: String) -> StoredDraft {
        StoredDraft(
          key: DraftKey(channelId: "general"), content: DraftContent(elements: [.plainText(text: text)]),
          createdAt: clock.now, updatedAt: clock.now)
      }
      try #require(await store.takes([.saveDraft(draft("typed"))]))
      // The file cannot grow any further.
      let length = EditFrame.frames(in: Array(try folder.bytes(folder.edits))).map(\.length).reduce(0, +)
      var limit = rlimit(rlim_cur: rlim_t(length), rlim_max: rlim_t.max)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      try #require(await store.submitted([.saveDraft(draft("typed more"))]) != nil)
      limit.rlim_cur = rlim_t.max
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      try #require(await store.submitted([.saveDraft(draft("typed more"))]) == nil)
      try #require(await store.takes([.saveDraft(draft("typed on"))]))
      let other = try ProfileCopy(of: folder).folder()
      let reopened = try SQLiteStore.open(profile: other.profile, clock: clock, system: nil).store
      try #require(try await reopened.drafts().map(\.content.text) == ["typed on"])
    }
  }

  @Test("A damaged file that cannot be repaired on a full disk stays and is repaired later")
  func fullWhileMending() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      signal(SIGXFSZ, SIG_IGN)
      let clock = StoppedClock(now: Timestamp(seconds: 1))
      let draft = StoredDraft(
        key: DraftKey(channelId: "general"), content: DraftContent(elements: [.plainText(text: "kept")]),
        createdAt: clock.now, updatedAt: clock.now)
      let store = try await SQLiteStore.open(profile: folder.profile, clock: clock).store
      try await store.perform([.saveDraft(draft)])
      try await store.execute("UPDATE mark SET record = x'00'; INSERT INTO mark VALUES ('events', x'0011')")
      var limit = rlimit(rlim_cur: 16_000, rlim_max: rlim_t.max)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      for _ in 0..<2 { await #expect(throws: StoreError.full) { try await store.eventToken() } }
      limit.rlim_cur = rlim_t.max
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      try #require(try await store.eventToken() == nil)
      try #require(try await store.drafts() == [draft])
      try #require(try folder.files.contains { $0.hasPrefix("store.db-damaged-") })
    }
  }
}

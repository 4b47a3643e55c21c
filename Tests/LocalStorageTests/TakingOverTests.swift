import ChatDomain
import DraftEngine
import Foundation
import Testing

@testable import LocalStorage

/// A profile that could not be written when it was opened can be taken over later, without a restart.
@Suite("Taking a profile over")
struct TakingOverTests {
  private let folder: TemporaryFolder
  private let now = Timestamp(seconds: 1_790_000_000)
  private let key = DraftKey(channelId: "general")

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ text: String) -> StoredDraft {
    StoredDraft(
      key: key, content: DraftContent(elements: [.plainText(text: text)]), createdAt: now, updatedAt: now)
  }

  private func open() async throws -> OpenedStore {
    try await SQLiteStore.open(profile: folder.profile, clock: StoppedClock(now: now))
  }

  /// Retries until the profile is taken over. Another test may be starting a process, which holds all locks of this
  /// one between fork and exec, even released ones.
  private func takeOver(_ store: SQLiteStore, by changes: [StoreChange]) async {
    await #expect(throws: StoreError.takenOver) {
      for _ in 0..<100_000 {
        do throws(StoreError) {
          return try await store.perform(changes)
        } catch {
          guard case .lockedBy(getpid()) = error else { throw error }
          await Task.yield()
        }
      }
    }
  }

  @Test("The second session owns the profile after the first, and reads before it writes")
  func second() async throws {
    var first: SQLiteStore? = try await open().store
    let second = try await open().store
    try await first?.perform([.saveDraft(draft("the last words"))])
    await #expect(throws: StoreError.lockedBy(process: getpid())) {
      try await second.perform([.saveDraft(draft("mine"))])
    }
    first = nil
    await takeOver(second, by: [.saveDraft(draft("mine"))])
    #expect(try await second.draft(for: key) == draft("the last words"))
    try await second.perform([.saveDraft(draft("mine"))])
    #expect(try await second.draft(for: key) == draft("mine"))
    var news = second.news.makeAsyncIterator()
    #expect(await news.next() == .takenOver)
    #expect(try await open().ownership == .readOnly(owner: ProfileOwner(process: getpid(), since: now)))
  }

  @Test("After taking over, typed text is synced and folded into the tables")
  func folding() async throws {
    func open() throws -> SQLiteStore {
      try SQLiteStore.open(
        profile: folder.profile, clock: StoppedClock(now: now), system: nil, delay: .milliseconds(1)
      ).store
    }
    var first: SQLiteStore? = try open()
    let second = try open()
    withExtendedLifetime(first) {}
    first = nil
    await takeOver(second, by: [.saveDraft(draft("mine"))])
    #expect(await second.takes([.saveDraft(draft("mine"))]))
    while try EditFrame.frames(in: Array(folder.bytes(folder.edits))).count > 1 { await Task.yield() }
    #expect(
      try await SQLiteStore(path: folder.store, clock: StoppedClock(now: now)).drafts() == [draft("mine")])
  }

  @Test(
    "After taking over, the session holds SQLite's locks"
  )
  func locks() async throws {
    var first: SQLiteStore? = try await open().store
    let second = try await open().store
    try await first?.perform([.saveDraft(draft("first"))])
    // Closing it drops the process's locks.
    let memory = Glibc.open(folder.store + "-shm", O_RDWR | O_CLOEXEC)
    try #require(memory >= 0)
    defer { close(memory) }
    func isLocked() -> Bool {
      // The byte that every process with a connection has locked. F_OFD_GETLK also reports locks of this process.
      var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 128, l_len: 1, l_pid: 0)
      return fcntl(memory, 36, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
    #expect(isLocked())
    first = nil
    await takeOver(second, by: [.saveDraft(draft("mine"))])
    #expect(isLocked())
    try await second.perform([.saveDraft(draft("mine"))])
    #expect(isLocked())
  }

  @Test("Queued messages belong to the owner until the profile is taken over")
  func outbox() async throws {
    var first: SQLiteStore? = try await open().store
    let message = Message(
      id: "t", channelId: "general", author: User(id: "ann"), elements: [.plainText(text: "on its way")],
      createdAt: now)
    let work = OutboxEntry.Work.send(
      NewMessage(transactionId: "t", channelId: "general", markup: "on its way"))
    try await first?.perform([
      .saveOutbox(OutboxEntry(sequence: 1, transactionId: "t", work: work, message: message))
    ])
    let second = try await open().store
    #expect(try await second.outbox().isEmpty)
    first = nil
    await takeOver(second, by: [])
    #expect(try await second.outbox().map(\.transactionId) == ["t"])
  }

  @Test("If no profile could be created on a full disk, it is created as soon as there is space")
  func full() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      signal(SIGXFSZ, SIG_IGN)
      let clock = StoppedClock(now: Timestamp(seconds: 1))
      let draft = StoredDraft(
        key: DraftKey(channelId: "general"), content: DraftContent(elements: [.plainText(text: "kept")]),
        createdAt: clock.now, updatedAt: clock.now)
      var limit = rlimit(rlim_cur: 100, rlim_max: rlim_t.max)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let opened = try await SQLiteStore.open(profile: folder.profile, clock: clock)
      try #require(opened.trouble == .full)
      try #require(try await opened.store.drafts().isEmpty)
      for _ in 0..<2 {
        await #expect(throws: StoreError.full) { try await opened.store.perform([.saveDraft(draft)]) }
      }
      limit.rlim_cur = rlim_t.max
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      await #expect(throws: StoreError.takenOver) { try await opened.store.perform([.saveDraft(draft)]) }
      try await opened.store.perform([.saveDraft(draft)])
      let other = try SQLiteStore(path: folder.store, clock: clock)
      try #require(try await other.drafts() == [draft])
    }
  }
}

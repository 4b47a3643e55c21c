import ChatDomain
import ChatTestSupport
import DraftEngine
import Foundation
import SQLite
import Testing

@testable import LocalStorage

@Suite("Opening a profile")
struct OpeningTests {
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

  @Test("Saved data is there again")
  func reopens() async throws {
    do {
      let opened = try await open()
      #expect(opened.ownership == .owned)
      #expect(opened.recovery == nil)
      try await opened.store.perform([.saveDraft(draft("kept"))])
    }
    #expect(try await open().store.draft(for: key) == draft("kept"))
  }

  @Test("Others cannot read the folder or its files, even if they could before")
  func permissions() async throws {
    let store = try await open().store
    try await store.perform([.saveDraft(draft("secret"))])
    #expect(try folder.files == ["store.db", "store.db-wal", "store.db-shm", "lock", "edits"])
    for file in try folder.files { #expect(try folder.mode(folder.profile + "/" + file) == 0o600, "\(file)") }
    #expect(try folder.mode(folder.profile) == 0o700)
    #expect(try folder.mode(folder.path + "/state") == 0o700)
  }

  @Test("Files that others could read become private")
  func closed() async throws {
    _ = try await open()
    for (path, mode) in [(folder.profile, 0o755), (folder.store, 0o644)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    let store = try await open().store
    try await store.perform([.saveDraft(draft("secret"))])
    #expect(try folder.mode(folder.profile) == 0o700)
    for file in ["", "-wal", "-shm"] { #expect(try folder.mode(folder.store + file) == 0o600) }
  }

  @Test("A second session learns who owns the profile, reads, and writes nothing")
  func second() async throws {
    let first = try await open()
    try await first.store.perform([.saveDraft(draft("one"))])
    let second = try await SQLiteStore.open(
      profile: folder.profile, clock: StoppedClock(now: now + .seconds(60)))
    #expect(second.ownership == .readOnly(owner: ProfileOwner(process: getpid(), since: now)))
    #expect(try await second.store.draft(for: key) == draft("one"))
    try await first.store.perform([.saveDraft(draft("two"))])
    #expect(try await second.store.draft(for: key) == draft("two"))
    await #expect(throws: StoreError.lockedBy(process: getpid())) {
      try await second.store.perform([.saveDraft(draft("mine"))])
    }
    #expect(try await first.store.draft(for: key) == draft("two"))
  }

  @Test("Opening waits for a closing owner, to own the profile or read it")
  func waits() async throws {
    let first = try await open()
    let second = try await open()
    for store in [first.store, second.store] {
      #expect(try await store.number("PRAGMA busy_timeout") >= 1_000)
    }
  }

  @Test("After the owner is gone the next session owns the profile")
  func handedOver() async throws {
    do { _ = try await open() }
    #expect(try await open().ownership == .owned)
  }

  @Test("After the owner is gone the next session owns the profile, even during a process start")
  func handedOverWhileStarting() async throws {
    weak var first: SQLiteStore?
    var inherited: [Int32] = []
    do {
      let store = try await open().store
      first = store
      // As in a child process between fork and exec.
      inherited = withExtendedLifetime(store) {
        ["/lock", "/edits"].compactMap { openFile(folder.profile + $0) }.map { dup($0) }
      }
    }
    defer { for file in inherited { close(file) } }
    #expect(inherited.count == 2)
    await settle(
      "the end of the first store", until: { first == nil && !ProfileLock.isTaken(folder.profile + "/lock") })
    let second = try await open()
    #expect(second.ownership == .owned)
    #expect(await second.store.takes([.saveDraft(draft("typed"))]))
  }

  /// The descriptor of a file that is open in this process.
  private func openFile(_ path: String) -> Int32? {
    // Many concurrent tests may have thousands of descriptors.
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.compactMap { Int32($0) }.first { descriptor in
      var (open, named) = (stat(), stat())
      return fstat(descriptor, &open) == 0 && stat(path, &named) == 0
        && (open.st_dev, open.st_ino) == (named.st_dev, named.st_ino)
    }
  }

  @Test("A lock file left by a killed owner is no lock")
  func dead() async throws {
    weak var first: SQLiteStore?
    do { first = try await open().store }
    await settle(
      "the end of the first store", until: { first == nil && !ProfileLock.isTaken(folder.profile + "/lock") })
    // A live process, because the number of a dead one may be reused.
    try "1 1790000000000000".padding(toLength: 47, withPad: " ", startingAt: 0).appending("\n")
      .write(toFile: folder.profile + "/lock", atomically: false, encoding: .utf8)
    let opened = try await open()
    #expect(opened.ownership == .owned)
    let second = try await open()
    #expect(second.ownership == .readOnly(owner: ProfileOwner(process: getpid(), since: now)))
  }

  @Test("A file of a newer version is refused unchanged")
  func newer() async throws {
    do {
      let store = try await open().store
      try await store.perform([.saveDraft(draft("from the future"))])
      try await store.claim(version: Migration.latest + 4)
    }
    let before = try folder.bytes(folder.store)
    await #expect(throws: StoreError.newerVersion(found: Migration.latest + 4, known: Migration.latest)) {
      try await open()
    }
    #expect(try folder.bytes(folder.store) == before)
    #expect(try folder.files.subtracting(["store.db-shm", "store.db-wal"]) == ["store.db", "lock", "edits"])
  }

  @Test("A file of a newer version is refused even with a flipped bit in its number", arguments: 0..<32)
  func newerChanged(bit: Int) async throws {
    do {
      let store = try await open().store
      try await store.perform([.saveDraft(draft("from the future"))])
      try await store.claim(version: Migration.latest + 4)
      try await store.checkpoint()
    }
    var bytes = try folder.bytes(folder.store)
    bytes[60 + bit / 8] ^= 1 << UInt8(bit % 8)
    try bytes.write(to: URL(filePath: folder.store))
    await #expect(throws: StoreError.newerVersion(found: Migration.latest + 4, known: Migration.latest)) {
      try await open()
    }
    #expect(try folder.bytes(folder.store) == bytes)
  }

  @Test("A file of a newer version is refused even while its journal has the latest data")
  func newerInTheJournal() async throws {
    let store = try await open().store
    try await store.perform([.saveDraft(draft("from the future"))])
    try await store.claim(version: Migration.latest + 4)
    // As a crash of a newer program leaves it.
    let other = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: other.profile, withIntermediateDirectories: true)
    for file in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.store + file, toPath: other.store + file)
    }
    let before = try ["", "-wal"].map { try other.bytes(other.store + $0) }
    await #expect(throws: StoreError.newerVersion(found: Migration.latest + 4, known: Migration.latest)) {
      try await SQLiteStore.open(profile: other.profile, clock: StoppedClock(now: now))
    }
    #expect(try ["", "-wal"].map { try other.bytes(other.store + $0) } == before)
  }

  @Test("A folder that cannot be created is reported until it can be")
  func unmakeable() async throws {
    try Data().write(to: URL(filePath: folder.path + "/file"))
    let opened = try await SQLiteStore.open(
      profile: folder.path + "/file/inkwell", clock: StoppedClock(now: now))
    let trouble = try #require(opened.trouble)
    #expect(trouble.description.contains(folder.path + "/file"))
    await #expect(throws: trouble) { try await opened.store.perform([.saveDraft(draft("typed"))]) }
    try FileManager.default.removeItem(atPath: folder.path + "/file")
    await #expect(throws: StoreError.takenOver) {
      try await opened.store.perform([.saveDraft(draft("typed"))])
    }
    try await opened.store.perform([.saveDraft(draft("typed"))])
    #expect(try await opened.store.draft(for: key) == draft("typed"))
  }

  @Test("Without write permission data can be read, with the reason")
  func unwritable() async {
    // In a separate process, which drops root, because root may write anywhere.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let clock = StoppedClock(now: Timestamp(seconds: 1))
      let key = DraftKey(channelId: "general")
      let draft = StoredDraft.kept(for: key, at: clock.now)
      let owner = try await SQLiteStore.open(profile: folder.path + "/before", clock: clock).store
      try await owner.perform([.saveDraft(draft)])
      // As after a crash: the text is in the journal.
      try FileManager.default.createDirectory(atPath: folder.profile, withIntermediateDirectories: true)
      for end in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: folder.path + "/before/store.db" + end, toPath: folder.store + end)
        chmod(folder.store + end, 0o400)
      }
      chmod(folder.profile, 0o500)
      let before = try folder.files
      if geteuid() == 0 {
        let inside = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for path in [folder.path] + inside.map({ folder.path + "/" + $0 }) { chown(path, 65534, 65534) }
        try #require(setuid(65534) == 0)
      }
      let opened = try await SQLiteStore.open(profile: folder.profile, clock: clock)
      try #require(opened.trouble == .notPermitted(path: folder.profile + "/lock"))
      try #require(try await opened.store.draft(for: key) == draft)
      try #require(try await opened.store.drafts().count == 1)
      await #expect(throws: StoreError.notPermitted(path: folder.profile + "/lock")) {
        try await opened.store.perform([.deleteDraft(key)])
      }
      try #require(try folder.files == before)
      // A missing profile cannot be read either.
      let other = try await SQLiteStore.open(profile: folder.profile + "/other", clock: clock)
      try #require(other.trouble == .notPermitted(path: folder.profile + "/other"))
      try #require(try await other.store.drafts().isEmpty)
      // Restore the permission.
      chmod(folder.profile, 0o700)
      for end in ["", "-wal"] { chmod(folder.store + end, 0o600) }
      await #expect(throws: StoreError.takenOver) { try await opened.store.perform([.deleteDraft(key)]) }
      try #require(try await opened.store.draft(for: key) == draft)
      try await opened.store.perform([.deleteDraft(key)])
      try #require(try await opened.store.draft(for: key) == nil)
    }
  }
}

import ChatDomain
import DraftEngine
import Foundation
import TestSupport
import Testing

@testable import LocalStorage

/// All text typed in a session can be in the journal alone, so no damage to it may go unnoticed.
@Suite("The journal")
struct JournalTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ number: Int, end: String = "") -> StoredDraft {
    StoredDraft(
      key: DraftKey(channelId: ChannelID("channel-\(number)")),
      content: DraftContent(elements: [.plainText(text: "draft \(number)\(end)")]), caret: number,
      createdAt: clock.now, updatedAt: clock.now)
  }

  /// The drafts at the end of a session.
  private var drafts: Set<StoredDraft> { Set((0..<6).map { draft($0, end: "!") }) }

  private func open(_ folder: TemporaryFolder) async throws -> OpenedStore {
    try await SQLiteStore.open(profile: folder.profile, clock: clock)
  }

  /// The files of a killed session. If it is long, a part of its text is in the store file, and the rest in a journal that was
  /// restarted; otherwise all of it is in the journal.
  private func killed(isLong: Bool = true) async throws -> ProfileCopy {
    let store = try await open(folder).store
    for number in 0..<(isLong ? 3 : 0) { try await store.perform([.saveDraft(draft(number))]) }
    if isLong { await store.emptyJournal() }
    for number in 0..<6 { try await store.perform([.saveDraft(draft(number, end: "!"))]) }
    return try ProfileCopy(of: folder)
  }

  /// The data found when these files are opened.
  private func found(
    in copy: ProfileCopy
  ) async throws -> (folder: TemporaryFolder, recovery: Recovery?, drafts: Set<StoredDraft>) {
    let folder = try copy.folder()
    let opened = try await open(folder)
    return (folder, opened.recovery, try await Set(opened.store.drafts()))
  }

  // MARK: The end of a session

  @Test("After a clean end the file alone is complete, and the journal is empty")
  func cleanEnd() async throws {
    let store = try await open(folder).store
    for draft in drafts { try await store.perform([.saveDraft(draft)]) }
    try await store.checkpoint()
    let copy = try ProfileCopy(of: folder)
    #expect(copy["-wal"]?.isEmpty ?? true)
    let alone = try await found(in: copy.changing("-wal") { $0 = nil }.changing("-shm") { $0 = nil })
    #expect(alone.recovery == nil)
    #expect(alone.drafts == drafts)
    // A later write is stored as usual.
    try await store.perform([.saveDraft(draft(7))])
    let later = try await found(in: ProfileCopy(of: folder))
    #expect(later.recovery == nil)
    #expect(later.drafts == drafts.union([draft(7)]))
  }

  @Test("With a concurrent reader an end is not clean, and nothing is lost")
  func readerAtTheEnd() async throws {
    let store = try await open(folder).store
    try await store.perform([.saveDraft(draft(1))])
    let reader = try await open(folder).store
    try await reader.execute("BEGIN")
    #expect(try await reader.number("SELECT count(*) FROM draft") == 1)
    try await store.perform([.saveDraft(draft(2))])
    await #expect(throws: StoreError.busy) { try await store.checkpoint() }
    let copy = try ProfileCopy(of: folder)
    let killed = try await found(in: copy)
    #expect(killed.recovery == nil)
    #expect(killed.drafts == [draft(1), draft(2)])
    let alone = try await found(in: copy.changing("-wal") { $0 = nil })
    #expect(alone.recovery?.damage == .journalGone)
  }

  @Test(
    "A killed session is not damage, with or without its shared memory",
    arguments: [true, false])
  func kill(keepsIndex: Bool) async throws {
    let copy = try await killed().changing("-shm") { if !keepsIndex { $0 = nil } }
    let result = try await found(in: copy)
    #expect(result.recovery == nil)
    #expect(result.drafts == drafts)
  }

  // MARK: Outside interference

  @Test("A missing journal is reported, and the file's data is there")
  func gone() async throws {
    let copy = try await killed()
    for emptied in [nil, Data()] {
      let result = try await found(in: copy.changing("-wal") { $0 = emptied })
      #expect(result.recovery?.damage == .journalGone)
      #expect(result.drafts == Set((0..<3).map { draft($0) }))
    }
  }

  @Test("A backup of the file alone, made while in use, is reported to lack its journal")
  func backup() async throws {
    let copy = try await killed(isLong: false)
    let result = try await found(in: copy.changing("-wal") { $0 = nil }.changing("-shm") { $0 = nil })
    let recovery = try #require(result.recovery)
    #expect(recovery.damage == .journalGone)
    #expect(recovery.description.contains("is missing, and the last words are lost"))
    #expect(recovery.description.contains("is kept as store.db-damaged-2026-09-21-14-13-20"))
  }

  @Test(
    "With an empty or missing file the journal's data is there, and it is reported")
  func emptied() async throws {
    for emptied in [nil, Data()] {
      // A separate profile: unchanged data is not written to the journal again.
      let copy = try await JournalTests().killed(isLong: false).changing("") { $0 = emptied }
      let result = try await found(in: copy)
      #expect(result.recovery?.damage == .emptied)
      #expect(result.drafts == drafts)
      let name = "store.db-damaged-2026-09-21-14-13-20-wal"
      #expect(try result.folder.bytes(result.folder.profile + "/" + name) == copy["-wal"])
      #expect(try result.folder.mode(result.folder.profile + "/" + name) == 0o600)
    }
  }

  @Test("An empty file alone is reported too")
  func emptyAlone() async throws {
    let store = try await open(folder).store
    try await store.perform([.saveDraft(draft(1))])
    try await store.checkpoint()
    let result = try await found(in: ProfileCopy(of: folder).changing("") { $0 = Data() })
    #expect(result.recovery?.damage == .emptied)
    #expect(result.drafts.isEmpty)
  }

  @Test(
    "One flipped bit in the journal's header or first frame loses nothing",
    arguments: [0, 3, 9, 18, 21, 30, 33, 42, 50, 156])
  func flippedBit(place: Int) async throws {
    for bit: UInt8 in [0, 5] {
      let copy = try await killed(isLong: false).changing("-wal") { $0?[place] ^= 1 << bit }
      let result = try await found(in: copy)
      #expect(result.recovery?.damage == .journal, "bit \(bit)")
      #expect(result.drafts == drafts, "bit \(bit)")
      let name = "store.db-damaged-2026-09-21-14-13-20"
      #expect(try result.folder.bytes(result.folder.profile + "/" + name + "-wal") == copy["-wal"])
      #expect(try result.folder.bytes(result.folder.profile + "/" + name) == copy[""])
      for file in try result.folder.files {
        #expect(try result.folder.mode(result.folder.profile + "/" + file) == 0o600, "\(file)")
      }
    }
  }

  @Test("A foreign journal is not mixed in: both texts are there, and it is reported")
  func otherFile() async throws {
    let copy = try await killed(isLong: false)
    let other = try TemporaryFolder()
    let store = try await open(other).store
    let backup = StoredDraft(
      key: draft(1).key, content: DraftContent(elements: [.plainText(text: "from a backup")]),
      createdAt: clock.now, updatedAt: clock.now)
    for _ in 0..<3 {
      try await store.perform([.saveDraft(backup), .saveDraft(draft(9))])
      try await store.checkpoint()
    }
    for index in [nil, copy["-shm"]] {
      let mixed = try ProfileCopy(of: other).changing("-wal") { $0 = copy["-wal"] }
      let folder = try mixed.changing("-shm") { $0 = index }.folder()
      let opened = try await open(folder)
      #expect(opened.recovery?.damage == .journalOfOther)
      #expect(try await Set(opened.store.drafts()) == drafts.union([draft(9)]))
      #expect(
        try await opened.store.draftHistory(for: nil, limit: 9).map(\.elements.text) == ["from a backup"])
    }
  }

  @Test("A link in place of the journal is set aside, and its target stays")
  func link() async throws {
    let store = try await open(folder).store
    try await store.perform([.saveDraft(draft(1))])
    try await store.checkpoint()
    let other = try ProfileCopy(of: folder).changing("-wal") { $0 = nil }.folder()
    let target = other.path + "/somebody's"
    try Data("words".utf8).write(to: URL(filePath: target))
    chmod(target, 0o644)
    try FileManager.default.createSymbolicLink(atPath: other.store + "-wal", withDestinationPath: target)
    let opened = try await open(other)
    #expect(opened.recovery?.damage == .journalOfOther)
    try await opened.store.perform([.saveDraft(draft(2))])
    #expect(try await opened.store.drafts().count == 2)
    #expect(try other.mode(target) == 0o644)
    #expect(try other.bytes(target) == Data("words".utf8))
  }

  // MARK: Any position

  /// The store file and journal of a killed program, and the store file of one that ended cleanly, which has no
  /// journal.
  private static let ends = [(end: "", isClean: false), ("-wal", false), ("", true)]

  private func left(isClean: Bool) async throws -> ProfileCopy {
    let copy = try await killed()
    guard isClean else { return copy }
    let folder = try copy.folder()
    try await open(folder).store.checkpoint()
    return try ProfileCopy(of: folder)
  }

  /// All drafts are there, or the damage is reported and the damaged files are kept.
  private func expectNoSilence(_ copy: ProfileCopy, _ expected: Set<StoredDraft>, _ what: Comment)
    async throws
  {
    let folder = try copy.folder()
    let opened = try await open(folder)
    let found = try await Set(opened.store.drafts())
    var isTold = opened.recovery != nil || opened.trouble != nil
    if !isTold, found != expected {
      // Damage found while reading is reported as news.
      isTold = try folder.files.contains { $0.hasPrefix("store.db-damaged-") }
    }
    #expect(found == expected || isTold, what)
    guard let name = opened.recovery?.setAsideAs else { return }
    let kept = try folder.bytes(folder.profile + "/" + name)
    #expect([copy[""], copy["-wal"]].contains(kept), what)
  }

  @Test(
    "With any bit flipped all drafts are there, or it is reported", arguments: JournalTests.ends)
  func anyBit(end: String, isClean: Bool) async throws {
    let copy = try await left(isClean: isClean)
    var generator = SeededGenerator(seed: TestSeed.value)
    let count = try #require(copy[end]).count
    for place in Set((0..<100) + (0..<150).map { _ in generator.below(count) }) {
      let bit = generator.below(8)
      let damaged = copy.changing(end) { $0?[place] ^= 1 << UInt8(bit) }
      try await expectNoSilence(
        damaged, drafts, "bit \(bit) of byte \(place) of store.db\(end), seed \(TestSeed.value)")
    }
  }

  @Test(
    "Truncated anywhere, all drafts are there, or it is reported", arguments: JournalTests.ends)
  func anyLength(end: String, isClean: Bool) async throws {
    let copy = try await left(isClean: isClean)
    var generator = SeededGenerator(seed: TestSeed.value)
    let count = try #require(copy[end]).count
    let ends = stride(from: 0, to: count, by: 4096) + stride(from: 32, to: count, by: 4120)
    for length in Set(ends + (0..<60).map { _ in generator.below(count) }) {
      try await expectNoSilence(
        copy.changing(end) { $0 = $0?.prefix(length) }, drafts,
        "store.db\(end) cut to \(length), seed \(TestSeed.value)")
    }
  }
}

private func + (one: StrideTo<Int>, two: StrideTo<Int>) -> [Int] { Array(one) + Array(two) }

import ChatDomain
import DraftEngine
import Foundation
import InMemoryService
import TestSupport
import Testing

@testable import LocalStorage

@Suite("The log of edits")
struct EditLogTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))
  private let key = DraftKey(channelId: "general")

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ text: String, of key: DraftKey? = nil) -> StoredDraft {
    StoredDraft(
      key: key ?? self.key, content: DraftContent(elements: [.plainText(text: text)]), createdAt: clock.now,
      updatedAt: clock.now)
  }

  private func open(_ folder: TemporaryFolder? = nil) async throws -> SQLiteStore {
    // Edits are folded only by the test.
    try SQLiteStore.open(profile: (folder ?? self.folder).profile, clock: clock, system: nil).store
  }

  /// The texts that a new process finds after this one has ended in this state.
  private func texts(_ copy: ProfileCopy) async throws -> [String] {
    let other = try copy.folder()
    let texts = try await open(other).drafts().map(\.content.text)
    withExtendedLifetime(other) {}
    return texts
  }

  @Test("An edit is acknowledged at once and survives a kill before it is in a table")
  func survives() async throws {
    let store = try await open()
    let before = try ProfileCopy(of: folder)
    #expect(await store.takes([.saveDraft(draft("typed"))]))
    #expect(await store.takes([.saveDraft(draft("typed more"))]))
    let copy = try ProfileCopy(of: folder)
    for end in ["", "-wal"] { #expect(copy[end] == before[end]) }
    #expect(try await texts(copy) == ["typed more"])
    #expect(try await store.drafts().map(\.content.text) == ["typed more"])
    #expect(try await store.draft(for: key) == draft("typed more"))
    #expect(await store.takes([.deleteDraft(key)]))
    #expect(try await texts(try ProfileCopy(of: folder)) == [])
    #expect(try await store.draft(for: key) == nil)
  }

  @Test("If the system cannot say whether a log exists, it is not treated as missing")
  func unknown() throws {
    let loop = folder.path + "/loop"
    #expect(symlink(loop, loop) == 0)
    #expect(throws: StorageFault.self) { try EditLog(path: loop + "/edits").replay() }
    #expect(try EditLog(path: folder.path + "/nothing/edits").replay().last == nil)
  }

  @Test("Other changes go to the tables, after all earlier edits")
  func batches() async throws {
    let store = try await open()
    let entry = DraftHistoryEntry(
      key: key, elements: [.plainText(text: "typed")], reason: .cleared, at: clock.now)
    #expect(await store.takes([.saveDraft(draft("typed"))]))
    #expect(await !store.takes([.deleteDraft(key), .addHistory(entry)]))
    #expect(try await store.drafts() == [])
    #expect(try await texts(try ProfileCopy(of: folder)) == [])
    #expect(
      try await SQLiteStore(path: folder.store, clock: clock).draftHistory(for: nil, limit: 9) == [entry])
  }

  @Test(
    "Truncated anywhere, or with a changed byte, it restores a state after some key, never an older one"
  )
  func damaged() async throws {
    let store = try await open()
    var states = [""]
    var ends = [EditFrame.openingLength]
    for word in ["one ", "two ", "three ", "four "] {
      states.append((states.last ?? "") + word)
      #expect(await store.takes([.saveDraft(draft(states.last ?? ""))]))
      ends.append(EditFrame.frames(in: Array(try folder.bytes(folder.edits))).map(\.length).reduce(0, +))
    }
    let bytes = Array(try folder.bytes(folder.edits).prefix(ends.last ?? 0))
    for length in 0...bytes.count {
      let whole = ends.lastIndex { $0 <= length } ?? 0
      #expect(try replayed(Array(bytes[..<length])) == states[whole], "cut at \(length)")
      guard length < bytes.count else { continue }
      var changed = bytes
      changed[length] ^= 0x10
      // The last edit is lost with its frame; after any other, a later frame has the whole text.
      #expect(try replayed(changed) == states[whole == 3 ? 3 : 4], "changed at \(length)")
    }
  }

  private func replayed(_ bytes: [UInt8]) throws -> String {
    let replay = EditReplay(bytes + [UInt8](repeating: 0, count: 64))
    return [StoredDraft]().applying(replay.waiting(after: 0)).map(\.content.text).joined()
  }

  @Test(
    "Random edits, folds, sends and kills: the next process has all data",
    arguments: 0..<12)
  func histories(number: UInt64) async throws {
    var generator = TestSupport.SeededGenerator(seed: TestSeed.value &+ number)
    let model = InMemoryStore()
    var folder = folder
    var store = try await open(folder)
    var taken = 0
    let long = String(repeating: "a long draft ", count: 900)
    for step in 0..<120 {
      let key = DraftKey(
        channelId: ChannelID("channel \(generator.below(3))"),
        parentId: generator.percent(30) ? "thread" : nil)
      var change: StoreChange = .saveDraft(
        draft("\(step) " + (generator.percent(20) ? long : "") + "words", of: key))
      if generator.percent(15) { change = .deleteDraft(key) }
      var changes = [change]
      if generator.percent(15) { changes.append(.saveEventToken(EventToken(rawValue: "\(step)"))) }
      try await model.perform(changes)
      if await store.takes(changes) { taken += 1 }
      if generator.percent(10) { try await store.fold() }
      if generator.percent(20) { await store.foldAfterEdit() }
      if generator.percent(3) { try await store.checkpoint() }
      if generator.percent(10) {
        let other = try ProfileCopy(of: folder).folder()
        let opened = try SQLiteStore.open(profile: other.profile, clock: clock, system: nil)
        #expect(opened.recovery == nil && opened.logRecovery == nil, "step \(step)")
        (store, folder) = (opened.store, other)
      }
      #expect(try await store.drafts() == model.drafts(), "step \(step)")
      #expect(try await store.draft(for: key) == model.draft(for: key), "step \(step)")
      #expect(try await store.eventToken() == model.eventToken(), "step \(step)")
    }
    #expect(taken > 60)
  }

  @Test("A full file is written to the tables and starts again")
  func full() async throws {
    let store = try await open()
    let text = String(repeating: "words ", count: 4_000)
    var refused = 0
    for number in 0..<40 {
      let key = DraftKey(channelId: ChannelID("\(number)"))
      if await !store.takes([.saveDraft(draft(text, of: key))]) { refused += 1 }
    }
    #expect((1...3).contains(refused))
    #expect(try await store.drafts().count == 40)
    #expect(try await texts(try ProfileCopy(of: folder)).count == 40)
  }

  @Test("If its file cannot be created, edits go to the tables")
  func impossible() async throws {
    try FileManager.default.createDirectory(atPath: folder.profile, withIntermediateDirectories: true)
    let holder = try EditFile(folder.edits)
    let store = try await open()
    #expect(await !store.takes([.saveDraft(draft("typed"))]))
    #expect(try await SQLiteStore(path: folder.store, clock: clock).drafts().map(\.content.text) == ["typed"])
    withExtendedLifetime(holder) {}
  }

  @Test("A link in its place is set aside and not followed")
  func link() async throws {
    try FileManager.default.createDirectory(atPath: folder.profile, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: folder.path + "/mine"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.edits, withDestinationPath: folder.path + "/mine")
    let store = try await open()
    #expect(await store.takes([.saveDraft(draft("typed"))]))
    #expect(try folder.bytes(folder.path + "/mine") == Data("mine".utf8))
  }

  @Test("After its removal typed text goes to the tables, and a new log takes the next edit")
  func removed() async throws {
    let store = try await open()
    #expect(await store.takes([.saveDraft(draft("typed"))]))
    try FileManager.default.removeItem(atPath: folder.edits)
    await store.comeBack()
    #expect(try await SQLiteStore(path: folder.store, clock: clock).drafts().map(\.content.text) == ["typed"])
    #expect(await store.takes([.saveDraft(draft("typed more"))]))
    #expect(try await texts(try ProfileCopy(of: folder)) == ["typed more"])
  }

  @Test("After the folder is moved, its replacement has everything typed")
  func moved() async throws {
    let store = try await open()
    #expect(await store.takes([.saveDraft(draft("typed"))]))
    try FileManager.default.moveItem(atPath: folder.profile, toPath: folder.path + "/elsewhere")
    await store.comeBack()
    #expect(await store.takes([.saveDraft(draft("typed more"))]))
    #expect(try await texts(try ProfileCopy(of: folder)) == ["typed more"])
  }

  @Test("A read-only session sees what another one types")
  func reading() async throws {
    let store = try await open()
    let reader = try await open()
    #expect(await store.takes([.saveDraft(draft("typed"))]))
    #expect(try await reader.drafts() == [draft("typed")])
    #expect(try await reader.draft(for: key) == draft("typed"))
    try await store.fold()
    #expect(try await reader.drafts() == [draft("typed")])
    let script = try #require(try SQLiteStore.read(profile: folder.profile, clock: clock))
    #expect(await store.takes([.deleteDraft(key)]))
    #expect(try await script.drafts() == [])
  }

  @Test("Nothing forgotten stays in it, and nothing at all after a clean end")
  func forgotten() async throws {
    let store = try await open()
    #expect(await store.takes([.saveDraft(draft("the secret"))]))
    #expect(await store.takes([.deleteDraft(key)]))
    try await store.perform([.forgetHistory(nil)])
    #expect(try folder.hasNoEdits())
    #expect(await store.takes([.saveDraft(draft("more"))]))
    try await store.checkpoint()
    #expect(try folder.bytes(folder.edits).prefix(EditFile.size).allSatisfy { $0 == 0 })
  }

  @Test("What an earlier session left is forgotten too; if its log cannot be opened, nothing is")
  func unopened() async throws {
    let earlier = try await open()
    #expect(await earlier.takes([.saveDraft(draft("the secret"))]))
    let left = try ProfileCopy(of: folder).folder()
    var holder: EditFile? = try EditFile(left.edits)
    let store = try await open(left)
    #expect(try await store.drafts() == [draft("the secret")])
    #expect(await !store.takes([.deleteDraft(key)]))
    await #expect(throws: StoreError.self) { try await store.perform([.forgetHistory(nil)]) }
    #expect(holder != nil)
    holder = nil
    try await store.perform([.forgetHistory(nil)])
    #expect(try left.hasNoEdits())
    #expect(await store.takes([.saveDraft(draft("typed"))]))
  }

  @Test("An edit of another version is set aside, and earlier ones are kept")
  func elsewhere() async throws {
    let store = try await open()
    #expect(await store.takes([.saveDraft(draft("typed"))]))
    let copy = try ProfileCopy(of: folder).changingEdits { edits in
      let frames = EditFrame.frames(in: Array(edits))
      var deletion = RecordWriter()
      EditFrame.begin(in: &deletion)
      LoggedChange.write(deletionOf: key, to: &deletion)
      EditFrame.end((frames.last?.number ?? 0) + 1, in: &deletion)
      var strange = deletion.fields
      // The version comes before the changes.
      strange[16] = 99
      let sum = Record.sum(strange[4...])
      withUnsafeBytes(of: sum.littleEndian) { strange.replaceSubrange(0..<4, with: $0) }
      let end = frames.map(\.length).reduce(0, +)
      edits.replaceSubrange(end..<end + strange.count, with: strange)
    }
    let other = try copy.folder()
    let reopened = try await open(other)
    #expect(try await reopened.drafts() == [draft("typed")])
    #expect(try other.bytes(other.edits + "-unread-2026-09-21-14-13-20") == copy.edits)
    #expect(await reopened.takes([.saveDraft(draft("typed more"))]))
    #expect(try await texts(try ProfileCopy(of: other)) == ["typed more"])
  }

  @Test(
    "If the tables cannot be written, the next edit fails visibly there, and nothing is lost"
  )
  func heldUp() async throws {
    let store = try await open()
    #expect(await store.takes([.saveDraft(draft("typed"))]))
    try await store.execute("PRAGMA query_only = ON")
    await #expect(throws: StoreError.self) { try await store.fold() }
    let failure = await store.submitted([.saveDraft(draft("typed more"))])
    #expect(failure != nil)
    #expect(try await texts(try ProfileCopy(of: folder)) == ["typed"])
    try await store.execute("PRAGMA query_only = OFF")
    #expect(await store.submitted([.saveDraft(draft("typed more"))]) == nil)
    #expect(await store.takes([.saveDraft(draft("typed on"))]))
    #expect(try await texts(try ProfileCopy(of: folder)) == ["typed on"])
  }

  @Test("Shortly after a key the edit is folded into the tables automatically, and the log restarts")
  func byItself() async throws {
    let store = try SQLiteStore.open(
      profile: folder.profile, clock: clock, system: nil, delay: .milliseconds(1)
    ).store
    #expect(await store.takes([.saveDraft(draft("typed"))]))
    while try EditFrame.frames(in: Array(folder.bytes(folder.edits))).count > 1 { await Task.yield() }
    #expect(try await SQLiteStore(path: folder.store, clock: clock).drafts() == [draft("typed")])
  }

  @Test("After the tables were rebuilt they are still updated automatically")
  func renewed() async throws {
    let store = try SQLiteStore.open(
      profile: folder.profile, clock: clock, system: nil, delay: .milliseconds(1)
    ).store
    try await store.perform([.saveDraft(draft("before"))])
    try FileManager.default.removeItem(atPath: folder.store)
    await store.comeBack()
    #expect(await store.takes([.saveDraft(draft("typed"))]))
    while try EditFrame.frames(in: Array(folder.bytes(folder.edits))).count > 1 { await Task.yield() }
    #expect(try await SQLiteStore(path: folder.store, clock: clock).drafts() == [draft("typed")])
  }

  @Test("The latest event token is saved with a key")
  func tokens() async throws {
    let store = try await open()
    #expect(await store.takes([.saveEventToken("7"), .saveDraft(draft("typed"))]))
    #expect(try await store.eventToken() == "7")
    let other = try ProfileCopy(of: folder).folder()
    #expect(try await open(other).eventToken() == "7")
  }

  @Test("A batch is there whole or not at all, wherever it is truncated")
  func whole() async throws {
    let store = try await open()
    let new = DraftKey(channelId: "general", parentId: "thread")
    #expect(await store.takes([.saveDraft(draft("typed"))]))
    #expect(await store.takes([.deleteDraft(key), .saveDraft(draft("typed", of: new))]))
    let bytes = Array(try folder.bytes(folder.edits))
    let end = EditFrame.frames(in: bytes).map(\.length).reduce(0, +)
    for length in 0..<end { #expect(try ["", "typed"].contains(replayed(Array(bytes[..<length])))) }
    #expect([StoredDraft]().applying(EditReplay(bytes).waiting(after: 0)).map(\.key) == [new])
  }

  @Test(
    "Salvaged tables do not know their last edit: text found only in the log goes to the history, and no draft returns"
  )
  func salvaged() async throws {
    let store = try await open()
    #expect(await store.takes([.saveDraft(draft("typed, and cleared"))]))
    // Not synced, so it is still in the log.
    try await store.perform([
      .addHistory(
        DraftHistoryEntry(
          key: DraftKey(channelId: "other"), elements: [.plainText(text: "x")], reason: .cleared,
          at: clock.now))
    ])
    try await store.perform([.deleteDraft(key)])
    let other = try ProfileCopy(of: folder).folder()
    do {
      let damaged = try SQLiteStore(path: other.store, clock: clock)
      try await damaged.execute("DELETE FROM mark WHERE name = 'edits'")
    }
    let reopened = try await open(other)
    #expect(try await reopened.drafts() == [])
    #expect(
      try await reopened.draftHistory(for: key, limit: 9).map(\.elements) == [
        [.plainText(text: "typed, and cleared")]
      ])
    #expect(await reopened.takes([.saveDraft(draft("typed anew"))]))
    #expect(try await texts(try ProfileCopy(of: other)) == ["typed anew"])
  }

  @Test(
    "After a power cut a lost page is reported, and no older edit follows newly typed ones"
  )
  func powerCut() async throws {
    let store = try await open()
    for word in ["a", "b", "c", "d", "e", "f"] { #expect(await store.takes([.saveDraft(draft(word))])) }
    let edits = Array(try folder.bytes(folder.edits))
    let lengths = EditFrame.frames(in: edits).map(\.length)
    // The page with the third edit was not written, the page after it was.
    let start = lengths[..<3].reduce(0, +)
    let copy = try ProfileCopy(of: folder).changingEdits { bytes in
      bytes.replaceSubrange(start..<start + lengths[3], with: [UInt8](repeating: 0, count: lengths[3]))
    }
    let other = try copy.folder()
    let opened = try await SQLiteStore.open(profile: other.profile, clock: clock)
    #expect(opened.logRecovery?.damage == .edits)
    let reopened = opened.store
    #expect(try await reopened.drafts() == [draft("f")])
    for word in ["u", "v", "w"] { #expect(await reopened.takes([.saveDraft(draft(word))])) }
    #expect(try await texts(try ProfileCopy(of: other)) == ["w"])
  }

  @Test("A second session, started after the lock was removed, does not write to the same log")
  func twoOwners() async throws {
    let store = try await open()
    try FileManager.default.removeItem(atPath: folder.profile + "/lock")
    let second = try await open()
    #expect(await store.takes([.saveDraft(draft("of the first"))]))
    #expect(await !second.takes([.saveDraft(draft("of the second", of: DraftKey(channelId: "other")))]))
    #expect(try await Set(texts(try ProfileCopy(of: folder))) == ["of the first", "of the second"])
  }
}

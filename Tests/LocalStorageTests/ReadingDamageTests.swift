import ChatDomain
import DraftEngine
import Foundation
import Testing

@testable import LocalStorage

/// Damage found when a profile is only read.
@Suite("Reading a damaged profile")
struct ReadingDamageTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ text: String) -> StoreChange {
    .saveDraft(
      StoredDraft(
        key: DraftKey(channelId: "general"), content: DraftContent(elements: [.plainText(text: text)]),
        createdAt: clock.now, updatedAt: clock.now))
  }

  /// A killed session: the tables have one edit, the log has more.
  private func killed() async throws -> ProfileCopy {
    let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil).store
    #expect(await store.takes([draft("one")]))
    try await store.perform([.saveEventToken("1")])
    for text in ["one two", "one two three"] { #expect(await store.takes([draft(text)])) }
    return try ProfileCopy(of: folder)
  }

  private func damage(_ copy: ProfileCopy) throws -> StoreDamage? {
    let other = try copy.folder()
    let damage = try SQLiteStore.damage(ofProfile: other.profile)
    withExtendedLifetime(other) {}
    return damage
  }

  @Test("A damaged log is reported before a start repairs it")
  func log() async throws {
    let copy = try await killed()
    let frames = EditFrame.frames(in: Array(copy.edits ?? Data()))
    let last = frames.dropLast().map(\.length).reduce(0, +)
    #expect(try damage(copy) == nil)
    #expect(try damage(copy.changingLog { $0 = nil }) == .edits)
    #expect(try damage(copy.changingEdits { $0 = Data(count: $0.count) }) == .edits)
    #expect(try damage(copy.changingEdits { $0[last + 10] ^= 8 }) == .edits)
    #expect(try damage(copy.changingEdits { $0[frames[0].length + 10] ^= 8 }) == .edits)
    let strange = copy.changingEdits { bytes in
      bytes[last + 16] = 99
      let sum = Record.sum(Array(bytes[(last + 4)..<(last + (frames.last?.length ?? 0))])[...])
      withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(last..<last + 4, with: $0) }
    }
    #expect(try damage(strange) == .editsOfNewer)
    #expect(try SQLiteStore.damage(ofProfile: folder.path + "/nothing") == nil)
  }

  @Test("While a session has the profile open, and afterwards, no damage is reported")
  func sound() async throws {
    do {
      let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil).store
      #expect(await store.takes([draft("typed")]))
      #expect(try SQLiteStore.damage(ofProfile: folder.profile) == nil)
      try await store.checkpoint()
    }
    #expect(try SQLiteStore.damage(ofProfile: folder.profile) == nil)
  }

  @Test("A missing store with a log left is reported")
  func store() async throws {
    let copy = try await killed().changing("") { $0 = nil }.changing("-wal") { $0 = nil }
    #expect(try damage(copy.changing("-shm") { $0 = nil }) == .emptied)
  }

  @Test("Data after leading zeros is read")
  func zeros() async throws {
    let other = try await killed().changingEdits { $0.replaceSubrange(0..<17, with: Data(count: 17)) }
      .folder()
    let store = try #require(try SQLiteStore.read(profile: other.profile, clock: clock))
    #expect(try await store.drafts().map(\.content.text) == ["one two three"])
  }

  @Test("A read-only session reports a damaged log")
  func trouble() async throws {
    let other = try await killed().changingLock { $0 = nil }.changingEdits { $0[10] ^= 8 }.folder()
    try FileManager.default.createDirectory(atPath: other.lock, withIntermediateDirectories: true)
    let opened = try SQLiteStore.open(profile: other.profile, clock: clock, system: nil)
    #expect(opened.trouble != nil)
    #expect(opened.logRecovery?.damage == .edits)
    #expect(opened.logRecovery?.setAsideAs == nil)
    #expect(try await opened.store.drafts().map(\.content.text) == ["one two three"])
  }
}

import ChatDomain
import DraftEngine
import Testing

@testable import LocalStorage

@Suite("Journal frames read without SQLite")
struct JournalFrameTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))

  init() throws { folder = try TemporaryFolder() }

  private func typed(_ text: String) -> StoreChange {
    .saveDraft(
      StoredDraft(
        key: DraftKey(channelId: "general"), content: DraftContent(elements: [.plainText(text: text)]),
        createdAt: clock.now, updatedAt: clock.now))
  }

  private func journal() throws -> [UInt8] { Array(try folder.bytes(folder.store + "-wal")) }

  @Test("Frames of an earlier generation that verify each other are not taken for later ones")
  func generations() async throws {
    let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil).store
    for number in 0..<12 { try await store.perform([typed("old words \(number)")]) }
    let old = JournalFrames(try journal())
    await store.emptyJournal()
    try await store.perform([typed("new words")])
    let new = JournalFrames(try journal())
    let places = (new.bytes.count - JournalFrames.headLength) / JournalFrames.frameLength
    try #require(old.frames.count == places && new.usable + 2 < places)
    #expect(new.frames.count == new.usable)
    #expect(new.frames.count { $0.verifies } == new.frames.count)
  }

  @Test("A frame with only damaged salts still belongs to its generation")
  func salts() async throws {
    let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil).store
    for number in 0..<4 { try await store.perform([typed("words \(number)")]) }
    let whole = JournalFrames(try journal())
    for (index, frame) in whole.frames.enumerated() {
      var bytes = whole.bytes
      bytes[frame.start - JournalFrames.frameHeadLength + 8] ^= 1
      let damaged = JournalFrames(bytes)
      #expect(damaged.frames.count == whole.frames.count, "frame \(index)")
      #expect(damaged.frames.count { $0.verifies } == whole.frames.count, "frame \(index)")
      #expect(damaged.usable == index)
    }
  }

  @Test("A frame with only a damaged checksum is verified by the next one")
  func sums() async throws {
    let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil).store
    for number in 0..<4 { try await store.perform([typed("words \(number)")]) }
    let whole = JournalFrames(try journal())
    let last = whole.frames.count - 1
    for (index, frame) in whole.frames.enumerated() {
      var bytes = whole.bytes
      bytes[frame.start - JournalFrames.frameHeadLength + 16] ^= 1
      let damaged = JournalFrames(bytes)
      #expect(damaged.frames.map(\.verifies) == whole.frames.indices.map { $0 != index || index < last })
      #expect(damaged.usable == index)
    }
  }
}

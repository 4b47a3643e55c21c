import ChatDomain
import DraftEngine
import Foundation
import Testing

@testable import LocalStorage

@Suite("The file of the log of edits")
struct EditFrameTests {
  private static let pageSize = 4_096

  private let folder: TemporaryFolder
  private let key = DraftKey(channelId: "general")

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ text: String) -> StoredDraft {
    let time = Timestamp(seconds: 1_790_000_000)
    return StoredDraft(
      key: key, content: DraftContent(elements: [.plainText(text: text)]), createdAt: time, updatedAt: time)
  }

  private func replayed(_ bytes: [UInt8]) throws -> String {
    [StoredDraft]().applying(EditReplay(bytes).waiting(after: 0)).map(\.content.text).joined()
  }

  private func newState(_ file: EditFile) throws -> EditLogState {
    var state = EditLogState()
    try file.write(EditFrame.opening(7), at: 0)
    state.begin(with: file, lock: nil, after: 7)
    return state
  }

  @Test("Edits of any length follow each other", arguments: [100, 3_000, 4_096, 9_000])
  func lengths(_ most: Int) throws {
    let path = folder.path + "/edits"
    for length in stride(from: most - 80, through: most, by: 1) {
      let file = try EditFile(path)
      try file.erase(EditFile.size)
      var state = try newState(file)
      var text = String(repeating: "a", count: length)
      for _ in 0..<3 {
        #expect(state.take([.saveDraft(draft(text))]) == true)
        text += "b"
      }
      #expect(try replayed(Array(folder.bytes(path))) == String(text.dropLast()), "length \(length)")
    }
  }

  @Test("No edit is accepted after bytes that the disk may lack, until the log restarts")
  func unsynced() throws {
    var state = try newState(EditFile(folder.path + "/edits"))
    #expect(state.take([.saveDraft(draft("a"))]) == true)
    state.hasGap = true
    #expect(state.take([.saveDraft(draft("ab"))]) == false)
    #expect(state.shouldBeginAnew)
    state.didFold(upTo: state.unfolded.last)
    for hasFailed in [true, false] {
      let opening = state.beginErasing(.forNextEdits)?.opening
      #expect(opening != nil)
      state.didErase(.forNextEdits, opening: opening, hasFailed: hasFailed)
      #expect(state.take([.saveDraft(draft("ab"))]) == !hasFailed)
    }
  }

  private func file(_ pages: [UInt64]...) -> [UInt8] {
    var bytes: [UInt8] = []
    for (page, numbers) in pages.enumerated() {
      bytes += [UInt8](repeating: 0, count: page * Self.pageSize - bytes.count)
      for number in numbers { bytes += EditFrame.opening(number) }
    }
    return bytes
  }

  @Test(
    "A frame belongs to the log if its number is next, or higher after bytes that are no frame")
  func numbers() {
    func numbers(of bytes: [UInt8], until last: UInt64? = nil, above folded: UInt64 = 0) -> [UInt64] {
      EditFrame.frames(in: bytes, above: folded, until: last).map(\.number)
    }
    #expect(numbers(of: file([7, 8, 8, 9])) == [7, 8, 9])
    #expect(numbers(of: file([7, 8, 3, 9])) == [7, 8, 9])
    // The frames in between are damaged.
    #expect(numbers(of: file([7, 8, 10, 11])) == [7, 8, 10, 11])
    // Higher than possible in the same file.
    #expect(numbers(of: file([7, .max, 9])) == [7, 9])
    #expect(numbers(of: file([1, 2], [3, 4], [5])) == [1, 2, 3, 4, 5])
    // Written before the log restarted.
    #expect(numbers(of: file([7, 8], [3])) == [7, 8])
    #expect(numbers(of: file([7, 8, 3], [9])) == [7, 8, 9])
    #expect(numbers(of: file([1, 2], [4])) == [1, 2, 4])
    #expect(numbers(of: file([7, .max], [8])) == [7, 8])
    #expect(numbers(of: file([], [1])) == [1])
    #expect(numbers(of: file([1], [], [2])) == [1, 2])
    // If the length of the log is known, the search ends there.
    #expect(numbers(of: file([7, 8, 10]), until: 8) == [7, 8])
    #expect(numbers(of: file([7, 9, 12]), until: 10) == [7, 9])
    // The tables may have the whole draft that a later difference applies to.
    #expect(numbers(of: file([], [5, 6]), above: 5) == [5, 6])
    // Unless the tables have all edits.
    #expect(numbers(of: file([], [5, 6]), until: 6, above: 6) == [])
    // Frames of an earlier session, before those of the current one.
    let later = 2 * EditFrame.sessionGap
    #expect(numbers(of: file([], [3, 4], [later]), above: 4) == [3, 4, later])
  }

  @Test("A frame at any offset is found after damaged ones", arguments: [1, 5, 17, 4_000])
  func unaligned(shift: Int) {
    let noise = (0..<shift).map { UInt8(truncatingIfNeeded: $0 &* 37 | 1) }
    let bytes = file([7]) + noise + file([8, 9])
    #expect(EditFrame.frames(in: bytes).map(\.number) == [7, 8, 9])
  }

  @Test("An edit that the tables already have is acknowledged at once")
  func folded() throws {
    let path = folder.path + "/edits"
    var state = try newState(EditFile(path))
    #expect(state.take([.saveDraft(draft("typed"))]) == true)
    let replay = EditReplay(Array(try folder.bytes(path)))
    let last = try #require(replay.last)
    #expect(replay.waiting(after: last).isEmpty)
    #expect(replay.waiting(after: last - 1).count == 1)
  }

  @Test("A draft too long for the log is refused, and later edits are read without it")
  func refused() throws {
    let path = folder.path + "/edits"
    var state = try newState(EditFile(path))
    let long = String(repeating: "words ", count: 1_000)
    #expect(state.take([.saveDraft(draft(long))]) == true)
    var other = draft(String(repeating: "x", count: EditLogState.longestDraft))
    other.key = DraftKey(channelId: "other")
    #expect(state.take([.saveDraft(draft(long + "a")), .saveDraft(other)]) == false)
    #expect(state.take([.saveDraft(draft(long + "ab"))]) == true)
    #expect(try replayed(Array(folder.bytes(path))) == long + "ab")
  }

  @Test("A log does not start again while the tables lack one of its edits")
  func waits() throws {
    var state = try newState(EditFile(folder.path + "/edits"))
    #expect(state.take([.saveDraft(draft("typed"))]) == true)
    for erasure in [EditLog.Erasure.forNextEdits, .ofWords, .ofAll] {
      #expect(state.beginErasing(erasure) == nil)
    }
    state.didFold(upTo: state.unfolded.last)
    #expect(state.beginErasing(.forNextEdits) != nil)
  }
}

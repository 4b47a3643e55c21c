import ChatDomain
import DraftEngine
import Foundation
import Synchronization
import Testing

@testable import LocalStorage

/// The first edit after a sync has begun starts a page of the log.
@Suite("Pages of the log of edits")
struct EditPageTests {
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
    try [StoredDraft]().applying(EditReplay(bytes).waiting(after: 0)).map(\.content.text).joined()
  }

  private func newState(_ file: EditFile) -> EditLogState {
    var state = EditLogState()
    state.begin(with: file, isSetAside: false, beside: nil, after: 7)
    return state
  }

  @Test("The first edit after a sync has begun starts a page, and a page that is lost ends the log")
  func pages() throws {
    let path = folder.path + "/edits"
    var state = newState(try EditFile(path))
    var words = ""
    // What the log comes to with so many pages.
    var texts = [""]
    for line in ["one two ", "three ", "four five six ", "seven "] {
      for word in line.split(separator: " ") {
        words += word + " "
        #expect(state.take([.saveDraft(draft(words))]) != .refused)
      }
      texts.append(words)
      let round = state.beginRound()
      #expect(round?.isDue == false)
    }
    let bytes = Array(try folder.bytes(path).prefix(4 * Self.pageSize))
    for (count, text) in texts.enumerated() {
      #expect(try replayed(Array(bytes.prefix(count * Self.pageSize))) == text, "\(count) pages")
      guard count < 4 else { continue }
      var lost = bytes
      let place = count * Self.pageSize
      lost.replaceSubrange(
        place..<place + Self.pageSize, with: [UInt8](repeating: 0, count: Self.pageSize))
      #expect(try replayed(lost) == text, "without page \(count)")
    }
  }

  @Test(
    "Edits longer than a page, and one that ends where a page does", arguments: [100, 3_000, 4_096, 9_000])
  func lengths(_ most: Int) throws {
    let path = folder.path + "/edits"
    for length in stride(from: most - 80, through: most, by: 1) {
      let file = try EditFile(path)
      try file.erase(EditFile.size)
      var state = newState(file)
      var text = String(repeating: "a", count: length)
      for _ in 0..<3 {
        #expect(state.take([.saveDraft(draft(text))]) != .refused)
        _ = state.beginRound()
        text += "b"
      }
      #expect(try replayed(Array(folder.bytes(path))) == String(text.dropLast()), "length \(length)")
    }
  }

  @Test("For an edit that comes while the last round syncs, there is another one")
  func rounds() throws {
    var state = newState(try EditFile(folder.path + "/edits"))
    func take(_ text: String) -> EditLog.Answer { state.take([.saveDraft(draft(text))]) }
    func endRound(typing text: String? = nil) -> Bool? {
      guard let round = state.beginRound() else { return nil }
      if let text { _ = take(text) }
      return state.endRounds(after: round.last)
    }
    #expect(take("a") == .takenFirst)
    #expect(endRound(typing: "ab") == false)
    #expect(take("abc") == .taken)
    #expect(endRound() == true)
    #expect(take("abcd") == .takenFirst)
  }

  @Test("Nothing is taken behind what the disk may lack, until the log begins anew")
  func unsynced() throws {
    var state = newState(try EditFile(folder.path + "/edits"))
    #expect(state.take([.saveDraft(draft("a"))]) == .takenFirst)
    state.didNotSync()
    #expect(state.take([.saveDraft(draft("ab"))]) == .refused)
    #expect(state.shouldBeginAnew)
    state.didFold(upTo: state.unfolded.last)
    let erasure = state.beginErasing(isWhole: false)
    try #require(erasure?.0).erase(EditFrame.erasedLength)
    state.didErase(isWhole: false, hasFailed: false)
    #expect(state.take([.saveDraft(draft("ab"))]) == .taken)
  }

  @Test("An erasure fails also by a fault of the disk that another sync has heard of")
  func heardElsewhere() throws {
    let faults = Mutex(1)
    let file = try EditFile(folder.path + "/edits") { descriptor in
      let isFaulty = faults.withLock { faults in
        defer { faults = 0 }
        return faults > 0
      }
      guard isFaulty else { return fdatasync(descriptor) }
      errno = EIO
      return -1
    }
    let before = file.syncFaultCount
    try file.erase(100)
    #expect(throws: StorageFault.self) { try file.sync() }
    #expect(throws: StorageFault.self) { try file.sync(unlessFailedSince: before) }
    try file.eraseFromDisk(100)
  }

  @Test("A frame is a part of the log only if it has the very next number, also at the start of a page")
  func numbers() {
    func numbers(of pages: [UInt64]...) -> [UInt64] {
      var bytes: [UInt8] = []
      for (page, numbers) in pages.enumerated() {
        bytes += [UInt8](repeating: 0, count: page * Self.pageSize - bytes.count)
        for number in numbers {
          var frame = RecordWriter()
          EditFrame.begin(in: &frame)
          LoggedChange.write(deletionOf: key, to: &frame)
          EditFrame.end(number, in: &frame)
          bytes += frame.fields
        }
      }
      return EditFrame.frames(in: bytes).map(\.number)
    }
    #expect(numbers(of: [7, 8, 8, 9]) == [7, 8])
    #expect(numbers(of: [7, 8, 3, 9]) == [7, 8])
    // It came to the disk without what stood in front of it.
    #expect(numbers(of: [7, 8, 10, 11]) == [7, 8])
    // Of a session whose clock was ahead.
    #expect(numbers(of: [7, .max, 9]) == [7])
    #expect(numbers(of: [1, 2], [3, 4], [5]) == [1, 2, 3, 4, 5])
    // Written before the log began anew.
    #expect(numbers(of: [7, 8], [3]) == [7, 8])
    #expect(numbers(of: [7, 8, 3], [9]) == [7, 8, 9])
    #expect(numbers(of: [1, 2], [4]) == [1, 2])
    #expect(numbers(of: [7, .max], [8]) == [7, 8])
    #expect(numbers(of: [], [1]) == [])
    #expect(numbers(of: [1], [], [2]) == [1])
  }
}

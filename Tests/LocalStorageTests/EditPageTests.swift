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
    [StoredDraft]().applying(EditReplay(bytes).waiting(after: 0)).map(\.content.text).joined()
  }

  private func newState(_ file: EditFile) throws -> EditLogState {
    var state = EditLogState()
    try file.write(EditFrame.opening(7), at: 0)
    state.begin(with: file, beside: EditLog.Neighbours(), after: 7)
    return state
  }

  @Test("The first edit after a sync has begun starts a page, and behind a page that is lost the log goes on")
  func pages() throws {
    let path = folder.path + "/edits"
    var state = try newState(EditFile(path))
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
      #expect(try replayed(lost) == (count < 3 ? words : text), "without page \(count)")
      #expect(EditReplay(lost).isDamaged == (count < 3), "without page \(count)")
    }
  }

  @Test(
    "Edits longer than a page, and one that ends where a page does", arguments: [100, 3_000, 4_096, 9_000])
  func lengths(_ most: Int) throws {
    let path = folder.path + "/edits"
    for length in stride(from: most - 80, through: most, by: 1) {
      let file = try EditFile(path)
      try file.erase(EditFile.size)
      var state = try newState(file)
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
    var state = try newState(EditFile(folder.path + "/edits"))
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
    var state = try newState(EditFile(folder.path + "/edits"))
    #expect(state.take([.saveDraft(draft("a"))]) == .takenFirst)
    state.didNotSync()
    #expect(state.take([.saveDraft(draft("ab"))]) == .refused)
    #expect(state.shouldBeginAnew)
    state.didFold(upTo: state.unfolded.last)
    let opening = state.beginErasing(.forNextEdits)?.opening
    #expect(opening != nil)
    state.didErase(.forNextEdits, opening: opening, hasFailed: false)
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

  @Test("An erasure fails by a fault of the disk that another sync hears of meanwhile")
  func heardMeanwhile() throws {
    let path = folder.path + "/edits"
    let faults = Mutex(1)
    let file = try EditFile(path) { _ in
      let isFaulty = faults.withLock { faults in
        defer { faults = 0 }
        return faults > 0
      }
      errno = EIO
      return isFaulty ? -1 : 0
    }
    try file.write([1], at: 0)
    let erasing = DispatchGroup()
    DispatchQueue.global().async(group: erasing) {
      let descriptor = open(path, O_RDONLY)
      var byte: UInt8 = 1
      repeat { pread(descriptor, &byte, 1, 0) } while byte != 0
      close(descriptor)
      // Where this one is late, the erasure's own sync meets the fault.
      try? file.sync()
    }
    // Long enough for the other sync to fail before this one is made.
    #expect(throws: StorageFault.self) { try file.eraseFromDisk(64 << 20) }
    erasing.wait()
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
    "A frame is a part of the log if its number follows, or is a higher one behind bytes that are no frame")
  func numbers() {
    func numbers(of bytes: [UInt8], until last: UInt64? = nil, above folded: UInt64 = 0) -> [UInt64] {
      EditFrame.frames(in: bytes, above: folded, until: last).map(\.number)
    }
    #expect(numbers(of: file([7, 8, 8, 9])) == [7, 8, 9])
    #expect(numbers(of: file([7, 8, 3, 9])) == [7, 8, 9])
    // What stood between is damaged.
    #expect(numbers(of: file([7, 8, 10, 11])) == [7, 8, 10, 11])
    // Higher than any that can stand in the same file.
    #expect(numbers(of: file([7, .max, 9])) == [7, 9])
    #expect(numbers(of: file([1, 2], [3, 4], [5])) == [1, 2, 3, 4, 5])
    // Written before the log began anew.
    #expect(numbers(of: file([7, 8], [3])) == [7, 8])
    #expect(numbers(of: file([7, 8, 3], [9])) == [7, 8, 9])
    #expect(numbers(of: file([1, 2], [4])) == [1, 2, 4])
    #expect(numbers(of: file([7, .max], [8])) == [7, 8])
    #expect(numbers(of: file([], [1])) == [1])
    #expect(numbers(of: file([1], [], [2])) == [1, 2])
    // Where it is known how far the log was written, nothing else is looked for.
    #expect(numbers(of: file([7, 8, 10]), until: 8) == [7, 8])
    #expect(numbers(of: file([7, 9, 12]), until: 10) == [7, 9])
    // The tables may have the whole draft to which a later difference belongs.
    #expect(numbers(of: file([], [5, 6]), above: 5) == [5, 6])
    // Unless they have everything.
    #expect(numbers(of: file([], [5, 6]), until: 6, above: 6) == [])
    // Frames of an earlier session, in front of those of this one.
    let later = 2 * EditFrame.sessionGap
    #expect(numbers(of: file([], [3, 4], [later]), above: 4) == [3, 4, later])
  }

  @Test("A frame that begins anywhere is found behind damaged ones", arguments: [1, 5, 17, 4_000])
  func unaligned(shift: Int) {
    let noise = (0..<shift).map { UInt8(truncatingIfNeeded: $0 &* 37 | 1) }
    let bytes = file([7]) + noise + file([8, 9])
    #expect(EditFrame.frames(in: bytes).map(\.number) == [7, 8, 9])
  }

  @Test(
    "Of a long draft a damaged edit takes away those up to the next whole one, and nothing goes to other words"
  )
  func longDraft() throws {
    let path = folder.path + "/edits"
    var state = try newState(EditFile(path))
    var text = String(repeating: "words ", count: 500)
    var texts: [String] = []
    for number in 0..<160 {
      text = "\(number) " + text
      texts.append(text)
      #expect(state.take([.saveDraft(draft(text))]) != .refused)
    }
    let bytes = Array(try folder.bytes(path))
    let frames = EditFrame.frames(in: bytes)
    #expect(frames.count == 161)
    #expect(frames.filter { $0.length > 3_000 }.count > 1, "a whole one comes again")
    var kept: Set<String> = []
    var place = 0
    for (index, frame) in frames.enumerated() {
      if index.isMultiple(of: 7) {
        var damaged = bytes
        damaged[place + 9] ^= 4
        let replay = EditReplay(damaged, until: frames.last?.number)
        let text = [StoredDraft]().applying(replay.waiting(after: 0)).first?.content.text ?? ""
        #expect(texts.contains(text), "frame \(index)")
        #expect(replay.isDamaged || index == 160, "frame \(index)")
        kept.insert(text)
      }
      place += frame.length
    }
    // Most often all of it is there all the same.
    #expect(kept.contains(text))
  }

  @Test("An edit that the tables have waits for nothing")
  func folded() throws {
    let path = folder.path + "/edits"
    var state = try newState(EditFile(path))
    #expect(state.take([.saveDraft(draft("typed"))]) != .refused)
    let replay = EditReplay(Array(try folder.bytes(path)))
    let last = try #require(replay.last)
    #expect(replay.waiting(after: last).isEmpty)
    #expect(replay.waiting(after: last - 1).count == 1)
  }

  @Test("What follows a refused edit of a long draft is read without the refused one")
  func refused() throws {
    let path = folder.path + "/edits"
    var state = try newState(EditFile(path))
    let long = String(repeating: "words ", count: 1_000)
    #expect(state.take([.saveDraft(draft(long))]) != .refused)
    var other = draft(String(repeating: "x", count: EditFile.size / 4))
    other.key = DraftKey(channelId: "other")
    #expect(state.take([.saveDraft(draft(long + "a")), .saveDraft(other)]) == .refused)
    #expect(state.take([.saveDraft(draft(long + "ab"))]) != .refused)
    #expect(try replayed(Array(folder.bytes(path))) == long + "ab")
  }

  @Test("A log does not begin anew while the tables lack one of its edits")
  func waits() throws {
    var state = try newState(EditFile(folder.path + "/edits"))
    #expect(state.take([.saveDraft(draft("typed"))]) != .refused)
    for erasure in [EditLog.Erasure.forNextEdits, .ofWords, .ofAll] {
      #expect(state.beginErasing(erasure) == nil)
    }
    state.didFold(upTo: state.unfolded.last)
    #expect(state.beginErasing(.forNextEdits) != nil)
  }
}

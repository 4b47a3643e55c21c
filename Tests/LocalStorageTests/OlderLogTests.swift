import ChatDomain
import DraftEngine
import Foundation
import Testing

@testable import LocalStorage

/// A log in the format of earlier versions: of a long draft only the difference, and a new page after each sync.
private struct OlderLog {
  private(set) var bytes: [UInt8]
  /// The offsets of the frames.
  private(set) var places = [0]
  private(set) var number: UInt64
  private var last: DraftBytes?

  init(opening number: UInt64) {
    (bytes, self.number) = (EditFrame.opening(number), number)
  }

  mutating func add(_ draft: StoredDraft, asDifference: Bool = true) {
    let latter = DraftBytes(draft, after: last)
    var frame = RecordWriter()
    EditFrame.begin(in: &frame)
    if asDifference, let last {
      frame.write(byte: 1)
      frame.write(draft.key)
      DraftDelta(from: last, to: latter).write(to: &frame)
    } else {
      LoggedChange.write(latter, of: draft.key, to: &frame)
    }
    number += 1
    EditFrame.end(number, in: &frame)
    places.append(bytes.count)
    bytes += frame.fields
    last = latter
  }

  mutating func beginPage() {
    bytes += [UInt8](repeating: 0, count: (bytes.count + 4_095) / 4_096 * 4_096 - bytes.count)
  }
}

@Suite("A log of edits that an earlier version wrote")
struct OlderLogTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))
  private let key = DraftKey(channelId: "general")
  private let long = String(repeating: "words ", count: 500)

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ text: String) -> StoredDraft {
    StoredDraft(
      key: key, content: DraftContent(elements: [.plainText(text: text)]), createdAt: clock.now,
      updatedAt: clock.now)
  }

  private func replayed(_ bytes: [UInt8]) -> String {
    [StoredDraft]().applying(EditReplay(bytes).waiting(after: 0)).map(\.content.text).joined()
  }

  /// A profile in which the earlier version was killed.
  private func killed(_ texts: [String], folding folded: Int = 0) async throws -> ProfileCopy {
    let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil).store
    if folded > 0 {
      #expect(await store.takes([.saveDraft(draft("short"))]))
      try await store.perform([.saveEventToken("1")])
    }
    let copy = try ProfileCopy(of: folder)
    var log = OlderLog(opening: EditFrame.frames(in: Array(try #require(copy.edits)))[0].number)
    for (number, text) in texts.enumerated() {
      if number % 2 == 0 { log.beginPage() }
      log.add(draft(text))
    }
    return copy.changingEdits { $0.replaceSubrange(0..<log.bytes.count, with: log.bytes) }
      .changingLock { lock in
        // After the owner comes the number of the last edit.
        withUnsafeBytes(of: (log.number.littleEndian, ~log.number.littleEndian)) {
          lock = (lock?.prefix(48) ?? Data()) + Data($0)
        }
      }
  }

  @Test(
    "Nothing in it is lost, even if the tables have the draft that a difference applies to",
    arguments: [0, 1])
  func upgrade(folded: Int) async throws {
    let texts = (0..<5).map { number in long + String(repeating: "more ", count: number) }
    let other = try await killed(texts, folding: folded).folder()
    do {
      let opened = try SQLiteStore.open(profile: other.profile, clock: clock, system: nil)
      #expect(opened.recovery == nil && opened.logRecovery == nil)
      #expect(try await opened.store.drafts() == [draft(texts[4])])
      #expect(await opened.store.takes([.saveDraft(draft("typed on"))]))
    }
    let next = try ProfileCopy(of: other).folder()
    let again = try SQLiteStore.open(profile: next.profile, clock: clock, system: nil)
    #expect(again.logRecovery == nil)
    #expect(try await again.store.drafts() == [draft("typed on")])
  }

  @Test("After a damaged beginning, the differences to a draft in the tables are applied")
  func behindDamage() async throws {
    let other = try await killed([long, long + "a", long + "ab"], folding: 1)
      .changingEdits { $0[2] ^= 8 }.folder()
    let opened = try SQLiteStore.open(profile: other.profile, clock: clock, system: nil)
    #expect(opened.logRecovery?.damage == .edits)
    #expect(try await opened.store.drafts() == [draft(long + "ab")])
  }

  @Test("A session that only reads sees all of it")
  func reading() async throws {
    let other = try await killed([long, long + "a", long + "ab"], folding: 1).folder()
    let reader = try #require(try SQLiteStore.read(profile: other.profile, clock: clock))
    #expect(try await reader.drafts() == [draft(long + "ab")])
  }

  @Test("After a lost page it continues, and the loss is noticed")
  func pages() {
    var log = OlderLog(opening: 7)
    var words = ""
    // The text in the log after each number of pages.
    var texts = [""]
    for line in ["one two ", "three ", "four five six ", "seven "] {
      log.beginPage()
      for word in line.split(separator: " ") {
        words += word + " "
        log.add(draft(words), asDifference: false)
      }
      texts.append(words)
    }
    // The header has its own page.
    let bytes = log.bytes + [UInt8](repeating: 0, count: 64)
    #expect(replayed(bytes) == words)
    #expect(!EditReplay(bytes).isDamaged)
    for (count, text) in texts.enumerated() {
      #expect(replayed(Array(bytes.prefix((count + 1) * 4_096))) == text, "\(count) pages")
      guard count < 4 else { continue }
      var lost = bytes
      let place = (count + 1) * 4_096
      lost.replaceSubrange(
        place..<min(bytes.count, place + 4_096),
        with: [UInt8](repeating: 0, count: min(bytes.count, place + 4_096) - place))
      #expect(replayed(lost) == (count < 3 ? words : text), "without page \(count)")
      #expect(EditReplay(lost).isDamaged == (count < 3), "without page \(count)")
    }
  }

  @Test("A damaged edit loses those up to the next whole one, and no difference applies to other text")
  func damaged() {
    var log = OlderLog(opening: 7)
    var text = long
    var texts: [String] = []
    for number in 0..<160 {
      text = "\(number) " + text
      texts.append(text)
      log.add(draft(text), asDifference: !number.isMultiple(of: 60))
    }
    var kept: Set<String> = []
    for (index, place) in log.places.enumerated() where index.isMultiple(of: 7) {
      var damaged = log.bytes
      damaged[place + 9] ^= 4
      let replay = EditReplay(damaged, until: 7 + 160)
      let text = replayed(damaged)
      #expect(texts.contains(text), "frame \(index)")
      #expect(replay.isDamaged, "frame \(index)")
      kept.insert(text)
    }
    // Usually all of it is there nevertheless.
    #expect(kept.contains(text))
  }
}

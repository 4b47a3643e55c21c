import ChatDomain
import DraftEngine
import TestSupport
import Testing

@testable import MatrixService

@Suite("Times and order in a history")
struct OrderTests {
  let time = SaneTime(now: Timestamp(seconds: 1_800_000_000))

  @Test("A number combines the time and part of the id, equal on every device")
  func number() {
    let token = Timetoken(matrix: "$a", sentAt: 1_700_000_000_000, in: time)
    #expect(token.rawValue >> 20 == 1_700_000_000_000)
    #expect(token == Timetoken(matrix: "$a", sentAt: 1_700_000_000_000, in: time))
    #expect(token != Timetoken(matrix: "$b", sentAt: 1_700_000_000_000, in: time))
    #expect(token.rawValue & 0xFFFFF == 0x471D1)
  }

  @Test(
    "An impossible time is clamped",
    arguments: [
      (Int.min, SaneTime.earliest), (-1, SaneTime.earliest), (0, SaneTime.earliest),
      (1_700_000_000_000, 1_700_000_000_000), (1_800_086_400_000, 1_800_086_400_000),
      (1_800_086_400_001, 1_800_086_400_000), (1 << 53, 1_800_086_400_000), (Int.max, 1_800_086_400_000),
    ])
  func clamped(_ sample: (sentAt: Int, milliseconds: Int)) {
    #expect(time.milliseconds(sample.sentAt) == sample.milliseconds)
    #expect(time.timestamp(sample.sentAt) == Timestamp(microseconds: Int64(sample.milliseconds) * 1000))
  }

  @Test("A clock that is years wrong does not break the numbers", arguments: [Int64.min, 0, .max])
  func clocks(_ now: Int64) {
    let time = SaneTime(now: Timestamp(microseconds: now))
    let token = Timetoken(matrix: "$a", sentAt: .max, in: time)
    #expect(token.rawValue >> 20 <= SaneTime.last && token.rawValue >> 20 >= SaneTime.earliest)
  }

  @Test("Numbers rise along the timeline, and are the events' own where possible")
  func rising() {
    let own = [5, 3, 3, 9, 2].map { Timetoken($0) }
    #expect(Timetoken.rising(own, after: nil, before: nil) == [5, 6, 7, 9, 10].map { Timetoken($0) })
    #expect(
      Timetoken.rising(own, after: Timetoken(7), before: nil) == [8, 9, 10, 11, 12].map { Timetoken($0) })
    #expect(Timetoken.rising(own, after: nil, before: Timetoken(8)) == [3, 4, 5, 6, 7].map { Timetoken($0) })
    #expect(
      Timetoken.rising(own, after: Timetoken(2), before: Timetoken(8))
        == [3, 4, 5, 6, 7].map { Timetoken($0) })
    #expect(Timetoken.rising(own, after: Timetoken(3), before: Timetoken(8)) == nil)
    #expect(Timetoken.rising(own, after: Timetoken(9), before: Timetoken(8)) == nil)
    #expect(Timetoken.rising(own, after: Timetoken(.max), before: nil) == nil)
    #expect(Timetoken.rising([], after: Timetoken(8), before: Timetoken(9)) == [])
  }

  @Test("Any numbers rise between their neighbours")
  func risingAnywhere() {
    var generator = SeededGenerator(seed: TestSeed.value)
    for _ in 0..<3000 {
      let own = (0..<generator.below(8)).map { _ in
        Timetoken(generator.one(of: [0, UInt64(generator.below(20)), .max, .max - 3]))
      }
      let lower = generator.percent(60) ? Timetoken(UInt64(generator.below(20))) : nil
      let upper = generator.percent(60) ? Timetoken(UInt64(generator.below(40))) : nil
      let room = (upper?.rawValue ?? .max).subtractingReportingOverflow(lower.map { $0.rawValue + 1 } ?? 0)
      guard let tokens = Timetoken.rising(own, after: lower, before: upper) else {
        #expect(
          room.overflow || room.partialValue < UInt64(own.count), "\(own) \(lower as Any) \(upper as Any)")
        continue
      }
      let all = [lower].compactMap { $0 } + tokens + [upper].compactMap { $0 }
      #expect(tokens.count == own.count && zip(all, all.dropFirst()).allSatisfy { $0 < $1 }, "\(own) \(all)")
    }
  }

  @Test("An event's size is computed before sending, with the server's additions")
  func size() {
    // A server accepted a body of 64,929 letters; with different auth events it may add more.
    func refusal(_ count: Int) -> ChatError.Refusal? {
      EventSize.refusal(
        content: [UInt8](repeating: 0x61, count: count), sender: "@ann:example.org", room: "!hill:example.org"
      )
    }
    #expect(refusal(63_000) == nil)
    #expect(refusal(64_929) == .messageTooLong(bytes: 64_929 + 2087, limit: 65_536))
  }

  @Test("The computed size fits, also for an edit with mentions")
  func announced() {
    let words = String(repeating: "a", count: EventSize.messageBytes - 60)
    let content = MessageContent(elements: [
      .plainText(text: words), .link(text: "Ben", target: .user(userId: "@ben:example.org")),
    ])
    let edit = EditContent(of: "$a", to: content, before: [])
    #expect(
      EventSize.refusal(content: content.bytes, sender: "@ann:example.org", room: "!hill:example.org") == nil)
    #expect(
      EventSize.refusal(content: edit.bytes, sender: "@ann:example.org", room: "!hill:example.org") == nil)
    #expect(edit.bytes.count < 3 * EventSize.messageBytes + 2048)
  }
}

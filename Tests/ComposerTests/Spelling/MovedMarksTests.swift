import TestSupport
import Testing

@testable import Composer

@Suite("Spelling marks that move with the text")
struct MovedMarksTests {
  /// Words in brackets are marked.
  private func moved(_ before: String, to after: String) -> String {
    var marks: [Range<Int>] = []
    var text = ""
    for part in before.split(separator: "[", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
      if pieces.count == 2 { marks.append(text.utf8.count..<text.utf8.count + pieces[0].utf8.count) }
      text += pieces.joined()
    }
    var shown = Array(after.utf8)
    for mark in MovedMarks.marks(marks, from: text, to: after).reversed() {
      shown.insert(UInt8(ascii: "]"), at: mark.upperBound)
      shown.insert(UInt8(ascii: "["), at: mark.lowerBound)
    }
    return String(decoding: shown, as: UTF8.self)
  }

  @Test(
    "A word keeps its mark until it is edited",
    arguments: [
      ("[helo] wrld", "helo wrld!", "[helo] wrld!"),
      ("[helo]", "helo ", "[helo] "),
      ("[helo]", "helos", "helos"),
      ("[helo]", "helo'", "helo'"),
      ("a [helo] b", "a hel b", "a hel b"),
      ("a [helo] b", "long a helo b", "long a [helo] b"),
      ("a [helo] [wrld]", "a helo x wrld", "a [helo] x [wrld]"),
      ("a [helo] [wrld]", "a helowrld", "a helowrld"),
      ("a [helo] [wrld]", "a [helo] wrldy", "a [helo] wrldy"),
      ("[helo]", "xhelo", "xhelo"),
      ("[helo]", "", ""),
      ("[helo]", "helo\u{301}", "helo\u{301}"),
      ("[helo] [helo]", "helo", "[helo]"),
    ])
  func examples(_ before: String, _ after: String, _ expected: String) {
    let plain = after.filter { $0 != "[" && $0 != "]" }
    #expect(moved(before, to: plain) == expected)
  }

  @Test("A kept mark stays below its letters", arguments: 0..<8)
  func laws(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let pieces = ["a", "b", "é", "漢", " ", ".", "'", "word", "\n"]
    func text() -> String { (0..<dice.below(40)).map { _ in dice.one(of: pieces) }.joined() }
    for _ in 0..<500 {
      let old = text()
      let bytes = Array(old.utf8)
      var marks: [Range<Int>] = []
      var start: Int?
      for (place, byte) in (bytes + [32]).enumerated() {
        let isLetter = byte >= 0x80 || (0x61...0x7A).contains(byte)
        if isLetter, start == nil { start = place }
        if !isLetter, let first = start {
          marks.append(first..<place)
          start = nil
        }
      }
      let cut = bytes.count == 0 ? 0 : dice.below(bytes.count + 1)
      let rest = cut + dice.below(bytes.count - cut + 1)
      let new = String(decoding: bytes[..<cut] + Array(text().utf8) + bytes[rest...], as: UTF8.self)
      let after = Array(new.utf8)
      var end = 0
      for mark in MovedMarks.marks(marks, from: old, to: new) {
        #expect(mark.lowerBound >= end && mark.upperBound <= after.count)
        #expect(marks.contains { bytes[$0].elementsEqual(after[mark]) })
        end = mark.upperBound
      }
    }
  }
}

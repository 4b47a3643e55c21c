import Testing

@testable import DraftEngine

@Suite("Eight bytes at once")
struct EightBytesTests {
  @Test("Each byte is found alone, whatever surrounds it")
  func bytes() {
    for byte in UInt8.min...UInt8.max {
      for beside in [0x00, 0x1F, 0x20, 0x21, 0x7F, 0x80, 0xA0, 0xE2, 0xE3, 0xFF] as [UInt8] {
        for place in 0..<8 {
          var bytes = [UInt8](repeating: beside, count: 8)
          bytes[place] = byte
          let word = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
          let blanks = bytes.indices.reduce(UInt64(0)) { $0 | (bytes[$1] == 0x20 ? 0x80 << (8 * $1) : 0) }
          let high = bytes.indices.reduce(UInt64(0)) { $0 | (bytes[$1] >= 0xE3 ? 0x80 << (8 * $1) : 0) }
          #expect(word.topBits(ofBytesEqualTo: 0x20) == blanks, "\(bytes)")
          #expect(word.topBits(ofBytesAtLeast: 0xE3) == high, "\(bytes)")
        }
      }
    }
  }
}

@Suite("Binary search and common prefixes")
struct HalvingTests {
  @Test("Binary search agrees with linear search, also in slices", arguments: 0...9)
  func finds(count: Int) {
    let numbers = (0..<count).map { $0 / 2 }
    let part = numbers.dropFirst(3)
    for bound in -1...6 {
      #expect(numbers.partitioningIndex { $0 >= bound } == numbers.firstIndex { $0 >= bound } ?? count)
      #expect(part.partitioningIndex { $0 >= bound } == part.firstIndex { $0 >= bound } ?? part.endIndex)
    }
  }

  @Test(
    "No byte is counted twice",
    arguments: [
      ("", "", 0, 0), ("a", "", 0, 0), ("same", "same", 4, 0), ("aaa", "aaaaa", 3, 0), ("ab", "ba", 0, 0),
      ("0123456789-9876543210", "0123456789+9876543210", 10, 10), ("ab", "axb", 1, 1),
    ])
  func commonEnds(left: String, right: String, front: Int, back: Int) {
    let same = CommonEnds.lengths(left.utf8.span, right.utf8.span)
    #expect(same.front == front && same.back == back)
  }

  @Test(
    "The boundary before an offset agrees with going back byte by byte",
    arguments: ["", NastyText.pieces.joined(), NastyText.pieces.reversed().joined()])
  func boundary(text: String) {
    for offset in -2...(text.utf8.count + 2) {
      var expected = min(max(0, offset), text.utf8.count)
      while !text.isCharacterBoundary(utf8: expected) { expected -= 1 }
      let found = text.characterBoundary(atOrBefore: offset)
      #expect(text.utf8.distance(from: text.startIndex, to: found) == expected)
    }
  }
}

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

import JSON
import TestSupport
import Testing

@testable import MatrixService

@Suite("Arbitrary answers")
struct HostileAnswerTests {
  /// Strings and numbers that replace others.
  private static let poison = [
    "null", "7", "-1", "1e999", "9223372036854775807", "\"\"", "[]", "{}", "\"\\u0000\"", "\"\\ud800\"",
    "true", "\"$a\"",
    "\"m.replace\"", "\"@nobody:elsewhere\"", "\"<a href=\\\"javascript:1\\\">x\"", "[[[[[[]]]]]]",
    "\"m.room.redaction\"",
  ]

  private static func mutated(_ text: [UInt8], by generator: inout SeededGenerator) -> [UInt8] {
    var bytes = text
    for _ in 0..<generator.within(1...4) {
      let place = generator.below(bytes.count)
      switch generator.below(4) {
      case 0: bytes[place] = UInt8(generator.below(256))
      case 1: bytes.remove(at: place)
      case 2:
        // Replaces a whole value, so that the text stays valid JSON more often.
        guard let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")),
          let end = bytes[colon...].firstIndex(where: { ",}]".utf8.contains($0) })
        else { continue }
        bytes.replaceSubrange(bytes.index(after: colon)..<end, with: generator.one(of: poison).utf8)
      default: bytes.insert(contentsOf: generator.one(of: poison).utf8, at: place)
      }
    }
    return bytes
  }

  @Test("Randomly changed answers break no law")
  func answers() {
    var generator = SeededGenerator(seed: TestSeed.value)
    var laws = WireLaws()
    var read = 0
    let original = Recorded.bytes(Recorded.sync)
    let count = isSoak ? 10_000 : 1_000
    for _ in 0..<count {
      let bytes = Self.mutated(original, by: &generator)
      laws.checkSync(bytes)
      if (try? SyncAnswer(bytes, for: Recorded.ann)) != nil { read += 1 }
    }
    #expect(laws.breaches.isEmpty, "SEED=\(TestSeed.value): \(laws.breaches.prefix(3))")
    #expect(read > count / 7, "nearly all were refused, and so nothing was tested: \(read)")
  }

  @Test("Randomly changed messages keep all invariants")
  func messages() {
    var generator = SeededGenerator(seed: TestSeed.value)
    var random = RandomContent(generator: generator)
    var laws = WireLaws()
    for _ in 0..<(isSoak ? 4_000 : 400) {
      let content = ContentTests.text(random.content().bytes)
      laws.checkEvent(Self.mutated(Recorded.bytes(Recorded.text(EventType.message, content)), by: &generator))
      laws.checkHTML(Self.mutated(Recorded.bytes(content), by: &generator))
    }
    #expect(laws.breaches.isEmpty, "SEED=\(TestSeed.value): \(laws.breaches.prefix(3))")
  }
}

import TestSupport
import Testing

@testable import DraftEngine

/// Compares the fast paths for very long Characters and runs of flags with the plain algorithms.
@Suite("Long Characters")
struct LongCharacterTests {
  private static let blanks = [
    " ", "\t", "\n", "\r\n", "\r", "\u{B}", "\u{85}", "\u{A0}", "\u{2028}", "\u{3000}",
  ]

  private static func texts(_ count: Int) -> [String] {
    var random = SeededGenerator(seed: TestSeed.value)
    return (0..<count).map { number in
      let words = NastyText.random(Int.random(in: 0...8, using: &random), using: &random)
      let blank = (0..<Int.random(in: 0...4, using: &random)).reduce(into: "") { text, _ in
        text += blanks[Int.random(in: 0..<blanks.count, using: &random)]
      }
      return number % 3 == 0 ? blank : number % 3 == 1 ? blank + words : words + blank
    }
  }

  @Test("A text is blank if all its Characters are")
  func blank() {
    let texts =
      Self.texts(3000) + OffsetTests.texts + ["\u{301}", " \u{301}", "\u{200D}", "\u{1C}", "\0", " \u{7F}"]
    for text in texts {
      let isBlank = text.allSatisfy(\.isWhitespace)
      #expect(text.isBlank == isBlank && text[...].isBlank == isBlank, "\(text.debugDescription)")
    }
    #expect(texts.contains(where: \.isBlank) && texts.contains { !$0.isBlank })
  }

  @Test("A Character ends where the standard library says, with either algorithm")
  func ends() {
    for text in Self.texts(1000) + OffsetTests.texts + [String(repeating: "🇩", count: 99)] {
      for index in text.indices {
        let offset = text.utf8.distance(from: text.startIndex, to: index)
        let end = text.utf8.distance(from: text.startIndex, to: text.index(after: index))
        #expect(text.characterEnd(utf8: offset) == end, "\(text.debugDescription) at \(offset)")
      }
    }
  }

  @Test("A prefix is the first Characters, and bounded for an endless one")
  func beginning() {
    for text in Self.texts(500) {
      for count in [0, 1, 3, 100] where text.unicodeScalars.count <= count * 16 {
        #expect(text.beginning(count).isIdentical(to: text.prefix(count)), "\(text.debugDescription)")
      }
    }
    let marks = "a" + String(repeating: "\u{200D}", count: 100_000)
    #expect(marks.beginning(10).isIdentical(to: "a" + String(repeating: "\u{200D}", count: 159)))
    #expect((marks + "b").beginning(100_000).isIdentical(to: marks + "b"))
  }
}

import TestSupport
import Testing

@testable import DraftEngine

@Suite("Offsets")
struct OffsetTests {
  static let texts: [String] =
    [
      "", "a", "\r", "\n", "\r\n", "\r\r\n\n", "e\u{301}", "\u{301}", "\n\u{301}\u{301}", "🇩🇪🇫🇷🇦", "x🇩🇪🇫🇷🇦y",
      "👩\u{200D}👩\u{200D}👧", "a\u{200D}👧", "👍🏽🏽", "\u{1112}\u{1161}\u{11AB}\u{11AB}", "\u{1112}하\u{11AB}",
      "क\u{94D}षक\u{94D}", "क\u{94D}\u{200D}ष", "\u{600}\u{600}1", "\u{600}\n", "1\u{FE0F}\u{20E3}",
      "ß\u{AD}e\u{AD}",
      "hello, world: eight bytes at a time, and then some", "seven b\r\n", "eight by\r\nx", "1234567\r",
      "12345678\r",
      "12345678\r\n12345678", "12345678\u{301}", "1234567\u{301}8", "12345678é12345678",
      "漢字かな한국어 Ελλάδα Привет",
      "が\u{3099}か\u{3099}", "〰\u{FE0F}㊗\u{FE0F}〽",
    ] + NastyText.pieces

  /// Compares every offset with the standard library's view of the text.
  private static func check(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var boundaries = Array(text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) })
    boundaries.append(text.utf8.count)
    let draft = DraftDocument(elements: [.plainText(text: text)])
    var isRight = text.characterCount == text.count && draft.count == text.count
    for (offset, utf8Offset) in boundaries.enumerated() {
      isRight = isRight && text.utf8Offset(ofCharacter: offset) == utf8Offset
      isRight = try isRight && draft.utf8Offset(ofCharacter: offset) == utf8Offset
    }
    var characters = 0
    for utf8Offset in 0...text.utf8.count {
      if characters + 1 < boundaries.count, boundaries[characters + 1] <= utf8Offset { characters += 1 }
      isRight = isRight && text.characterOffset(ofUTF8: utf8Offset) == characters
      isRight = try isRight && draft.characterOffset(ofUTF8: utf8Offset) == characters
      isRight =
        isRight && text.isCharacterBoundary(utf8: utf8Offset) == (boundaries[characters] == utf8Offset)
    }
    #expect(isRight, "in \(text.visible)", sourceLocation: sourceLocation)
  }

  @Test("Characters and bytes agree with the standard library", arguments: texts)
  func agreement(text: String) throws {
    try Self.check(text)
    for filling in ["a", "12345678", "\r\n", "漢", "\u{600}"] {
      try Self.check(filling + text)
      try Self.check(text + filling)
      try Self.check(filling + text + filling + text)
    }
  }

  @Test("They agree in random texts", arguments: 0..<4)
  func randomTexts(part: Int) throws {
    var generator = SeededGenerator(seed: TestSeed.value &+ UInt64(part))
    for _ in 0..<400 {
      var text = NastyText.random(Int.random(in: 0...24, using: &generator), using: &generator)
      if Bool.random(using: &generator) {
        let filling = String(repeating: "x", count: Int.random(in: 0...20, using: &generator))
        let place = Int.random(in: 0...text.unicodeScalars.count, using: &generator)
        let index = text.unicodeScalars.index(text.startIndex, offsetBy: place)
        text = String(text.unicodeScalars[..<index]) + filling + String(text.unicodeScalars[index...])
      }
      try Self.check(text)
    }
  }

  @Test("A CR at every position of an eight-byte word")
  func carriageReturns() throws {
    for place in 0...17 {
      for mark in ["\r", "\r\n", "\n", "\u{301}", "é"] {
        try Self.check(
          String(repeating: "x", count: place) + mark + String(repeating: "y", count: 17 - place))
      }
    }
  }

  @Test("Offsets outside the text")
  func outOfRange() throws {
    let draft = try DraftNotation("e\u{301}[🇩🇪](user:de)").document
    for offset in [-1, 3, .min, .max] {
      #expect(throws: DraftError.offsetOutOfRange(offset: offset, count: 2)) {
        try draft.utf8Offset(ofCharacter: offset)
      }
    }
    for utf8Offset in [-1, 12, .min, .max] {
      #expect(throws: DraftError.utf8OffsetOutOfRange(utf8Offset: utf8Offset, count: 11)) {
        try draft.characterOffset(ofUTF8: utf8Offset)
      }
    }
    #expect(try draft.characterOffset(ofUTF8: 2) == 0, "an offset inside a Character counts those before it")
    #expect(try draft.characterOffset(ofUTF8: 10) == 1)
  }

  @Test(
    "Edits with offsets outside the text are refused, and the draft is unchanged",
    arguments: [
      (-1, 0, DraftError.offsetOutOfRange(offset: -1, count: 2)),
      (3, 0, .offsetOutOfRange(offset: 3, count: 2)),
      (.max, .max, .offsetOutOfRange(offset: .max, count: 2)),
      (.min, 1, .offsetOutOfRange(offset: .min, count: 2)),
      (0, 3, .lengthOutOfRange(offset: 0, length: 3, count: 2)),
      (2, 1, .lengthOutOfRange(offset: 2, length: 1, count: 2)),
      (1, -1, .lengthOutOfRange(offset: 1, length: -1, count: 2)),
      (1, .max, .lengthOutOfRange(offset: 1, length: .max, count: 2)),
      (2, .min, .lengthOutOfRange(offset: 2, length: .min, count: 2)),
    ])
  func refusedEdits(offset: Int, length: Int, error: DraftError) throws {
    let notation = "e\u{301}[🇩🇪](user:de)"
    try expectRefusal(notation, error) { draft throws(DraftError) in
      try draft.removeText(offset: offset, length: length)
    }
    guard case .offsetOutOfRange = error else { return }
    for text in ["x", ""] {
      try expectRefusal(notation, error) { draft throws(DraftError) in
        try draft.insertText(offset: offset, text: text)
      }
    }
  }
}

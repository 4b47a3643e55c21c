import DraftEngine
import EditingHistories
import Testing

@Suite("A long text in one line")
struct LongLineTests {
  /// Words, and before every sixteenth a mention.
  private static func elements(seed: UInt64, words: (Int, String) -> String) -> [MessageElement] {
    var random = SeededGenerator(seed: seed)
    return (0..<16_000).map { index in
      let word = Vocabulary.word(&random)
      return index % 16 == 8
        ? .link(text: "Ann Doe", target: .user(userId: "\(index)"))
        : .plainText(text: " \(words(index, word)) ")
    }
  }

  @Test(
    "Words changed in many places cost none of the mentions between them",
    arguments: 1...3 as ClosedRange<UInt64>)
  func keepsAllMentions(seed: UInt64) {
    var draft = DraftDocument(elements: Self.elements(seed: seed) { $1 })
    let edited = Self.elements(seed: seed) { index, word in
      guard index % 800 == 400 else { return word }
      return [word + "ish", "", word + " indeed"][index / 800 % 3]
    }
    let expected = DraftDocument(elements: edited)
    draft.update(text: expected.text)
    #expect(draft == expected)
  }

  @Test("So does a long part that moves to the end", arguments: 1...3 as ClosedRange<UInt64>)
  func followsParts(seed: UInt64) {
    let elements = Self.elements(seed: seed) { $1 }
    let expected = DraftDocument(elements: Array(elements[6_000...] + elements[..<6_000]))
    var draft = DraftDocument(elements: elements)
    draft.update(text: expected.text)
    let lost = Set(expected.mentionSpans).subtracting(draft.mentionSpans)
    // Where the parts meet, the surroundings of a mention are others.
    #expect(lost.count <= 2)
  }
}

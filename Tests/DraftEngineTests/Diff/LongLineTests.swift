import DraftEngine
import TestSupport
import Testing

@Suite("A long text in one line")
struct LongLineTests {
  /// Words, with a mention before every sixteenth.
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
    "Changes in many places lose no mention between them",
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

  private static let lines = (0..<200).map { "line number \($0) of the text that stays\n" }.joined()

  @Test("Lines are paired after a mention at the start is gone")
  func beginning() {
    var draft = DraftDocument(elements: [
      .link(text: "@Alice Wonderland", target: .user(userId: "a")),
      .plainText(text: "\nuniq\nXavier " + Self.lines + "end one"),
    ])
    draft.update(text: "Hey\nuniq\nYork " + Self.lines + "end two")
    #expect(draft.text == "Hey\nuniq\nYork " + Self.lines + "end two" && draft.mentionSpans.isEmpty)
  }

  @Test("Two sides that both changed the ends of a long text are merged", arguments: [false, true])
  func ends(isAtStart: Bool) {
    func document(_ far: String, _ near: String) -> DraftDocument {
      DraftDocument(elements: [
        .plainText(text: isAtStart ? near + Self.lines + far : far + Self.lines + near)
      ])
    }
    let near =
      isAtStart
      ? ["over there Wonderlanders\nuniq\nXavier ", "Hey\nuniq\nYork "]
      : ["Xavier\nuniq\nDear Wonderlanders over there", "York\nuniq\nHey"]
    let base = document("start one ", near[0])
    var ours = base
    ours.update(text: isAtStart ? "!" + base.text : base.text + "!")
    let theirs = document("start two ", near[1])
    let merged = DraftMerge(base: base, ours: ours, theirs: theirs).document.text
    #expect(merged.contains("start two") && merged.contains("York") && merged.contains("!"))
  }

  @Test("A long part that moves to the end is merged too", arguments: 1...3 as ClosedRange<UInt64>)
  func followsParts(seed: UInt64) {
    let elements = Self.elements(seed: seed) { $1 }
    let expected = DraftDocument(elements: Array(elements[6_000...] + elements[..<6_000]))
    var draft = DraftDocument(elements: elements)
    draft.update(text: expected.text)
    let lost = Set(expected.mentionSpans).subtracting(draft.mentionSpans)
    // At the seams, the context of a mention changes.
    #expect(lost.count <= 2)
  }
}

@Suite("Repeated names")
struct LongRunTests {
  @Test(
    "A name moved across hundreds of its mentions loses none of them",
    arguments: [10, 300])
  func keepsAllMentions(_ count: Int) {
    let plain = MessageElement.plainText(text: String(repeating: "ann", count: 9))
    let mentions = (0..<count).map { MessageElement.link(text: "ann", target: .user(userId: "\($0)")) }
    var draft = DraftDocument(elements: [plain] + mentions)
    let text = draft.text
    draft.update(text: String(text.dropFirst(3)))
    #expect(draft.mentions.count == count)
    draft.update(text: text)
    #expect(draft.mentions.count == count)
  }
}

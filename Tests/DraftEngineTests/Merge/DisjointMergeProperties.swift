import DraftEngine
import TestSupport
import Testing

/// Two people edit different sentences of one draft, so the expected result is known.
@Suite("Edits of different sentences merge exactly")
struct DisjointMergeProperties {
  /// Words, some of them mentions.
  private typealias Sentence = [MessageElement]

  private static let names = ["Ann", "Bob Lee", "@carla", "#ops", "José", "漢字", "👩\u{200D}👩\u{200D}👧 family"]

  /// Unique words, which cannot be confused; names repeat.
  private struct Writer {
    var generator: SeededGenerator
    private var written = 0

    init(seed: UInt64) {
      generator = SeededGenerator(seed: seed)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    mutating func word() -> MessageElement {
      written += 1
      return .plainText(text: ["word", "wörter", "слово", "e\u{301}te"][written % 4] + "\(written)")
    }

    mutating func name() -> MessageElement {
      let name = DisjointMergeProperties.names.randomElement(using: &generator) ?? ""
      let target = MentionTarget.user(userId: ["a", "b"][number(0...1)])
      return number(0...3) == 0 ? .plainText(text: name) : .link(text: name, target: target)
    }

    mutating func sentence() -> Sentence {
      (0..<number(2...7)).map { _ in number(0...3) == 0 ? name() : word() }
    }

    /// One to three edits that change the sentence.
    mutating func edited(_ sentence: Sentence) -> Sentence {
      if number(0...7) == 0 { return [] }
      var result = sentence
      for _ in 0..<number(1...3) {
        let place = number(0...(max(1, result.count) - 1))
        switch number(0...4) {
        case 0: result.insert(word(), at: min(place, result.count))
        case 1: result.insert(name(), at: min(place, result.count))
        case 2 where result.count > 1: result.remove(at: place)
        case 3 where !result.isEmpty: result[place] = word()
        default:
          let turned = result.indices.filter { result[$0].target != nil }
          guard let index = turned.randomElement(using: &generator) else { continue }
          result[index] =
            number(0...1) == 0
            ? .plainText(text: result[index].text)
            : .link(text: result[index].text, target: .channel(channelId: "c"))
        }
      }
      return result
    }
  }

  /// A draft of numbered sentences, so that the two around an edit always differ.
  private static func document(_ sentences: [Sentence]) -> DraftDocument {
    var elements: [MessageElement] = []
    for (index, sentence) in sentences.enumerated() {
      if index > 0 { elements.append(.plainText(text: index % 4 == 0 ? "\n\n" : " ")) }
      elements.append(.plainText(text: "(\(index))"))
      for element in sentence { elements += [.plainText(text: " "), element] }
      elements.append(.plainText(text: "."))
    }
    return DraftDocument(elements: elements)
  }

  @Test("Each side's sentences and mentions are in the merged draft, whichever side merges")
  func disjointSentences() {
    var writer = Writer(seed: TestSeed.value)
    for _ in 0..<1000 {
      let base = (0..<writer.number(1...8)).map { _ in writer.sentence() }
      var ours = base
      var theirs = base
      var truth = base
      for index in base.indices {
        switch writer.number(0...3) {
        case 0:
          ours[index] = writer.edited(base[index])
          truth[index] = ours[index]
        case 1:
          theirs[index] = writer.edited(base[index])
          truth[index] = theirs[index]
        default: break
        }
      }
      let copies = [base, ours, theirs, truth].map(Self.document)
      let comment: Comment = """
        SEED=\(TestSeed.value)
        base   \(DraftNotation(copies[0]).description)
        ours   \(DraftNotation(copies[1]).description)
        theirs \(DraftNotation(copies[2]).description)
        """
      let merge = DraftMerge(base: copies[0], ours: copies[1], theirs: copies[2])
      #expect(DraftNotation(merge.document).description == DraftNotation(copies[3]).description, comment)
      #expect(merge.conflicts.isEmpty, comment)
      let swapped = DraftMerge(base: copies[0], ours: copies[2], theirs: copies[1])
      #expect(swapped.document == copies[3], comment)
      #expect(swapped.conflicts.isEmpty, comment)
    }
  }
}

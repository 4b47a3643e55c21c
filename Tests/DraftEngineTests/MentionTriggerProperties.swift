import DraftEngine
import TestSupport
import Testing

@Suite("Mention triggers over random text")
struct MentionTriggerProperties {
  private static let fragments = [
    "@", "@", "@", "#", ":", "/", "@a", "(@a", " @a", " #a", "a", "ü", "e", "\u{301}", "1", "_", "-", ".",
    "+", "\u{200C}", "\u{200D}", "`", "`", "``", "```", "```", "~~~", "````", "~", "\n", "\n", "\n", "\r\n",
    "\u{2028}", " ", " ", "   ", "\t", "\u{A0}", "(", "[", "«", "“", "\"", "'", "”", ")", ",", "www.",
    "Www.", "mailto:", "https://", "://", "#️⃣", "❤️", "👨‍👩‍👧", "漢", "क\u{94D}", "\u{600}", "¿", "n`t",
    "don't",
  ]

  private struct Sample {
    let text: String
    let boundaries: [Int]
    let mentions: [Range<Int>]
  }

  private static let samples: [Sample] = {
    var generator = SeededGenerator(seed: TestSeed.value)
    return (0..<4_000).map { _ in
      let text = RandomText.make(of: fragments, upTo: 16, using: &generator)
      let boundaries = NaiveMotion.boundaries(of: text)
      // Every third text has mentions, between pairs of random boundaries.
      let drawn = boundaries.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
      let pairs = zip(drawn, drawn.dropFirst()).enumerated().filter { $0.offset.isMultiple(of: 2) }
      let hasMentions = Int.random(in: 0..<3, using: &generator) == 0
      return Sample(
        text: text, boundaries: boundaries,
        mentions: hasMentions ? pairs.map { $0.element.0..<$0.element.1 } : [])
    }
  }()

  @Test("The finder agrees with a naive one at every caret")
  func agreement() {
    var found = 0
    for sample in Self.samples {
      let naive = NaiveTrigger(sample.text)
      let mentions = sample.mentions.map { MentionSpan($0, .user(userId: "ann")) }
      for caret in sample.boundaries {
        let expected = naive.trigger(at: caret, mentions: sample.mentions)
        let trigger = MentionTrigger.at(caret: caret, in: sample.text, mentions: mentions)
        if trigger != nil { found += 1 }
        guard trigger == expected else {
          let place = CaretText(text: sample.text, caret: caret)
          #expect(trigger == expected, "\(place) with \(sample.mentions), seed \(TestSeed.value)")
          return
        }
      }
    }
    #expect(found > 1_000, "seed \(TestSeed.value)")
  }

  @Test("A trigger ends at the caret and spells its symbol and query")
  func shape() {
    for sample in Self.samples {
      for caret in sample.boundaries {
        guard let trigger = MentionTrigger.at(caret: caret, in: sample.text, mentions: []) else { continue }
        let bytes = Array(sample.text.utf8)
        let spelled = "\(trigger.kind.symbol)\(trigger.query)"
        let isGood =
          trigger.range.upperBound == caret && bytes[trigger.range].elementsEqual(spelled.utf8)
          && (trigger.range.lowerBound == 0) == trigger.isAtStart
        #expect(isGood, "\(CaretText(text: sample.text, caret: caret)), seed \(TestSeed.value)")
        if !isGood { return }
      }
    }
  }
}

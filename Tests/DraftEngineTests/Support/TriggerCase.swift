import DraftEngine
import Testing

/// A trigger as a row says it: `"(@an|"` has the trigger `"@an"`. ⟦ and ⟧ stand around the words of a mention.
struct TriggerCase: Sendable, CustomTestStringConvertible {
  let caret: CaretText
  let mentions: [MentionSpan]
  let expected: String?
  let testDescription: String

  init(_ notation: String, _ expected: String?) {
    testDescription = notation
    self.expected = expected
    var plain = String.UnicodeScalarView()
    var start = 0
    var mentions: [MentionSpan] = []
    for scalar in notation.unicodeScalars {
      let offset = String(plain).utf8.count - (plain.contains("|") ? 1 : 0)
      switch scalar {
      case "⟦": start = offset
      case "⟧": mentions.append(MentionSpan(start..<offset, .user(userId: "ann")))
      default: plain.append(scalar)
      }
    }
    caret = CaretText(String(plain))
    self.mentions = mentions
  }

  func check() {
    let trigger = MentionTrigger.at(caret: caret.caret, in: caret.text, mentions: mentions)
    #expect(trigger.map { "\($0.kind.symbol)\($0.query)" } == expected)
    guard let trigger, let expected else { return }
    #expect(trigger.range == (caret.caret - expected.utf8.count)..<caret.caret)
    #expect(trigger.isAtStart == (trigger.range.lowerBound == 0))
  }
}

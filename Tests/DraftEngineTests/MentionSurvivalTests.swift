import DraftEngine
import TestSupport
import Testing

/// Many edits, applied as a single update of the text.
@Suite("Mentions survive whole editing histories")
struct MentionSurvivalTests {
  @Test("Nearly all untouched mentions are kept in place, and hardly any is misplaced")
  func survival() throws {
    var survival = MentionSurvival()
    for seed in 1...600 as ClosedRange<UInt64> {
      let history = EditingHistory(seed: seed)
      var draft = try history.draft
      draft.update(text: history.after)
      #expect(draft.text == history.after, "seed \(seed)")
      survival.count(draft.mentionSpans, for: history)
    }
    #expect(survival.keptPercent >= 97)
    #expect(survival.wrongPercent <= 0.5)
  }

  @Test("The expected result is correct: each untouched mention reads as before", arguments: [1, 1001, 2001])
  func truth(from first: UInt64) throws {
    for seed in first..<(first + 100) {
      let history = EditingHistory(seed: seed)
      let before = Array(history.before.utf8)
      let after = Array(history.after.utf8)
      for survivor in history.survivors {
        let mention = try #require(history.mentions.first { $0.target == survivor.target })
        #expect(before[mention.range] == after[survivor.range], "seed \(seed)")
      }
      #expect(EditingHistory(seed: seed).after == history.after, "the same seed gives the same history")
    }
  }
}

import DraftEngine
import TestSupport

/// The number of mentions that survive editing histories, with our engine and with simpler ones on the same
/// histories.
struct SurvivalTable {
  struct Row {
    var name: String
    var survival = MentionSurvival()
    var histories = 0
  }

  /// Character diffs of longer texts take too long.
  static let characterLimit = 600

  private(set) var ours = Row(name: "DraftDocument.update(text:)")
  private(set) var trim = Row(name: "common ends only")
  private(set) var words = Row(name: "difference(from:) over words")
  private(set) var wordsWithDefect = Row(name: "  the same, losing what is deleted behind")
  private(set) var characters = Row(name: "difference(from:) over Characters, short texts")
  private(set) var oursOnShort = Row(name: "DraftDocument.update(text:), short texts")
  private(set) var failures: [SurvivalFailure] = []

  var rows: [Row] { [ours, words, wordsWithDefect, trim, oursOnShort, characters] }

  init(seeds: Range<UInt64>, failures limit: Int, onlyWrong: Bool) throws {
    for seed in seeds {
      let history = EditingHistory(seed: seed)
      var draft = try history.draft
      draft.update(text: history.after)
      let result = draft.mentionSpans
      let (lost, wrong) = ours.count(result, for: history)

      let byWords = PlainDiff.words(of: history)
      let wordResult = PlainDiff.carry(history.mentions, through: byWords)
      words.count(wordResult, for: history)
      wordsWithDefect.count(
        PlainDiff.carry(history.mentions, through: byWords, losesBefore: true), for: history)
      trim.count(PlainDiff.carry(history.mentions, through: PlainDiff.commonEnds(of: history)), for: history)
      if history.before.utf8.count <= Self.characterLimit {
        let byCharacters = PlainDiff.characters(of: history)
        characters.count(PlainDiff.carry(history.mentions, through: byCharacters), for: history)
        oursOnShort.count(result, for: history)
      }

      if failures.count < limit, !wrong.isEmpty || (!onlyWrong && !lost.isEmpty) {
        failures.append(
          SurvivalFailure(
            history: history, result: result, lost: lost, wrong: wrong, byWords: wordResult))
      }
    }
  }
}

extension SurvivalTable.Row {
  @discardableResult
  mutating func count(
    _ result: [MentionSpan], for history: EditingHistory
  ) -> (lost: [MentionSpan], wrong: [MentionSpan]) {
    histories += 1
    return survival.count(result, for: history)
  }
}

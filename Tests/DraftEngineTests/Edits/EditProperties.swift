import DraftEngine
import TestSupport
import Testing

/// Random edits of random drafts. The engine must agree with the reference about each, and all laws must hold.
@Suite("Random edits")
struct EditProperties {
  private static let parts = 16
  private static let editsOfAPart = 12_600
  private static let editsOfADraft = 60

  @Test("201,600 random edits match the reference and can be undone", arguments: 0..<parts)
  func randomEdits(part: Int) {
    var generator = EditGenerator(seed: TestSeed.value &+ UInt64(part))
    var refused = 0
    var kept = 0
    var lost = 0
    for start in stride(from: 0, to: Self.editsOfAPart, by: Self.editsOfADraft) {
      var trial = EditTrial(generator.elements())
      for step in start..<(start + Self.editsOfADraft) {
        let before = trial.draft
        let edit = generator.edit(of: before)
        guard let breach = trial.breach(edit) else { continue }
        Issue.record(
          """
          \(breach)
            before: \(DraftNotation(before).description.visible)
            edit: \("\(edit)".visible)
            after: \(DraftNotation(trial.draft).description.visible)
            step \(step) of part \(part); play again with SEED=\(TestSeed.value)
          """)
        return
      }
      refused += trial.refused
      kept += trial.kept
      lost += trial.lost
    }
    // Otherwise the edits would be of no use.
    #expect(refused > Self.editsOfAPart / 50 && refused < Self.editsOfAPart / 3)
    #expect(kept > Self.editsOfAPart && lost > Self.editsOfAPart / 50, "\(kept) kept, \(lost) lost")
  }
}

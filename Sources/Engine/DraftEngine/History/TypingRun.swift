/// One keystroke's part of a word that is being typed or deleted.
///
/// Keystrokes are joined as long as each one continues where the previous one stopped. The first letter after a blank begins a
/// new step, so undo removes words together with the blanks after them.
struct TypingRun: Hashable {
  private enum Kind: Hashable {
    case inserting
    case removing
  }

  private var kind: Kind
  private var change: ChangedRange
  private var startsBlank: Bool
  private var endsBlank: Bool

  /// Nil for a piece of more than 32 bytes, which is a separate step.
  private init?(_ kind: Kind, _ change: ChangedRange, of piece: Substring) {
    self.kind = kind
    self.change = change
    guard piece.utf8.count <= 32, let first = piece.first, let last = piece.last else { return nil }
    startsBlank = first.isWhitespace
    endsBlank = last.isWhitespace
  }

  /// The steps of an edit, in order, each with its inverse: several pieces inserted at one place give as many steps as if they
  /// had been inserted one after the other.
  ///
  /// Empty for an edit that is always one step: it is not typing, changes several places, replaces text, or changes mentions.
  static func steps(
    of edit: AppliedEdit, in document: DraftDocument
  ) -> [(run: TypingRun?, inverse: TextChange)] {
    let inverse = edit.inverse
    guard edit.origin == .typing, inverse.adding.isEmpty, inverse.removing.isEmpty,
      let changes = edit.mapping.steps.first, let first = changes.first
    else { return [] }
    guard first.old.isEmpty else {
      guard changes.count == 1, first.new.isEmpty else { return [] }
      return [(TypingRun(.removing, first, of: inverse.changes[0].replacement[...]), inverse.changes[0])]
    }
    if changes.count == 1 { return [step(inserting: first, inverse.changes[0], in: document)] }
    guard changes.allSatisfy({ $0.old == first.old }) else { return [] }
    return zip(changes, inverse.changes).map { step(inserting: $0, $1, in: document) }
  }

  private static func step(
    inserting change: ChangedRange, _ inverse: TextChange, in document: DraftDocument
  ) -> (run: TypingRun?, inverse: TextChange) {
    let place = change.new.lowerBound..<change.new.lowerBound
    let piece = document.text.slice(utf8: change.new)
    return (TypingRun(.inserting, ChangedRange(old: place, new: change.new), of: piece), inverse)
  }

  /// Whether this keystroke belongs to the same step as the previous one.
  func continues(_ before: TypingRun) -> Bool {
    guard kind == before.kind else { return false }
    switch kind {
    case .inserting:
      return change.old.lowerBound == before.change.new.upperBound && (startsBlank || !before.endsBlank)
    case .removing where change.old.upperBound == before.change.new.lowerBound:
      return endsBlank || !before.startsBlank
    case .removing:
      return change.old.lowerBound == before.change.new.lowerBound && (startsBlank || !before.endsBlank)
    }
  }

  /// The edit that undoes this keystroke, whose inverse is `inverse`, and the previous ones, whose inverse is `before`.
  ///
  /// It is one change at one place, so the caret moves to the end of the restored text and not to the place of the first
  /// keystroke.
  func inverse(joining before: TextChange, _ inverse: TextChange) -> TextChange {
    switch kind {
    case .inserting:
      TextChange(before.range.lowerBound..<inverse.range.upperBound, before.replacement)
    case .removing where inverse.range.lowerBound < before.range.lowerBound:
      TextChange(inverse.range, inverse.replacement + before.replacement)
    case .removing:
      TextChange(inverse.range, before.replacement + inverse.replacement)
    }
  }
}

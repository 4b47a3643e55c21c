/// One key's part of a word that is being typed or deleted.
///
/// Keys are joined as long as each one continues where the one before stopped. The first letter after a blank begins a
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

  /// Nil for an edit that is its own step: not a key, more than a few Characters, several places, or a lost mention.
  init?(_ edit: AppliedEdit, in document: DraftDocument) {
    guard edit.origin == .typing, edit.inverse.adding.isEmpty, edit.inverse.removing.isEmpty,
      edit.inverse.changes.count == 1, let change = edit.mapping.steps.first?.first,
      change.old.isEmpty != change.new.isEmpty
    else { return nil }
    let piece =
      change.old.isEmpty ? String(document.text.slice(utf8: change.new)) : edit.inverse.changes[0].replacement
    guard piece.utf8.count <= 32, let first = piece.first, let last = piece.last else { return nil }
    kind = change.old.isEmpty ? .inserting : .removing
    self.change = change
    startsBlank = first.isWhitespace
    endsBlank = last.isWhitespace
  }

  /// Whether this key belongs to the same step as the one before it.
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

  /// The edit that undoes this key and the ones before it, whose inverse is given.
  ///
  /// One change at one place, so that the caret goes behind all of it and not to the place of the first key.
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

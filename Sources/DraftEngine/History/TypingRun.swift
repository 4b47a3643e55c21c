/// One key's worth of a word that is being typed or taken back.
///
/// Keys are joined as long as each one goes on where the one before stopped; the first letter after a blank begins
/// a new step, so undo takes words back together with the blanks behind them.
struct TypingRun: Hashable {
  private enum Kind: Hashable {
    case inserting
    case removing
  }

  private var kind: Kind
  private var change: ChangedRange
  private var startsBlank: Bool
  private var endsBlank: Bool

  /// Nil for what is more than a few Characters: a step of its own.
  private init?(_ kind: Kind, _ change: ChangedRange, of piece: Substring) {
    guard piece.utf8.count <= 32, let first = piece.first, let last = piece.last else { return nil }
    self.kind = kind
    self.change = change
    startsBlank = first.isWhitespace
    endsBlank = last.isWhitespace
  }

  /// The steps that an edit is, in order, with what takes each of them back. Keys that came in one read are as many
  /// words as if they had come one by one.
  ///
  /// Empty for an edit that is one step whatever it holds: not keys, several places, or a mention went with it.
  static func steps(of edit: AppliedEdit, in document: DraftDocument) -> [(
    run: TypingRun?, inverse: TextChange
  )] {
    guard edit.origin == .typing, edit.inverse.adding.isEmpty, edit.inverse.removing.isEmpty,
      edit.inverse.changes.count == 1, let change = edit.mapping.steps.first?.first,
      change.old.isEmpty != change.new.isEmpty
    else { return [] }
    let inverse = edit.inverse.changes[0]
    guard change.old.isEmpty else {
      return [(TypingRun(.removing, change, of: inverse.replacement[...]), inverse)]
    }
    // Nobody types this much between two frames: it was pasted in a terminal that does not say so.
    guard change.new.count <= 256 else { return [] }
    var start = change.new.lowerBound
    return document.text.slice(utf8: change.new).typedWords.map { word in
      let place = start..<(start + word.utf8.count)
      start = place.upperBound
      let run = TypingRun(
        .inserting, ChangedRange(old: place.lowerBound..<place.lowerBound, new: place), of: word)
      return (run, TextChange(place, ""))
    }
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

  /// What takes this key back and the ones before it, whose inverse is given.
  ///
  /// One change of one place, so that a caret goes behind all of it and not to where the first key was.
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

extension Substring {
  /// Words, each with the blanks behind it; blanks before the first one are a piece too.
  fileprivate var typedWords: [Substring] {
    var words: [Substring] = []
    var start = startIndex
    var isBlank = false
    for index in indices {
      let wasBlank = isBlank
      isBlank = self[index].isWhitespace
      guard wasBlank, !isBlank else { continue }
      words.append(self[start..<index])
      start = index
    }
    return words + [self[start...]]
  }
}

/// Collects the other copy's changes into one edit of ours, place by place in text order.
struct IncomingChanges {
  private let base: DraftDocument
  private let ours: DraftDocument
  private let theirs: DraftDocument
  private var changes: [TextChange] = []
  private var removing: [MentionSpan] = []
  private var adding: [MentionSpan] = []
  /// How far the text after the places so far moves.
  private var shift = 0
  /// The changes that could not be taken.
  private(set) var conflicts: [DraftMerge.Conflict] = []

  init(base: DraftDocument, ours: DraftDocument, theirs: DraftDocument) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  /// Takes the other copy's version of a place, if ours left it alone or made the same change.
  mutating func add(_ place: MergePlace) {
    let theirText = theirs.text.slice(utf8: place.theirs)
    let readsAlike = theirText.utf8.elementsEqual(ours.text.slice(utf8: place.ours).utf8)
    let ourMentions = ours.mentionList.spans(in: place.ours)
    let theirMentions = theirs.mentionList.spans(in: place.theirs).map {
      $0.moved(by: place.ours.lowerBound - place.theirs.lowerBound)
    }
    guard place.isShared else {
      adding += theirMentions.map { $0.moved(by: shift) }
      if readsAlike {
        removing += ourMentions
      } else {
        changes.append(TextChange(place.ours, String(theirText)))
        shift += place.theirs.count - place.ours.count
      }
      return
    }
    let missing = theirMentions.filter { !ourMentions.contains($0) }
    if readsAlike, missing.isEmpty, ourMentions.count == theirMentions.count { return }
    // Both wrote the same new words, and only one of them made this a mention.
    let isFree = !missing.contains { mention in ourMentions.contains { $0.range.overlaps(mention.range) } }
    if readsAlike, isFree, !base.text.slice(utf8: place.base).utf8.elementsEqual(theirText.utf8) {
      adding += missing.map { $0.moved(by: shift) }
      return
    }
    conflicts.append(
      DraftMerge.Conflict(
        base: base.elements(inUTF8: place.base), ours: ours.elements(inUTF8: place.ours),
        theirs: theirs.elements(inUTF8: place.theirs),
        utf8Range: (place.ours.lowerBound + shift)..<(place.ours.upperBound + shift)))
  }

  /// Makes the edit. A mention whose edge is now inside a Character, because text from both sides fused there, becomes
  /// plain text.
  func apply(to document: inout DraftDocument) throws(DraftError) -> (DraftTransaction, AppliedEdit) {
    var transaction = DraftTransaction(changes: changes, removing: removing, origin: .merge)
    var trial = document
    try trial.apply(transaction)
    var walk = CharacterWalk(trial.text)
    transaction.adding = adding.filter { walk.reaches($0.range) }
    return (transaction, try document.apply(transaction))
  }
}

extension MentionList {
  /// The mentions entirely inside a range.
  fileprivate func spans(in range: Range<Int>) -> [MentionSpan] {
    var result: [MentionSpan] = []
    var index = firstIndex(endingAfter: range.lowerBound)
    while index < count, ranges[index].upperBound <= range.upperBound {
      if ranges[index].lowerBound >= range.lowerBound { result.append(self[index]) }
      index += 1
    }
    return result
  }
}

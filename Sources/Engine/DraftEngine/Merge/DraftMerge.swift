/// A three-way merge: two edited copies of a draft and their common ancestor.
///
/// A change that only one copy made is taken. If both changed the same place differently, ours stays in the draft and both
/// versions are reported as a conflict, so that no text is lost. Places are whole words and whole mentions; adding, removing or
/// retargeting a mention counts as a change of its text.
public struct DraftMerge: Hashable, Sendable {
  /// A place that both changed.
  public struct Conflict: Hashable, Sendable {
    /// The original text there, in the ancestor.
    public let base: [MessageElement]
    /// Our text, which the merged draft has.
    public let ours: [MessageElement]
    /// The other copy's text.
    public let theirs: [MessageElement]
    /// The range of our text in the merged draft, in UTF-8 bytes.
    public let utf8Range: Range<Int>
  }

  /// The merged draft: ours with their changes in it.
  public let document: DraftDocument
  /// The places that both changed differently, in text order.
  public let conflicts: [Conflict]
  /// Maps positions in our copy to positions in the merged draft.
  public let mapping: PositionMapping
  /// The edits that turn our copy into the merged draft, applied in order: one, or none if nothing changed.
  public let transactions: [DraftTransaction]

  /// Merges two copies.
  public init(base: DraftDocument, ours: DraftDocument, theirs: DraftDocument) {
    var incoming = IncomingChanges(base: base, ours: ours, theirs: theirs)
    for place in MergeRegions(base: base, ours: ours, theirs: theirs).places { incoming.add(place) }
    var merged = ours
    do {
      let (transaction, edit) = try incoming.apply(to: &merged)
      mapping = edit.mapping
      transactions = edit.changedAnything ? [transaction] : []
    } catch {
      // Cannot fail: all its ranges come from the drafts themselves.
      preconditionFailure("a merge made an edit that does not fit: \(error)")
    }
    document = merged
    conflicts = incoming.conflicts
  }
}

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

  /// Takes the other copy's version of a place, if ours did not change it or made the same change.
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
    // Both inserted the same text, and only one of them made it a mention.
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

  /// Applies the edit. If text from both sides fused at the edge of a mention, so that the edge is inside a Character, the
  /// mention becomes plain text.
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

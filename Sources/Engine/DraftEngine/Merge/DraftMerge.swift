/// A three-way merge: two edited copies of a draft and their common ancestor.
///
/// A change that only one copy made is taken. If both changed the same place differently, our version stays in the draft and
/// both versions are reported as a conflict, so no text is lost. Places are whole words and whole mentions; adding, removing or
/// retargeting a mention counts as a change of its text.
public struct DraftMerge: Hashable, Sendable {
  /// A place that both copies changed differently.
  public struct Conflict: Hashable, Sendable {
    /// The text of the place in the common ancestor.
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
  /// How far the changes so far move the text after them.
  private var shift = 0
  /// The changes that could not be taken.
  private(set) var conflicts: [DraftMerge.Conflict] = []

  init(base: DraftDocument, ours: DraftDocument, theirs: DraftDocument) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  /// Takes the other copy's version of a place, unless ours changed it differently: that is a conflict.
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
    // Both inserted the same text. Mentions that only theirs has are added, unless they overlap ours.
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

/// A changed place: its range in the common ancestor and in the two copies, in UTF-8 offsets of each.
struct MergePlace {
  var base: Range<Int>
  var ours: Range<Int>
  var theirs: Range<Int>
  /// Whether our copy changed something here too.
  var isShared: Bool
}

/// The places that the other copy changed, in text order, each with our changes there.
struct MergeRegions {
  private(set) var places: [MergePlace] = []

  init(base: DraftDocument, ours: DraftDocument, theirs: DraftDocument) {
    let ourChanges = base.changes(to: ours)
    let theirChanges = base.changes(to: theirs)
    let toOurs = PositionMapping(ourChanges)
    let toTheirs = PositionMapping(theirChanges)
    var ourNext = 0
    var theirNext = 0
    while theirNext < theirChanges.count {
      var range = theirChanges[theirNext].old
      while ourNext < ourChanges.count, ourChanges[ourNext].old.isBefore(range) { ourNext += 1 }
      let theirFirst = theirNext
      let ourFirst = ourNext
      theirNext += 1
      // A change of one side can reach into the next change of the other, so the place grows until it overlaps none.
      while true {
        if ourNext < ourChanges.count, ourChanges[ourNext].old.collides(with: range) {
          range = range.union(ourChanges[ourNext].old)
          ourNext += 1
        } else if theirNext < theirChanges.count, theirChanges[theirNext].old.collides(with: range) {
          range = range.union(theirChanges[theirNext].old)
          theirNext += 1
        } else {
          break
        }
      }
      places.append(
        MergePlace(
          base: range, ours: toOurs.hull(of: range, changes: ourChanges[ourFirst..<ourNext]),
          theirs: toTheirs.hull(of: range, changes: theirChanges[theirFirst..<theirNext]),
          isShared: ourFirst < ourNext))
    }
  }
}

extension DraftDocument {
  /// The changes that a copy made to this draft's text and mentions, in whole words and whole mentions.
  ///
  /// A mention that was added, removed or retargeted is a change of its text, even if the text is the same.
  fileprivate func changes(to copy: DraftDocument) -> [ChangedRange] {
    let textChanges = TextDiff.wordChanges(from: self, to: copy)
    let mapping = PositionMapping(textChanges)
    var result = textChanges
    for span in mentionSpans where !textChanges.contains(where: { $0.old.covers(span.range) }) {
      let place = mapping.map(span.range)
      if copy.has(MentionSpan(place, span.target)) { continue }
      result.append(ChangedRange(old: span.range, new: place))
    }
    let back = mapping.inverted
    for span in copy.mentionSpans where !textChanges.contains(where: { $0.new.covers(span.range) }) {
      let place = back.map(span.range)
      if has(MentionSpan(place, span.target)) { continue }
      result.append(ChangedRange(old: place, new: span.range))
    }
    return result.count == textChanges.count ? textChanges : result.joiningOverlaps
  }

  private func has(_ span: MentionSpan) -> Bool {
    mentionList.firstIndex(startingAt: span.range.lowerBound).map { mentionList[$0] == span } ?? false
  }
}

extension [ChangedRange] {
  /// The changes in text order, overlapping ones joined: a mention of the ancestor can overlap one of the copy.
  fileprivate var joiningOverlaps: [ChangedRange] {
    var result: [ChangedRange] = []
    let ordered = sorted { ($0.old.lowerBound, $0.old.upperBound) < ($1.old.lowerBound, $1.old.upperBound) }
    for change in ordered {
      if let last = result.last, last.old.overlaps(change.old) {
        result[result.count - 1] = ChangedRange(
          old: last.old.union(change.old), new: last.new.union(change.new))
      } else {
        result.append(change)
      }
    }
    return result
  }
}

extension Range<Int> {
  fileprivate func covers(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }

  /// Whether this change of the ancestor ends before the other one begins.
  fileprivate func isBefore(_ other: Range<Int>) -> Bool {
    upperBound <= other.lowerBound && !collides(with: other)
  }

  /// Whether two changes of the ancestor are at the same place: they share a byte, one falls inside the other, or both
  /// insert at the same point.
  fileprivate func collides(with other: Range<Int>) -> Bool {
    if isEmpty && other.isEmpty { return lowerBound == other.lowerBound }
    return upperBound > other.lowerBound && lowerBound < other.upperBound
  }

  /// The range from the first byte of both to the last.
  func union(_ other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

extension PositionMapping {
  /// The range that a range of the ancestor became. Text inserted at its edges is included only if it is one of `changes`.
  fileprivate func hull(of range: Range<Int>, changes: ArraySlice<ChangedRange>) -> Range<Int> {
    var lower = map(range.lowerBound, side: .after)
    var upper = map(range.upperBound, side: .before)
    for change in changes {
      lower = min(lower, change.new.lowerBound)
      upper = max(upper, change.new.upperBound)
    }
    return lower..<max(lower, upper)
  }
}

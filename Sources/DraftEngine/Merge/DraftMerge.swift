/// Two edited copies of one draft, brought together again from the draft that they both began as.
///
/// What only one of them changed is taken. Where both changed the same place in different ways, ours stays in the
/// draft and both are told as a conflict, so that nothing is lost. Places are words, and mentions as a whole.
public struct DraftMerge: Hashable, Sendable {
  /// A place that both changed.
  public struct Conflict: Hashable, Sendable {
    /// What stood there at first.
    public let base: [MessageElement]
    /// What stands there now.
    public let ours: [MessageElement]
    /// What the other copy had there.
    public let theirs: [MessageElement]
    /// Where ours stands in the merged draft, in UTF-8 bytes.
    public let utf8Range: Range<Int>
  }

  /// The merged draft: ours with their changes in it.
  public let document: DraftDocument
  /// Where both changed the same, in text order.
  public let conflicts: [Conflict]
  /// Where the positions of our copy are in the merged draft.
  public let mapping: PositionMapping
  /// The edits that make the merged draft out of ours, to be applied in order.
  public let transactions: [DraftTransaction]

  /// Brings two copies together.
  public init(base: DraftDocument, ours: DraftDocument, theirs: DraftDocument) {
    let regions = MergeRegions(base: base, ours: ours, theirs: theirs)
    var merged = ours
    var transactions: [DraftTransaction] = []
    var mapping = PositionMapping.identity
    func apply(_ transaction: DraftTransaction) {
      guard let edit = Self.apply(transaction, to: &merged), edit.changedAnything else { return }
      transactions.append(transaction)
      mapping = mapping.appending(edit.mapping)
    }
    apply(DraftTransaction(changes: regions.incoming, origin: .merge))
    let mentions = MergedMentions(
      base: base, ours: ours, theirs: theirs, merged: merged, regions: regions, mapping: mapping)
    apply(DraftTransaction(removing: mentions.removing, adding: mentions.adding, origin: .merge))
    let textConflicts = regions.conflicts.map { place in
      let range =
        mapping.map(place.ours.lowerBound, side: .after)..<mapping.map(place.ours.upperBound, side: .before)
      return Conflict(
        base: base.elements(inUTF8: place.base), ours: ours.elements(inUTF8: place.ours),
        theirs: theirs.elements(inUTF8: place.theirs), utf8Range: range)
    }
    document = merged
    conflicts = (textConflicts + mentions.conflicts).sorted {
      $0.utf8Range.lowerBound < $1.utf8Range.lowerBound
    }
    self.mapping = mapping
    self.transactions = transactions
  }

  /// The ranges of a merge come from the drafts themselves, so a refusal would be a fault of this file.
  private static func apply(_ transaction: DraftTransaction, to document: inout DraftDocument) -> AppliedEdit?
  {
    do {
      return try document.apply(transaction)
    } catch {
      preconditionFailure("a merge made an edit that does not fit: \(error)")
    }
  }
}

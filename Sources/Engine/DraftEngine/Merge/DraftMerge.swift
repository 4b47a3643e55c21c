/// A three-way merge: two edited copies of a draft and their common ancestor.
///
/// A change that only one copy made is taken. Where both changed the same place differently, ours stays in the draft
/// and both versions are reported as a conflict, so that nothing is lost. Places are whole words and whole mentions;
/// adding, removing or retargeting a mention changes its place just as another word does.
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

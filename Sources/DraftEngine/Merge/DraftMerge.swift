/// Two edited copies of one draft, brought together again from the draft that they both began as.
///
/// What only one of them changed is taken. Where both changed the same place in different ways, ours stays in the
/// draft and both are told as a conflict, so that nothing is lost. Places are words, and mentions as a whole; to make,
/// remove or turn a mention changes its place just as another word does.
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
  /// The edits that make the merged draft out of ours, to be applied in order: one, or none if nothing came.
  public let transactions: [DraftTransaction]

  /// Brings two copies together.
  public init(base: DraftDocument, ours: DraftDocument, theirs: DraftDocument) {
    var incoming = IncomingChanges(base: base, ours: ours, theirs: theirs)
    for place in MergeRegions(base: base, ours: ours, theirs: theirs).places { incoming.add(place) }
    var merged = ours
    do {
      let (transaction, edit) = try incoming.apply(to: &merged)
      mapping = edit.mapping
      transactions = edit.changedAnything ? [transaction] : []
    } catch {
      // All its ranges come from the drafts themselves.
      preconditionFailure("a merge made an edit that does not fit: \(error)")
    }
    document = merged
    conflicts = incoming.conflicts
  }
}

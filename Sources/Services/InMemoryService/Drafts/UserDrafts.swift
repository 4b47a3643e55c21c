import ChatDomain
import DraftEngine

/// The drafts of one user. A deleted draft leaves its revision behind, so that a stale save is detected.
struct UserDrafts: Sendable {
  private struct Slot: Sendable {
    var draft: DraftMessage?
    var revision: DraftRevision
  }

  private var slots: [DraftKey: Slot] = [:]
  /// The drafts in the last requested order, kept up to date from then on.
  private var sorted: (sorting: [DraftSorting], drafts: [DraftMessage])?

  subscript(key: DraftKey) -> DraftMessage? { slots[key]?.draft }

  /// - Returns: the current draft, and whether the save changed anything.
  mutating func save(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates,
    by device: DeviceID
  ) throws(ChatError) -> (draft: DraftMessage, isNew: Bool) {
    let slot = slots[key] ?? Slot(revision: 0)
    // Even if the revision differs: the answer to the first save may have been lost.
    if let draft = slot.draft, draft.content == content { return (draft, false) }
    guard slot.revision == revision else {
      throw .draftConflict(current: slot.draft, revision: slot.revision)
    }
    let draft = DraftMessage(
      key: key, content: content, revision: revision + 1, createdAt: dates.createdAt,
      updatedAt: max(dates.createdAt, dates.updatedAt), savedBy: device)
    slots[key] = Slot(draft: draft, revision: draft.revision)
    resort(slot.draft, draft)
    return (draft, true)
  }

  /// - Returns: the revision of the deletion, or nil if there was nothing to delete.
  mutating func delete(
    _ key: DraftKey, over revision: DraftRevision
  ) throws(ChatError) -> DraftRevision? {
    guard let slot = slots[key], let draft = slot.draft else { return nil }
    guard slot.revision == revision else {
      throw .draftConflict(current: draft, revision: slot.revision)
    }
    slots[key] = Slot(draft: nil, revision: revision + 1)
    resort(draft, nil)
    return revision + 1
  }

  mutating func page(_ query: DraftListQuery) throws(ChatError) -> Page<DraftMessage> {
    let size = query.pagination.pageSize
    guard size > 0, query.pagination.offset >= 0 else {
      throw .refused(.invalid("a page of \(size) from \(query.pagination.offset)"))
    }
    let drafts = drafts(sortedBy: query.sorting)
    var start = min(query.pagination.offset, drafts.count)
    if let cursor = query.pagination.cursor {
      let last = try DraftCursor(cursor).place
      start = drafts.partitioningIndex { query.sorting.areInOrder(last, $0) }
    }
    let page = Array(drafts[start...].prefix(size))
    let next = start + page.count < drafts.count ? page.last.map { DraftCursor($0).cursor } : nil
    return Page(page, next: next)
  }

  private mutating func drafts(sortedBy sorting: [DraftSorting]) -> [DraftMessage] {
    if let sorted, sorted.sorting == sorting { return sorted.drafts }
    let drafts = slots.values.compactMap(\.draft).sorted(by: sorting.areInOrder)
    sorted = (sorting, drafts)
    return drafts
  }

  /// Moves a draft to its new position, so that an edit does not sort all of them.
  private mutating func resort(_ old: DraftMessage?, _ new: DraftMessage?) {
    guard let sorting = sorted?.sorting else { return }
    for (draft, isNew) in [(old, false), (new, true)] {
      guard let draft, let place = sorted?.drafts.partitioningIndex(where: { !sorting.areInOrder($0, draft) })
      else {
        continue
      }
      if isNew { sorted?.drafts.insert(draft, at: place) } else { sorted?.drafts.remove(at: place) }
    }
  }
}

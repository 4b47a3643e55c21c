import ChatDomain
import DraftEngine

/// The drafts of one user. A deleted draft leaves its revision behind, so that a stale save is detected.
struct UserDrafts: Sendable {
  private struct Slot: Sendable {
    var draft: DraftMessage?
    var revision: DraftRevision
  }

  private var slots: [DraftKey: Slot] = [:]

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
    return revision + 1
  }

  func page(_ query: DraftListQuery) throws(ChatError) -> Page<DraftMessage> {
    let size = query.pagination.pageSize
    guard size > 0, query.pagination.offset >= 0 else {
      throw .refused(.invalid("a page of \(size) from \(query.pagination.offset)"))
    }
    let drafts = slots.values.compactMap(\.draft).sorted(by: query.sorting.areInOrder)
    var start = min(query.pagination.offset, drafts.count)
    if let cursor = query.pagination.cursor {
      let last = try DraftCursor(cursor).place
      start = drafts.partitioningIndex { query.sorting.areInOrder(last, $0) }
    }
    let page = Array(drafts[start...].prefix(size))
    let next = start + page.count < drafts.count ? page.last.map { DraftCursor(place: $0).cursor } : nil
    return Page(page, next: next)
  }
}

/// Where a list of drafts continues: after a draft that may have been changed or deleted since.
private struct DraftCursor {
  /// A placeholder in the last draft's position: it has only the dates and the key.
  let place: DraftMessage

  init(place: DraftMessage) { self.place = place }

  init(_ cursor: Cursor) throws(ChatError) {
    // Ids may contain any character, so the length of the first one comes before it.
    let parts = cursor.rawValue.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "d", let created = Int64(parts[1]), let updated = Int64(parts[2]),
      let length = Int(parts[3]), length >= 0, parts[4].utf8.count >= length
    else { throw .refused(.invalidCursor) }
    let bytes = Array(parts[4].utf8)
    let thread = String(decoding: bytes[length...], as: UTF8.self)
    let key = DraftKey(
      channelId: ChannelID(String(decoding: bytes[..<length], as: UTF8.self)),
      parentId: thread.isEmpty ? nil : MessageID(thread))
    place = DraftMessage(
      key: key, content: DraftContent(), revision: 0, createdAt: Timestamp(microseconds: created),
      updatedAt: Timestamp(microseconds: updated), savedBy: "")
  }

  var cursor: Cursor {
    let channel = place.channelId.rawValue
    return Cursor(
      "d:\(place.createdAt.microseconds):\(place.updatedAt.microseconds):\(channel.utf8.count):"
        + channel + (place.threadId?.rawValue ?? ""))
  }
}

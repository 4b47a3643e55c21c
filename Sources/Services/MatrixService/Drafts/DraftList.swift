import ChatDomain

/// The user's drafts: of each, the current version among all devices.
struct DraftList: AccountPart {
  let account: AccountContext
  let sync: SyncLoop

  /// A draft with its quote up to date; nil if there is none.
  func presented(
    _ head: DraftHeads.Head?, _ key: DraftKey, in room: Room
  ) async throws(ChatError) -> DraftMessage? {
    guard var draft = head?.draft(for: key) else { return nil }
    if let quoted = draft.content.quoted {
      try await fetcher.fetchMissing([quoted.id], in: room)
      draft.content.quoted = try store.withReplica { replica throws(CacheFault) in
        try replica.builder.presented(quoted, in: room)
      }
    }
    return draft
  }

  func draft(for key: DraftKey) async throws(ChatError) -> DraftMessage? {
    try await sync.syncNow()
    guard let room = try store.anyRoom(key.channelId) else { return nil }
    return try await presented(room.drafts.heads[ThreadScope(key)], key, in: room)
  }

  func drafts(_ query: DraftListQuery) async throws(ChatError) -> Page<DraftMessage> {
    let size = query.pagination.pageSize
    guard size > 0, query.pagination.offset >= 0 else {
      throw .refused(.invalid("a page of \(size) from \(query.pagination.offset)"))
    }
    let last = try query.pagination.cursor.map { cursor throws(ChatError) in try DraftCursor(cursor).last }
    try await sync.syncNow()
    var drafts: [DraftMessage] = []
    for room in try store.replica().rooms.values {
      let heads = room.drafts.heads
      for scope in heads.scopes {
        if let draft = try await presented(heads[scope], scope.key(in: room.id), in: room) {
          drafts.append(draft)
        }
      }
    }
    drafts.sort(by: query.sorting.areInOrder)
    let rest =
      last.map { last in Array(drafts.drop { !query.sorting.areInOrder(last, $0) }) }
      ?? Array(drafts.dropFirst(query.pagination.offset))
    let next = rest.count > size ? DraftCursor(last: rest[size - 1]).cursor : nil
    return Page(Array(rest.prefix(size)), next: next)
  }
}

/// A position in a list of drafts: after a draft that may have changed since.
struct DraftCursor {
  let last: DraftMessage

}

extension DraftCursor {
  init(_ cursor: Cursor) throws(ChatError) {
    // No room id contains a blank.
    let parts = cursor.rawValue.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "d", let created = Int64(parts[1]), let updated = Int64(parts[2])
    else {
      throw .refused(.invalidCursor)
    }
    let key = DraftKey(
      channelId: ChannelID(String(parts[3])), parentId: parts[4].isEmpty ? nil : MessageID(String(parts[4])))
    last = DraftMessage(
      key: key, content: DraftContent(), revision: 0, createdAt: Timestamp(microseconds: created),
      updatedAt: Timestamp(microseconds: updated), savedBy: "")
  }

  var cursor: Cursor {
    Cursor(
      "d \(last.createdAt.microseconds) \(last.updatedAt.microseconds) \(last.channelId) \(last.threadId?.rawValue ?? "")"
    )
  }
}

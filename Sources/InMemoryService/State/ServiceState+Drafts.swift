import ChatDomain

extension ServiceState {
  mutating func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, by user: UserID,
    on device: DeviceID
  ) throws(ChatError) -> DraftMessage {
    _ = try room(key.channelId, for: user)
    guard !content.isEmpty else { throw .refused(.emptyMessage) }
    let now = now
    let saved = try desks[user, default: Desk()].shelf.save(
      content, for: key, over: revision, at: now, by: device)
    if saved.isNew { tell(user, .draftUpdated(DraftUpdatedEvent(draftMessage: saved.draft))) }
    return saved.draft
  }

  mutating func deleteDraft(
    for key: DraftKey, over revision: DraftRevision, by user: UserID, on device: DeviceID
  ) throws(ChatError) {
    guard let deleted = try desks[user]?.shelf.delete(key, over: revision) else { return }
    tell(user, .draftDeleted(DraftDeletedEvent(key: key, revision: deleted, deletedBy: device)))
  }

  func draft(for key: DraftKey, of user: UserID) -> DraftMessage? { desks[user]?.shelf[key] }

  mutating func drafts(_ query: DraftListQuery, of user: UserID) throws(ChatError) -> Page<DraftMessage> {
    try desks[user]?.shelf.page(query) ?? Page([])
  }
}

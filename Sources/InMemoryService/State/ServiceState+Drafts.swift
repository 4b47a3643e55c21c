import ChatDomain

extension ServiceState {
  mutating func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates,
    by user: UserID, on device: DeviceID
  ) throws(ChatError) -> DraftMessage {
    _ = try room(key.channelId, for: user)
    guard !content.isEmpty else { throw .refused(.emptyMessage) }
    // A device whose clock is fast must not keep its drafts in front of all others for that long.
    let dates = DraftDates(createdAt: min(dates.createdAt, now), updatedAt: min(dates.updatedAt, now))
    let saved: (draft: DraftMessage, isNew: Bool)
    do throws(ChatError) {
      saved = try desks[user, default: Desk()].shelf.save(
        content, for: key, over: revision, dates: dates, by: device)
    } catch {
      throw withPresentQuote(error)
    }
    if saved.isNew { tell(user, .draftUpdated(DraftUpdatedEvent(draftMessage: saved.draft))) }
    return withPresentQuote(saved.draft)
  }

  mutating func deleteDraft(
    for key: DraftKey, over revision: DraftRevision, by user: UserID, on device: DeviceID
  ) throws(ChatError) {
    let deleted: DraftRevision?
    do throws(ChatError) {
      deleted = try desks[user]?.shelf.delete(key, over: revision)
    } catch {
      throw withPresentQuote(error)
    }
    guard let deleted else { return }
    tell(user, .draftDeleted(DraftDeletedEvent(key: key, revision: deleted, deletedBy: device)))
  }

  func draft(for key: DraftKey, of user: UserID) -> DraftMessage? {
    (desks[user]?.shelf[key]).map(withPresentQuote)
  }

  mutating func drafts(_ query: DraftListQuery, of user: UserID) throws(ChatError) -> Page<DraftMessage> {
    var page = try desks[user]?.shelf.page(query) ?? Page([])
    page.elements = page.elements.map(withPresentQuote)
    return page
  }

  private func withPresentQuote(_ error: ChatError) -> ChatError {
    guard case .draftConflict(let current?, let revision) = error else { return error }
    return .draftConflict(current: withPresentQuote(current), revision: revision)
  }
}

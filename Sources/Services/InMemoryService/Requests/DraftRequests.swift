import ChatDomain

/// Changes to the drafts that all devices of a user share.
struct DraftRequests {
  let user: UserID

  func save(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates,
    on device: DeviceID, _ state: inout ServiceState
  ) throws(ChatError) -> DraftMessage {
    _ = try state.room(key.channelId, for: user)
    guard !content.isEmpty else { throw .refused(.emptyMessage) }
    // Otherwise a device with a fast clock would keep its drafts in front of all others.
    let dates = DraftDates(
      createdAt: min(dates.createdAt, state.now), updatedAt: min(dates.updatedAt, state.now))
    let saved: (draft: DraftMessage, isNew: Bool)
    do throws(ChatError) {
      saved = try state.drafts[user, default: UserDrafts()].save(
        content, for: key, over: revision, dates: dates, by: device)
    } catch {
      throw error.replacingQuote(state.currentQuote)
    }
    if saved.isNew {
      state.events.send(.draftUpdated(DraftUpdatedEvent(draftMessage: saved.draft)), to: user)
    }
    return saved.draft.replacingQuote(state.currentQuote)
  }

  func delete(
    _ key: DraftKey, over revision: DraftRevision, on device: DeviceID, _ state: inout ServiceState
  ) throws(ChatError) {
    let deleted: DraftRevision?
    do throws(ChatError) {
      deleted = try state.drafts[user]?.delete(key, over: revision)
    } catch {
      throw error.replacingQuote(state.currentQuote)
    }
    guard let deleted else { return }
    let event = DraftDeletedEvent(key: key, revision: deleted, deletedBy: device)
    state.events.send(.draftDeleted(event), to: user)
  }

  func draft(for key: DraftKey, _ state: ServiceState) -> DraftMessage? {
    state.drafts[user]?[key]?.replacingQuote(state.currentQuote)
  }

  func drafts(
    _ query: DraftListQuery, _ state: ServiceState
  ) throws(ChatError) -> Page<DraftMessage> {
    var page = try (state.drafts[user] ?? UserDrafts()).page(query)
    page.elements = page.elements.map { $0.replacingQuote(state.currentQuote) }
    return page
  }
}

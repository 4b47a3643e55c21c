import ChatDomain

/// Carries out what a user's device does with the drafts that all of the user's devices share.
struct DraftRequests {
  let user: UserID

  init(of user: UserID) { self.user = user }

  func save(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates,
    on device: DeviceID, _ state: inout ServiceState
  ) throws(ChatError) -> DraftMessage {
    _ = try state.room(key.channelId, for: user)
    guard !content.isEmpty else { throw .refused(.emptyMessage) }
    // A device whose clock is fast must not keep its drafts in front of all others for that long.
    let dates = DraftDates(
      createdAt: min(dates.createdAt, state.now), updatedAt: min(dates.updatedAt, state.now))
    let saved: (draft: DraftMessage, isNew: Bool)
    do throws(ChatError) {
      saved = try state.drafts[user, default: UserDrafts()].save(
        content, for: key, over: revision, dates: dates, by: device)
    } catch {
      throw error.replacingQuote(state.presentQuote)
    }
    if saved.isNew {
      state.events.send(.draftUpdated(DraftUpdatedEvent(draftMessage: saved.draft)), to: user)
    }
    return saved.draft.replacingQuote(state.presentQuote)
  }

  func delete(
    _ key: DraftKey, over revision: DraftRevision, on device: DeviceID, _ state: inout ServiceState
  ) throws(ChatError) {
    let deleted: DraftRevision?
    do throws(ChatError) {
      deleted = try state.drafts[user]?.delete(key, over: revision)
    } catch {
      throw error.replacingQuote(state.presentQuote)
    }
    guard let deleted else { return }
    let event = DraftDeletedEvent(key: key, revision: deleted, deletedBy: device)
    state.events.send(.draftDeleted(event), to: user)
  }

  func draft(for key: DraftKey, _ state: ServiceState) -> DraftMessage? {
    state.drafts[user]?[key]?.replacingQuote(state.presentQuote)
  }

  func drafts(
    _ query: DraftListQuery, _ state: inout ServiceState
  ) throws(ChatError) -> Page<DraftMessage> {
    var page = try state.drafts[user, default: UserDrafts()].page(query)
    page.elements = page.elements.map { $0.replacingQuote(state.presentQuote) }
    return page
  }
}

public import ChatDomain

extension InMemoryDevice {
  public func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision
  ) async throws(ChatError) -> DraftMessage {
    let (me, here) = (currentUser.id, deviceId)
    return try await ask(.saveDraft, in: key.channelId) { state throws(ChatError) in
      try state.saveDraft(content, for: key, over: revision, by: me, on: here)
    }
  }

  public func deleteDraft(for key: DraftKey, over revision: DraftRevision) async throws(ChatError) {
    let (me, here) = (currentUser.id, deviceId)
    return try await ask(.deleteDraft, in: key.channelId) { state throws(ChatError) in
      try state.deleteDraft(for: key, over: revision, by: me, on: here)
    }
  }

  public func draft(for key: DraftKey) async throws(ChatError) -> DraftMessage? {
    let me = currentUser.id
    return try await ask(.draft, in: key.channelId) { state throws(ChatError) in
      state.draft(for: key, of: me)
    }
  }

  public func drafts(_ query: DraftListQuery) async throws(ChatError) -> Page<DraftMessage> {
    let me = currentUser.id
    return try await ask(.drafts) { state throws(ChatError) in try state.drafts(query, of: me) }
  }
}

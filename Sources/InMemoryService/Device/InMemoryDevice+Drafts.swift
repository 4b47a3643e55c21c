public import ChatDomain

extension InMemoryDevice {
  public func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision, dates: DraftDates
  ) async throws(ChatError) -> DraftMessage {
    try require(.keepsDrafts)
    try checkSending(in: key.channelId)
    return try await ask(.saveDraft, in: key.channelId) { state, me throws(ChatError) in
      try state.saveDraft(content, for: key, over: revision, dates: dates, by: me, on: deviceId)
    }
  }

  public func deleteDraft(for key: DraftKey, over revision: DraftRevision) async throws(ChatError) {
    try require(.keepsDrafts)
    try await ask(.deleteDraft, in: key.channelId) { state, me throws(ChatError) in
      try state.deleteDraft(for: key, over: revision, by: me, on: deviceId)
    }
  }

  public func draft(for key: DraftKey) async throws(ChatError) -> DraftMessage? {
    try require(.keepsDrafts)
    return try await ask(.draft, in: key.channelId) { state, me throws(ChatError) in
      state.draft(for: key, of: me)
    }
  }

  public func drafts(_ query: DraftListQuery) async throws(ChatError) -> Page<DraftMessage> {
    try require(.keepsDrafts)
    return try await ask(.drafts) { state, me throws(ChatError) in try state.drafts(query, of: me) }
  }
}

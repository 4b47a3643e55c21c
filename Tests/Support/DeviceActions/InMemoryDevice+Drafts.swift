public import ChatDomain
public import InMemoryService

extension InMemoryDevice {
  /// Saves a draft as somebody does who edits it this moment.
  @discardableResult
  public func saveDraft(
    _ content: DraftContent, for key: DraftKey, over revision: DraftRevision
  ) async throws(ChatError) -> DraftMessage {
    let now = service.clock.now
    let begun = try await draft(for: key)?.createdAt ?? now
    return try await saveDraft(
      content, for: key, over: revision, dates: DraftDates(createdAt: begun, updatedAt: now))
  }
}

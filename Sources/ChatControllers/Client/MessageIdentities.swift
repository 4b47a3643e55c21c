import ChatDomain

/// Finds messages by any id that was ever given out for them: a message that was sent from here had the id of its
/// transaction first.
///
/// Nothing is remembered for this. The outbox has what is on its way or has just arrived, and the store and the service
/// keep each message together with its transaction.
final class MessageIdentities {
  private let service: any ChatService
  private let store: any LocalStore
  private let outbox: Outbox

  init(service: any ChatService, store: any LocalStore, outbox: Outbox) {
    self.service = service
    self.store = store
    self.outbox = outbox
  }

  /// The message, in the state that is known; asks the service if it is not at hand, and without a connection the store.
  func message(
    _ id: MessageID, in channel: ChannelID, known timeline: MessageTimeline
  ) async throws(ChatError) -> Message {
    if let known = timeline[id] ?? outbox.arrival(of: id) ?? outbox.pending(id) { return known }
    do {
      return try await service.message(id, in: channel)
    } catch {
      guard error.canSucceedLater, let kept = await kept(id, in: channel) else { throw error }
      return kept
    }
  }

  /// The id that a message has now, as far as that is known on this device.
  func presentID(
    of id: MessageID, in channel: ChannelID, known timeline: MessageTimeline? = nil
  ) async -> MessageID {
    if timeline?.contains(id) == true { return id }
    if let arrived = timeline?.arrivedID(of: id) ?? outbox.arrival(of: id)?.id { return arrived }
    return await kept(id, in: channel)?.id ?? id
  }

  /// What a place is called now: the message whose thread it is may have arrived long ago.
  func present(_ key: DraftKey) async throws(ChatError) -> DraftKey {
    guard let parent = key.parentId, outbox.pending(parent) == nil else { return key }
    if let kept = await kept(parent, in: key.channelId) {
      return DraftKey(channelId: key.channelId, parentId: kept.id)
    }
    let message = try await service.message(parent, in: key.channelId)
    return DraftKey(channelId: key.channelId, parentId: message.id)
  }

  private func kept(_ id: MessageID, in channel: ChannelID) async -> Message? {
    // try?: the store has reported the failure already, and the service may know the message.
    try? await store.cachedMessage(id, in: channel)
  }
}

package import ChatDomain

/// Finds messages by any id they ever had: a message sent from here had the id of its transaction first.
///
/// No further state is needed: the outbox has the messages that are being sent or have just arrived, and the store and the
/// service keep each message together with its transaction.
extension Outbox {
  /// The message, if it is in memory. Otherwise it is requested from the service or, while offline, read from the store.
  package func message(
    _ id: MessageID, in channel: ChannelID, known timeline: MessageTimeline
  ) async throws(ChatError) -> Message {
    if let known = timeline[id] ?? arrival(of: id) ?? pending(id) { return known }
    do {
      return try await tools.service.message(id, in: channel)
    } catch {
      guard error.canSucceedLater, let cached = await cached(id, in: channel) else { throw error }
      return cached
    }
  }

  /// The id that a message has now, as far as that is known on this device.
  func currentID(
    of id: MessageID, in channel: ChannelID, known timeline: MessageTimeline? = nil
  ) async -> MessageID {
    if timeline?.contains(id) == true { return id }
    if let arrived = timeline?.arrivedID(of: id) ?? arrival(of: id)?.id { return arrived }
    return await cached(id, in: channel)?.id ?? id
  }

  /// The current key of a channel or thread. The head of a thread may have arrived, and changed its id, long ago.
  package func currentKey(of key: DraftKey) async throws(ChatError) -> DraftKey {
    guard let parent = key.parentId, pending(parent) == nil else { return key }
    if let cached = await cached(parent, in: key.channelId) {
      return DraftKey(channelId: key.channelId, parentId: cached.id)
    }
    let message = try await tools.service.message(parent, in: key.channelId)
    return DraftKey(channelId: key.channelId, parentId: message.id)
  }

  private func cached(_ id: MessageID, in channel: ChannelID) async -> Message? {
    // try?: the store has reported the failure already, and the service may know the message.
    try? await tools.store.cachedMessage(id, in: channel)
  }
}

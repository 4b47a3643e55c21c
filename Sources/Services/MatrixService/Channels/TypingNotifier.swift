import ChatDomain

/// Sends typing notifications.
final class TypingNotifier: SyncedPart {
  /// The rooms in which others see the user typing.
  private var typingIn: Set<ChannelID> = []

  func setTyping(_ isTyping: Bool, in key: DraftKey) async throws(ChatError) {
    try await sync.syncUnlessLive()
    let room = try store.room(key.channelId)
    // Public rooms get no typing notifications, and notifications cannot name a thread.
    guard key.parentId == nil, room.joinRule != .everybody else { return try await sync.syncNow() }
    _ = try await connection.answer(
      to: .setTyping(isTyping, of: me, in: room.id, lasting: Replica.typingLifetime))
    if isTyping { typingIn.insert(room.id) } else { typingIn.remove(room.id) }
  }

  /// Ends the notification after a message was sent, in a task.
  func recordSent(in id: ChannelID) {
    guard typingIn.remove(id) != nil else { return }
    Task { [weak service = account.service] in await service?.endTyping(in: id) }
  }

  func endTyping(in id: ChannelID) async {
    do throws(ChatError) { try await setTyping(false, in: DraftKey(channelId: id)) } catch {
      // The notification expires by itself.
    }
  }
}

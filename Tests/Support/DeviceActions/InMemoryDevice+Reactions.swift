public import ChatDomain
public import InMemoryService

extension InMemoryDevice {
  /// Reacts to a message as it was seen.
  public func react(
    _ name: String, _ isOn: Bool = true, to message: Message
  ) async throws(ChatError) -> Message {
    let seen = message.version ?? Timetoken(0)
    return try await setReaction(
      ReactionChange(
        transactionId: TransactionID("\(deviceId) \(name) \(isOn) \(seen)"), channelId: message.channelId,
        messageId: message.id, name: name, isOn: isOn, user: currentUser.id))
  }
}

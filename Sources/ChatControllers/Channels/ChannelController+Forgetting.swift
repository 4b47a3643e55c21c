public import ChatDomain

extension ChannelController {
  /// Forgets a channel that the user left: the service gives up what it keeps of it for them, and this device erases what
  /// it cached. Words that were written here and not sent are in the draft history afterwards.
  public func forget() async throws(ChatError) {
    try await client.service.forget(channelId)
    for draft in client.draftMessages() where draft.channelId == channelId {
      client.deleteDraft(for: draft.key)
    }
    await client.outbox.giveUp(everythingIn: channelId)
    await client.writer.write([.forgetChannel(channelId)])
  }
}

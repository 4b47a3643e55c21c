public import ChatDomain

extension ChannelController {
  /// Forgets a channel that the user left: the service gives up what it keeps of it for them, and this device erases what
  /// it cached. Words that were written here and not sent are in the draft history afterwards.
  public func forget() async throws(ChatError) {
    try await client.service.forget(channelId)
    let drafts = client.draftMessages().filter { $0.channelId == channelId }.map(\.key)
    for key in drafts { client.deleteDraft(for: key) }
    await client.outbox.giveUp(everythingIn: channelId)
    // Also where the service refuses to delete its copies: it says of a room that is forgotten that it knows none.
    await client.writer.write(drafts.map { .deleteDraft($0) } + [.forgetChannel(channelId)])
  }
}

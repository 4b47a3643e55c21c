public import ChatDomain
import ChatSync

/// Direct conversations without a channel are listed like others as long as they contain text. Their rows exist only on this
/// device.
extension ChannelListController {
  /// Shows the conversations of the last session.
  func showProspects() {
    // Checks only keys, because hardly any draft belongs to a conversation without a channel.
    let drafts = client.engine.drafts.registry.keys.lazy.map(\.channelId)
    let written = drafts.filter(\.isProspect) + client.engine.outbox.queue.channels.filter(\.isProspect)
    for id in Set(written) { showProspect(id) }
  }

  /// Shows the row of a conversation without a channel. Removes the row if the conversation contains no text, or has a channel now.
  func showProspect(_ id: ChannelID) {
    let hasChannel = client.engine.outbox.prospects.resolved(id) != id
    let draft = hasChannel ? nil : client.draftMessage(for: DraftKey(channelId: id))
    let first = client.engine.outbox.entries(in: id).first?.message.createdAt
    guard !hasChannel, let begun = draft?.createdAt ?? first,
      let coming = client.engine.summary(ofProspect: id, begunAt: begun)
    else {
      if let change = list.rows.remove(id) { list.emit([change]) }
      return
    }
    var row = ChannelListRow(coming)
    row.draft = draft
    row.showPending(in: client.engine.outbox.queue)
    if let change = list.rows.upsert(row) { list.emit([change]) }
  }
}

extension ChannelListController {
  private static let largePage = 200

  /// Loads all further channels, in large pages.
  public func loadAll() async throws(ChatError) {
    while !hasLoadedAll {
      let before = list.cursor
      let count = try await loadMore(limit: Self.largePage)
      // A page may add no channel and only move the cursor. Offline there is no cursor, and saved channels are added.
      guard count > 0 || list.cursor != before else { return }
    }
  }
}

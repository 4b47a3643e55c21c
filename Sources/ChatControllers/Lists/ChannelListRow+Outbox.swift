import ChatDomain

nonisolated extension ChannelListRow {
  /// Takes over what the channel's messages still wait for.
  mutating func take(_ entries: [OutboxEntry]) {
    pendingMessage = entries.last { $0.isSend && $0.message.isShownInList }?.message
    failedMessage = entries.last { $0.message.localState?.isFailed == true }?.message
  }
}

nonisolated extension Message {
  /// Whether it stands among the messages of its channel.
  var isShownInList: Bool { parentId == nil || isShownInChannel }
}

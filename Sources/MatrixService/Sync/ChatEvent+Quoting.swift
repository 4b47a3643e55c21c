import ChatDomain

extension ChatEvent {
  /// The channel of a message or a draft that quotes something.
  var quotingChannel: ChannelID? {
    switch self {
    case .messageCreated(let message), .messageUpdated(let message):
      message.quoted == nil ? nil : message.channelId
    case .draftUpdated(let update):
      update.draftMessage.content.quoted == nil ? nil : update.draftMessage.channelId
    default: nil
    }
  }
}

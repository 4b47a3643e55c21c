import ChatDomain
import DraftEngine

extension DraftKeeper {
  /// A message that was written here got its id from the service: what speaks of it by the old one follows it.
  func follow(_ local: MessageID, to arrived: Message) {
    for state in states.values where state.key.channelId == arrived.channelId {
      state.readdress(local, to: arrived)
    }
  }
}

extension DraftState {
  fileprivate func readdress(_ local: MessageID, to arrived: Message) {
    if edit?.message.id == local || leftEdit?.messageId == local {
      if edit?.message.id == local { edit?.message = arrived }
      if leftEdit?.messageId == local { leftEdit?.messageId = arrived.id }
      changedEdit()
    }
    if parts.quoted?.id == local {
      parts.quoted = QuotedMessage(arrived)
      changed()
    }
  }
}

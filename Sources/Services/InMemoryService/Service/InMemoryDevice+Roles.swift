public import ChatDomain

extension InMemoryDevice {
  public func refusal(of act: ChannelAct, in id: ChannelID) -> ChatError.Refusal? {
    service.announcements.rules(of: id)?.refusal(of: act, by: currentUser.id)
  }
}

public import ChatDomain

extension MatrixService: ChatRoles {
  public nonisolated func refusal(of act: ChannelAct, in id: ChannelID) -> ChatError.Refusal? {
    announcements.refusal(of: act, in: id)
  }
}

public import ChatDomain

extension MatrixService: ChatUnreadMarks {
  public func setMarkedUnread(_ isMarked: Bool, _ id: ChannelID) async throws(ChatError) -> ReadPosition {
    try await roomPreferences.setMarkedUnread(isMarked, id)
  }
}

extension MatrixService: ChatSpaces {
  public func spaces() async throws(ChatError) -> [Space] { try await spaceList.spaces() }
}

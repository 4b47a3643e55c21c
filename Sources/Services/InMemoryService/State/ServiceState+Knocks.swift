import ChatDomain

extension ServiceState {
  /// Ends somebody's asking to be let in, however it was answered, and tells those who see it.
  ///
  /// - Returns: whether they asked.
  @discardableResult
  mutating func endKnock(of user: UserID, on room: Int) -> Bool {
    guard knocks.remove(user, on: room) else { return false }
    tellKnock(of: user, on: room)
    return true
  }

  /// Tells whoever asks, and those who may answer.
  mutating func tellKnock(of user: UserID, on room: Int) {
    let event = ChatEvent.knocksChanged(channelId: rooms[room].id)
    events.send(event, to: user)
    for member in rooms[room].members.idsInOrder
    where member != user && rooms[room].rules.refusal(of: .invite, by: member) == nil {
      guard !events.ignored[member].contains(user) else { continue }
      events.send(event, to: member)
    }
  }
}

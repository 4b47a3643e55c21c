public import ChatDomain

/// Groups of channels.
extension InMemoryChatService {
  /// Makes a space, or gives it another name, other channels and other members.
  public func setSpace(_ space: Space, members: Set<UserID>) {
    withState { state in
      state.keepRoom(of: space)
      for user in state.spaces.set(space, members: members) {
        state.events.send(.spacesChanged(state.spaces.spaces(of: user)), to: user)
      }
    }
  }

  /// Puts a space before others for a person: those with an order stand in front, in the order of these texts.
  public func setSpaceOrder(_ order: String?, of space: ChannelID, for user: UserID) {
    withState { state in
      let former = state.spaces.spaces(of: user)
      state.spaces.setOrder(order, of: space, for: user)
      let spaces = state.spaces.spaces(of: user)
      if spaces != former { state.events.send(.spacesChanged(spaces), to: user) }
    }
  }

  /// Invites a user to a space; accepting makes them a member.
  public func invite(_ guest: UserID, toSpace id: ChannelID, by author: UserID) throws(ChatError) {
    try perform { state throws(ChatError) in
      guard state.spaces[id] != nil else { throw .refused(.notFound("space \(id)")) }
      ChannelRequests(of: author).invite(guest, toSpace: id, &state)
    }
  }

  /// Takes a space away; its channels stay.
  public func removeSpace(_ id: ChannelID) {
    withState { state in
      for user in state.spaces.remove(id) {
        state.events.send(.spacesChanged(state.spaces.spaces(of: user)), to: user)
      }
    }
  }
}

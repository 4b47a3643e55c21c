public import ChatDomain

/// Groups of channels.
extension InMemoryChatService {
  /// Makes a space, or gives it another name, other channels and other members.
  public func setSpace(_ space: Space, members: Set<UserID>) {
    withState { state in
      for user in state.spaces.set(space, members: members) {
        state.events.send(.spacesChanged(state.spaces.spaces(of: user)), to: user)
      }
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

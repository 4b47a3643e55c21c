public import ChatDomain

extension RoomPowers {
  /// What somebody is to the room, in the contract's words.
  public func role(of user: UserID) -> MemberRole {
    let role = Self.role(at: level(of: user))
    return role == .administrator && isCreator(user) ? .owner : role
  }

  /// The role that has a level. A level between those that clients name counts as the lower one.
  private static func role(at level: Int) -> MemberRole {
    switch level {
    case almighty: .owner
    case 100...: .administrator
    case 50...: .moderator
    default: .member
    }
  }

  /// Why somebody may not do something; nil if they may.
  public func refusal(of act: ChannelAct, by user: UserID) -> ChatError.Refusal? {
    let needed = levelNeeded(for: act)
    return level(of: user) < needed ? .needsRole(Self.role(withAtLeast: needed)) : nil
  }

  /// The lowest role that always has a level.
  private static func role(withAtLeast level: Int) -> MemberRole {
    switch level {
    case ...50: .moderator
    case ...100: .administrator
    default: .owner
    }
  }
}

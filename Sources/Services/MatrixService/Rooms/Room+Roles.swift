import ChatDomain

extension Room {
  /// What somebody is to it.
  func role(of user: UserID) -> MemberRole { powers?.role(of: user) ?? .member }

  /// What somebody may not do in it, and why; nothing where they are not in it, or where it is not known.
  func refusals(for user: UserID) -> [ChannelAct: ChatError.Refusal] {
    guard isJoined, let powers else { return [:] }
    var refusals: [ChannelAct: ChatError.Refusal] = [:]
    for act in ChannelAct.allCases { refusals[act] = powers.refusal(of: act, by: user) }
    return refusals
  }
}

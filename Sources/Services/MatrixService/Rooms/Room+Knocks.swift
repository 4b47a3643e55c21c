import ChatDomain

/// What the user asked of a room that they are not in.
struct PendingKnock: Hashable {
  let reason: String?
  let at: Timestamp
}

extension Room {
  var knock: PendingKnock? {
    if case .knocking(let knock) = standing { knock } else { nil }
  }

  /// Whether somebody may let in those who ask.
  func mayAdmit(_ user: UserID) -> Bool {
    isJoined && powers?.refusal(of: .invite, by: user) == nil
  }
}

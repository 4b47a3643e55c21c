import ChatDomain

/// Who is what in a channel, and what is left to whom. Where nothing is said, everybody may do everything but delete what
/// others said.
struct ChannelRules: Hashable, Sendable {
  private var roles: [UserID: MemberRole] = [:]
  private var needed: [ChannelAct: MemberRole] = [.deleteOthers: .moderator]
  /// Whether people can ask to be let in.
  var takesKnocks = false

  init(owner: UserID? = nil) { if let owner { roles[owner] = .owner } }

  func role(of user: UserID) -> MemberRole { roles[user] ?? .member }

  mutating func set(_ role: MemberRole, of user: UserID) { roles[user] = role == .member ? nil : role }

  mutating func require(_ role: MemberRole, for act: ChannelAct) {
    needed[act] = role == .member ? nil : role
  }

  func refusal(of act: ChannelAct, by user: UserID) -> ChatError.Refusal? {
    guard let needed = needed[act], role(of: user) < needed else { return nil }
    return .needsRole(needed)
  }
}

import ChatDomain

/// The invitations that were neither accepted nor declined.
struct Invitations: Sendable {
  struct Pending: Sendable {
    let by: UserID
    let at: Timestamp
    let token: UInt64
  }

  private struct Key: Hashable, Sendable {
    let user: UserID
    let room: Int
  }

  private var pending: [Key: Pending] = [:]
  private var lists: [UserID: OrderedLog<ChannelListEntry>] = [:]

  subscript(user: UserID, to room: Int) -> Pending? { pending[Key(user: user, room: room)] }

  /// The channels that a user is invited to, by the tokens of the invitations.
  func list(of user: UserID) -> OrderedLog<ChannelListEntry> { lists[user] ?? OrderedLog() }

  mutating func add(_ invitation: Pending, of user: UserID, to room: Int) {
    pending[Key(user: user, room: room)] = invitation
    lists[user, default: OrderedLog()].insert(ChannelListEntry(token: invitation.token, room: room))
  }

  /// - Returns: the invitation, if there was one.
  mutating func remove(_ user: UserID, to room: Int) -> Pending? {
    guard let ended = pending.removeValue(forKey: Key(user: user, room: room)) else { return nil }
    lists[user]?.remove(ended.token)
    return ended
  }
}

import ChatDomain

/// The room as the contract's channel.
extension Room {
  /// - Parameters:
  ///   - partner: the other one of a direct channel.
  ///   - predecessor: the room that goes on in this one, as both of them say.
  func channel(partner: UserID?, predecessor: ChannelID?, me: UserID) -> Channel {
    let createdAt = createdAt ?? Timestamp(microseconds: 0)
    return Channel(
      id: id, name: name ?? shownName(partner: partner, me: me), type: type(partner: partner), topic: topic,
      createdAt: createdAt, updatedAt: max(updatedAt ?? createdAt, createdAt), successor: successor?.id,
      predecessor: predecessor,
      isServiceNotice: wishes.tags.isServerNotice, isEncrypted: isEncrypted)
  }

  private func type(partner: UserID?) -> ChannelType {
    if partner != nil { return .direct }
    return joinRule == .everybody ? .public : .group
  }

  /// What a room without a name is called: its alias, or who is in it.
  private func shownName(partner: UserID?, me: UserID) -> String? {
    guard partner == nil else { return nil }
    if let alias { return alias }
    // A server need not name anybody; of a few people all are known.
    let isSmall = members.heroes.isEmpty && members.counts.expected <= 4
    let known = isSmall ? members.expected.sorted() : members.heroes
    let others = known.filter { $0 != me }.prefix(3).map { members[$0]?.name ?? $0.rawValue }
    guard !others.isEmpty else { return invitation.map { $0.byName ?? $0.by.rawValue } }
    let rest = members.joinedCount - 1 - others.count
    return others.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  func apply(_ state: RoomState, from event: MatrixEvent, at time: Timestamp) {
    switch state {
    case .creation(let creation):
      // There is one, at the beginning; a second would be somebody's attempt to be the creator.
      if self.creation == nil {
        self.creation = creation
        createdAt = Timestamp(microseconds: time.microseconds - time.microseconds % 1000)
      }
    case .name(let name): self.name = name
    case .topic(let topic): self.topic = topic
    case .alias(let alias): self.alias = alias
    case .joinRule(let rule): joinRule = rule
    // A room never stops being encrypted: whoever says so wants words in the clear.
    case .encryption: isEncrypted = true
    case .member(let user, var member):
      // Who is taken out of a room is still called as before.
      if member.name == nil, member.standing == .left || member.standing == .banned {
        member.name = members[user]?.name
      }
      members[user] = member
      return
    case .powers(let levels):
      self.levels = levels
      return
    // Where it is no room, the room has no end: the server still takes what is said.
    case .tombstone(let replacement):
      successor = replacement.flatMap { $0 == id ? nil : RoomSuccessor(id: $0, by: event.sender) }
    case .child(let id, let child):
      apply(child, of: id)
      return
    case .pinned: return
    }
    updatedAt = max(updatedAt ?? time, time)
  }

  /// The other one in a conversation of two, if an invitation said that it is one.
  func invitedPartner(of me: UserID) -> UserID? {
    // Nobody is gone through in a room of thousands: with more than these two it is no such conversation.
    guard members.counts.direct > 0, members.counts.expected <= 2 else { return nil }
    let others = members.expected.union(members.heroes).subtracting([me])
    return others.count == 1 ? others.first : nil
  }
}

import ChatDomain

/// A room as this device knows it.
final class Room {
  enum Standing: Hashable {
    case joined
    case invited(PendingInvitation)
    /// The user asked to be let in, and waits.
    case knocking(PendingKnock)
    case left
  }

  let id: ChannelID
  var standing = Standing.left
  var creation: RoomCreation?
  /// When it was made, as far as that is believed.
  var createdAt: Timestamp?
  var name: String?
  var topic: String?
  var alias: String?
  var joinRule = JoinRule.invited
  var levels: PowerLevels?
  var isEncrypted = false
  /// When name, topic or another part of the channel changed last.
  var updatedAt: Timestamp?
  var pins = PinBoard()
  /// The room in which it goes on.
  var successor: RoomSuccessor?
  /// The rooms in it, if it is a space.
  var children: [ChannelID: SpaceChild] = [:]
  /// Whether the server was asked for them: an empty space is not asked again with every start.
  var wasAskedForChildren = false

  var members = RoomMembers()
  var timeline = RoomTimeline()
  var reading = OwnReading()
  var wishes = RoomWishes()
  var drafts = RoomDrafts()
  var typing: Set<UserID> = []
  /// How many receipts of others in its threads were kept since the oldest were removed.
  var newThreadReceipts = 0

  init(id: ChannelID) { self.id = id }

  var isJoined: Bool { standing == .joined }

  /// Whether all that was ever said in it is here.
  var isComplete: Bool { timeline.live.map { $0.before == nil } ?? false }

  var invitation: PendingInvitation? {
    if case .invited(let invitation) = standing { invitation } else { nil }
  }

  var powers: RoomPowers? { creation.map { RoomPowers(levels: levels, creation: $0) } }

  /// Why somebody who is in it may send nothing there.
  func sendingRefusal(of user: UserID) -> ChatError.Refusal? {
    if let successor { return .channelReplaced(by: successor.id) }
    if isEncrypted { return .encryptedChannel }
    return isJoined && powers?.maySend(EventType.message, user) == false ? .readOnlyChannel : nil
  }

  /// Whether it groups other rooms.
  var isSpace: Bool { creation?.type == RoomCreation.space }

  /// Rooms that hold other rooms, or belong to other programs, are no channels.
  var isChannel: Bool { creation?.type == nil }
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

/// The room as the contract's space.
extension Room {
  /// How many rooms are in one space at most, as far as it is listed.
  static let mostChildren = 5_000

  var space: Space {
    let ranked = children.map { id, child in
      (rank: (child.order == nil ? 1 : 0, child.order ?? "", child.addedAt, id), id: id)
    }
    return Space(
      id: id, name: name ?? alias ?? id.rawValue, children: ranked.sorted { $0.rank < $1.rank }.map(\.id))
  }

  func apply(_ child: SpaceChild?, of id: ChannelID) {
    guard id != self.id, child == nil || children[id] != nil || children.count < Self.mostChildren else {
      return
    }
    children[id] = child
  }
}

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

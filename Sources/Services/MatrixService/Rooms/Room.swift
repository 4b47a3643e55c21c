import ChatDomain

/// A room as the device knows it.
final class Room {
  enum Standing: Hashable {
    case joined
    case invited(PendingInvitation)
    /// The user has knocked.
    case knocking(PendingKnock)
    case left
  }

  let id: ChannelID
  var standing = Standing.left
  var creation: RoomCreation?
  /// The creation time, within believable bounds.
  var createdAt: Timestamp?
  var name: String?
  var topic: String?
  var alias: String?
  var joinRule = JoinRule.invited
  var levels: PowerLevels?
  var isEncrypted = false
  /// Who may read the history, as the specification names it; nil until it is known.
  var historyVisibility: String?
  /// The time of the last change of the channel.
  var updatedAt: Timestamp?
  var pins = PinBoard()
  /// The room that replaces it.
  var successor: RoomSuccessor?
  var children: [ChannelID: SpaceChild] = [:]
  /// Whether the server was asked for the children, so that an empty space is not queried at every start.
  var wasAskedForChildren = false

  var members = RoomMembers()
  var timeline = RoomTimeline()
  var reading = OwnReading()
  var wishes = RoomWishes()
  var drafts = RoomDrafts()
  var typing: Set<UserID> = []
  /// The number of thread receipts saved since the last trim.
  var newThreadReceipts = 0

  init(id: ChannelID) { self.id = id }

  var isJoined: Bool { standing == .joined }

  /// Whether its whole history is cached.
  var isComplete: Bool { timeline.live.map { $0.before == nil } ?? false }

  var invitation: PendingInvitation? {
    if case .invited(let invitation) = standing { invitation } else { nil }
  }

  var powers: RoomPowers? { creation.map { RoomPowers(levels: levels, creation: $0) } }

  /// Why a member may not send messages; nil if they may.
  ///
  /// - Parameter fault: why nothing can be encrypted; nil if the content is encrypted where the room is.
  func sendingRefusal(of user: UserID, withoutKeys fault: ChatError.Refusal?) -> ChatError.Refusal? {
    if let successor { return .channelReplaced(by: successor.id) }
    if isEncrypted, let fault { return fault }
    return isJoined && powers?.maySend(EventType.message, user) == false ? .readOnlyChannel : nil
  }

  var isSpace: Bool { creation?.type == RoomCreation.space }

  /// Spaces and rooms of other programs are not channels.
  var isChannel: Bool { creation?.type == nil }
}

extension Room {
  var knock: PendingKnock? {
    if case .knocking(let knock) = standing { knock } else { nil }
  }

  /// Whether a user may admit knocking users.
  func mayAdmit(_ user: UserID) -> Bool {
    isJoined && powers?.refusal(of: .invite, by: user) == nil
  }
}

extension Room {
  func role(of user: UserID) -> MemberRole { powers?.role(of: user) ?? .member }

  /// The acts that a member may not perform, with reasons; empty if they are unknown or the user is not a member.
  func refusals(for user: UserID) -> [ChannelAct: ChatError.Refusal] {
    guard isJoined, let powers else { return [:] }
    var refusals: [ChannelAct: ChatError.Refusal] = [:]
    for act in ChannelAct.allCases { refusals[act] = powers.refusal(of: act, by: user) }
    return refusals
  }
}

/// The contract's space.
extension Room {
  /// The maximum number of children to keep.
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

/// The contract's channel.
extension Room {
  /// - Parameters:
  ///   - partner: the other member of a direct channel.
  ///   - predecessor: the room that this one replaces, if both rooms say so.
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

  /// The name of an unnamed room: its alias, or its members.
  private func shownName(partner: UserID?, me: UserID) -> String? {
    guard partner == nil else { return nil }
    if let alias { return alias }
    // Servers may name no heroes. In small rooms all members are known.
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
      // Only the first counts: a later one would be an attempt to take over the room.
      if self.creation == nil {
        self.creation = creation
        createdAt = Timestamp(microseconds: time.microseconds - time.microseconds % 1000)
      }
    case .name(let name): self.name = name
    case .topic(let topic): self.topic = topic
    case .alias(let alias): self.alias = alias
    case .joinRule(let rule): joinRule = rule
    // Encryption never ends, whatever a server says.
    case .encryption: isEncrypted = true
    case .historyVisibility(let visibility):
      historyVisibility = visibility
      return
    case .member(let user, var member):
      // Users who left keep their last name.
      if member.name == nil, member.standing == .left || member.standing == .banned {
        member.name = members[user]?.name
      }
      members[user] = member
      return
    case .powers(let levels):
      self.levels = levels
      return
    // Without a valid successor the server still accepts messages.
    case .tombstone(let replacement):
      successor = replacement.flatMap { $0 == id ? nil : RoomSuccessor(id: $0, by: event.sender) }
    case .child(let id, let child):
      apply(child, of: id)
      return
    case .pinned: return
    }
    updatedAt = max(updatedAt ?? time, time)
  }

  /// The other member of a direct channel, if an invitation marked it as direct.
  func invitedPartner(of me: UserID) -> UserID? {
    // Cheap in large rooms: a direct channel has at most two expected members.
    guard members.counts.direct > 0, members.counts.expected <= 2 else { return nil }
    let others = members.expected.union(members.heroes).subtracting([me])
    return others.count == 1 ? others.first : nil
  }
}

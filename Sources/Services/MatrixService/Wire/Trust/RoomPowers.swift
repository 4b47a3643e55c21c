public import ChatDomain

/// Who may do what in a room, as its states say.
public struct RoomPowers: Hashable, Sendable {
  private let levels: PowerLevels?
  private let creation: RoomCreation

  /// - Parameter levels: nil: the room has none, and then its creator has all power.
  public init(levels: PowerLevels?, creation: RoomCreation) {
    self.levels = levels
    self.creation = creation
  }

  /// A level that is above every other.
  public static let almighty = Int.max

  public func level(of user: UserID) -> Int {
    if creation.hasAlmightyCreators, creation.creators.contains(user) { return Self.almighty }
    guard let levels else { return user == creation.creator ? 100 : 0 }
    return levels.users[user] ?? levels.usersDefault
  }

  /// Whether the user may send events of the type.
  public func maySend(_ type: String, isState: Bool = false, _ user: UserID) -> Bool {
    let needed = levels.map { $0.events[type] ?? (isState ? $0.stateDefault : $0.eventsDefault) } ?? 0
    return level(of: user) >= needed
  }

  /// Whether the user may take away what others said.
  public func mayRedactOthers(_ user: UserID) -> Bool {
    level(of: user) >= levelNeeded(for: .deleteOthers)
  }

  func isCreator(_ user: UserID) -> Bool { creation.creators.contains(user) }

  /// The level that an act needs.
  func levelNeeded(for act: ChannelAct) -> Int {
    switch act {
    case .rename: levels?.level(forState: EventType.name) ?? 0
    case .setTopic: levels?.level(forState: EventType.topic) ?? 0
    case .pin: levels?.level(forState: EventType.pinned) ?? 0
    case .invite: levels?.invite ?? 0
    case .mentionEverybody: levels?.notifyRoom ?? 50
    case .deleteOthers: max(levels?.redact ?? 50, levels?.levelForMessages(EventType.redaction) ?? 0)
    }
  }
}

extension PowerLevels {
  fileprivate func level(forState type: String) -> Int { events[type] ?? stateDefault }
  fileprivate func levelForMessages(_ type: String) -> Int { events[type] ?? eventsDefault }
}

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

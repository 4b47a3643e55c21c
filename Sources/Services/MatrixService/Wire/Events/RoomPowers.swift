import ChatDomain
import JSON

struct PowerLevels: Hashable, Sendable {
  let users: [UserID: Int]
  let usersDefault: Int
  let events: [String: Int]
  let eventsDefault: Int
  let stateDefault: Int
  let redact: Int
  let invite: Int
  let kick: Int
  /// For mentioning the whole room.
  let notifyRoom: Int

  init(_ content: JSONNode) {
    users = Dictionary(
      content["users"].members.compactMap { member in
        guard let user = (member.keyNode as JSONNode?).userID, let level = member.value.level else {
          return nil
        }
        return (user, level)
      }, uniquingKeysWith: { _, last in last })
    events = Dictionary(
      content["events"].members.compactMap { member in member.value.level.map { (member.key, $0) } },
      uniquingKeysWith: { _, last in last })
    usersDefault = content["users_default"]?.level ?? 0
    eventsDefault = content["events_default"]?.level ?? 0
    stateDefault = content["state_default"]?.level ?? 50
    redact = content["redact"]?.level ?? 50
    invite = content["invite"]?.level ?? 0
    kick = content["kick"]?.level ?? 50
    notifyRoom = content["notifications"]?["room"]?.level ?? 50
  }
}

extension JSONNode {
  /// A level: a number, or a string in old rooms.
  fileprivate var level: Int? { (integer ?? shortString.flatMap { Int($0) }).map(\.exactEverywhere) }
}

/// The permissions in a room.
struct RoomPowers: Hashable, Sendable {
  private let levels: PowerLevels?
  private let creation: RoomCreation

  /// - Parameter levels: nil if none were set; then only the creator has power.
  init(levels: PowerLevels?, creation: RoomCreation) {
    self.levels = levels
    self.creation = creation
  }

  /// A level above all others.
  static let almighty = Int.max

  func level(of user: UserID) -> Int {
    if creation.hasAlmightyCreators, creation.creators.contains(user) { return Self.almighty }
    guard let levels else { return user == creation.creator ? 100 : 0 }
    return levels.users[user] ?? levels.usersDefault
  }

  /// Whether the user may send events of the type.
  func maySend(_ type: String, isState: Bool = false, _ user: UserID) -> Bool {
    let needed = levels.map { $0.events[type] ?? (isState ? $0.stateDefault : $0.eventsDefault) } ?? 0
    return level(of: user) >= needed
  }

  /// Whether the user may redact messages of others.
  func mayRedactOthers(_ user: UserID) -> Bool {
    level(of: user) >= levelNeeded(for: .deleteOthers)
  }

  func isCreator(_ user: UserID) -> Bool { creation.creators.contains(user) }

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
  /// The contract's role of a user.
  func role(of user: UserID) -> MemberRole {
    let role = Self.role(at: level(of: user))
    return role == .administrator && isCreator(user) ? .owner : role
  }

  /// The role for a level. Levels between named ones count as the lower role.
  private static func role(at level: Int) -> MemberRole {
    switch level {
    case almighty: .owner
    case 100...: .administrator
    case 50...: .moderator
    default: .member
    }
  }

  /// Why a user may not perform an act; nil if they may.
  func refusal(of act: ChannelAct, by user: UserID) -> ChatError.Refusal? {
    let needed = levelNeeded(for: act)
    return level(of: user) < needed ? .needsRole(Self.role(withAtLeast: needed)) : nil
  }

  /// The lowest role that is guaranteed to have a level.
  private static func role(withAtLeast level: Int) -> MemberRole {
    switch level {
    case ...50: .moderator
    case ...100: .administrator
    default: .owner
    }
  }
}

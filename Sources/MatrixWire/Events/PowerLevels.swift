public import ChatDomain
import JSON

/// How much power which act needs, and who has how much.
public struct PowerLevels: Hashable, Sendable {
  public let users: [UserID: Int]
  public let usersDefault: Int
  public let events: [String: Int]
  public let eventsDefault: Int
  public let stateDefault: Int
  public let redact: Int
  public let invite: Int
  public let kick: Int

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
  }
}

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
    level(of: user) >= (levels?.redact ?? 50) && maySend(EventType.redaction, user)
  }
}

extension JSONNode {
  /// A level: a number, or in old rooms a text that is one.
  fileprivate var level: Int? { (integer ?? shortString.flatMap { Int($0) }).map(\.exactEverywhere) }
}

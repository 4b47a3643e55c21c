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
  /// For mentioning everybody in the room at once.
  public let notifyRoom: Int

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
  /// A level: a number, or in old rooms a text that is one.
  fileprivate var level: Int? { (integer ?? shortString.flatMap { Int($0) }).map(\.exactEverywhere) }
}

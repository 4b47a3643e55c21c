public import ChatDomain
import JSON

/// What a person wants of rooms, where all clients keep it.
extension MatrixRequest {
  /// The lists of rules about rooms as a whole, and what a rule in it does.
  public enum PushRuleKind: String, Hashable, Sendable {
    /// Comes before everything else, such as mentions.
    case override
    /// Comes behind what is said about words and mentions.
    case room
  }

  /// Sets a rule that fits everything in a room. One that is there is replaced, and stays enabled or not.
  public static func setPushRule(
    _ kind: PushRuleKind, for room: ChannelID, notifying: Bool
  ) -> MatrixRequest {
    let body = Body.object { json in
      json.array("actions") { json in
        guard notifying else { return }
        json.string("notify")
        json.object { json in
          json.member("set_tweak", "sound")
          json.member("value", "default")
        }
      }
      guard kind == .override else { return }
      json.array("conditions") { json in
        json.object { json in
          json.member("kind", "event_match")
          json.member("key", "room_id")
          json.member("pattern", room.rawValue)
        }
      }
    }
    return MatrixRequest(.put, path(kind, room.rawValue), body: body)
  }

  public static func enablePushRule(_ kind: PushRuleKind, _ id: String) -> MatrixRequest {
    MatrixRequest(.put, path(kind, id) + ["enabled"], body: .object { $0.member("enabled", true) })
  }

  public static func removePushRule(_ kind: PushRuleKind, _ id: String) -> MatrixRequest {
    MatrixRequest(.delete, path(kind, id))
  }

  private static func path(_ kind: PushRuleKind, _ id: String) -> [String] {
    ["pushrules", "global", kind.rawValue, id]
  }

  // MARK: Tags

  /// Puts a room before the others.
  ///
  /// - Parameter order: its place among those, from 0 to 1.
  public static func setFavourite(_ room: ChannelID, of user: UserID, order: Double) -> MatrixRequest {
    let place = min(max(0, order.isFinite ? order : 1), 1)
    return MatrixRequest(.put, favourite(room, user), body: .json(Array("{\"order\":\(place)}".utf8)))
  }

  public static func removeFavourite(_ room: ChannelID, of user: UserID) -> MatrixRequest {
    MatrixRequest(.delete, favourite(room, user))
  }

  private static func favourite(_ room: ChannelID, _ user: UserID) -> [String] {
    ["user", user.rawValue, "rooms", room.rawValue, "tags", "m.favourite"]
  }

  // MARK: Unread marks

  public static func setMarkedUnread(_ isMarked: Bool, _ room: ChannelID, of user: UserID) -> MatrixRequest {
    setAccountData(
      EventType.markedUnread, JSONWriter.bytes { $0.object { $0.member("unread", isMarked) } }, of: user,
      in: room)
  }
}

public import ChatDomain
import JSON

/// Rooms and who is in them.
extension MatrixRequest {
  /// Creates a room in which every member may do what the contract lets members do.
  ///
  /// - Parameter alias: the wish for an id; only a public room can have one.
  public static func createRoom(_ channel: NewChannel, alias: String? = nil) -> MatrixRequest {
    let body = Body.object { json in
      json.member("preset", channel.type.preset)
      json.member("visibility", channel.type == .public ? "public" : "private")
      if let name = channel.name { json.member("name", name.withoutNUL) }
      if let topic = channel.topic { json.member("topic", topic.withoutNUL) }
      if !channel.members.isEmpty { json.member("invite", channel.members.map(\.rawValue)) }
      if channel.type == .direct { json.member("is_direct", true) }
      if let alias { json.member("room_alias_name", alias) }
      json.object("power_level_content_override") { json in
        json.object("events") { json in
          for type in [EventType.name, EventType.topic, EventType.pinned] { json.member(type, 0) }
        }
        json.member("invite", 0)
      }
    }
    return MatrixRequest(.post, ["createRoom"], body: body, rateClass: .joining)
  }

  /// - Parameter servers: those that may help to get in, for a room whose id names none.
  public static func join(_ room: ChannelID, via servers: [String] = []) -> MatrixRequest {
    MatrixRequest(
      .post, ["join", room.rawValue], query: servers.map { Parameter(name: "via", value: $0) }, body: .empty,
      rateClass: .joining)
  }

  /// Also declines an invitation.
  public static func leave(_ room: ChannelID) -> MatrixRequest {
    MatrixRequest(.post, ["rooms", room.rawValue, "leave"], body: .empty)
  }

  public static func invite(_ user: UserID, to room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .post, ["rooms", room.rawValue, "invite"], body: .object { $0.member("user_id", user.rawValue) },
      rateClass: .inviting)
  }

  /// All at once: servers ignore a limit.
  public static func members(of room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", room.rawValue, "members"], query: [Parameter](["membership": "join"]))
  }

  /// What can be known of a room that one is not in.
  public static func summary(of room: ChannelID, via servers: [String] = []) -> MatrixRequest {
    MatrixRequest(
      .get, .client("v1"), ["room_summary", room.rawValue],
      query: servers.map { Parameter(name: "via", value: $0) })
  }

  public static func publicRooms(matching text: String, limit: Int) -> MatrixRequest {
    let body = Body.object { json in
      json.object("filter") { $0.member("generic_search_term", text) }
      json.member("limit", limit)
    }
    return MatrixRequest(.post, ["publicRooms"], body: body)
  }
}

extension ChannelType {
  fileprivate var preset: String {
    switch self {
    case .public: "public_chat"
    case .group: "private_chat"
    case .direct: "trusted_private_chat"
    }
  }
}

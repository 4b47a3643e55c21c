public import ChatDomain
import JSON

/// People, and what they keep for themselves.
extension MatrixRequest {
  public static func profile(of user: UserID) -> MatrixRequest {
    MatrixRequest(.get, ["profile", user.rawValue])
  }

  public static func setDisplayName(_ name: String, of user: UserID) -> MatrixRequest {
    MatrixRequest(
      .put, ["profile", user.rawValue, "displayname"],
      body: .object { $0.member("displayname", name.withoutNUL) })
  }

  public static func presence(of user: UserID) -> MatrixRequest {
    MatrixRequest(.get, ["presence", user.rawValue, "status"])
  }

  public static func setPresence(_ presence: ShownPresence, of user: UserID) -> MatrixRequest {
    MatrixRequest(
      .put, ["presence", user.rawValue, "status"], body: .object { $0.member("presence", presence.rawValue) })
  }

  /// People whom the server knows; only beginnings of words are found.
  public static func users(matching text: String, limit: Int) -> MatrixRequest {
    let body = Body.object { json in
      json.member("search_term", text)
      json.member("limit", limit)
    }
    return MatrixRequest(.post, ["user_directory", "search"], body: body)
  }

  /// Replaces the value. Servers tell all devices even if it is the same as before.
  ///
  /// - Parameter room: the room it is about; nil: about none.
  public static func setAccountData(
    _ type: String, _ content: [UInt8], of user: UserID, in room: ChannelID? = nil
  ) -> MatrixRequest {
    let path =
      ["user", user.rawValue] + (room.map { ["rooms", $0.rawValue] } ?? []) + ["account_data", type]
    return MatrixRequest(.put, path, body: .json(content))
  }

  /// Replaces all that a device drafted in a room.
  public static func save(
    _ slot: DraftSlot, of user: UserID, device: DeviceID, in room: ChannelID
  ) -> MatrixRequest {
    setAccountData(InkwellKey.draft(of: device), slot.bytes, of: user, in: room)
  }
}

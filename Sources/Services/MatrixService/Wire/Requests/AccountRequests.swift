import ChatDomain
import JSON

/// Sessions, users and account data.
extension MatrixRequest {
  static let versions = MatrixRequest(.get, ["versions"], below: .bare, needsToken: false)
  static let mediaLimits = MatrixRequest(.get, ["media", "config"], below: .client("v1"))
  /// Ends the session of this device.
  static let logout = MatrixRequest(.post, ["logout"], body: .empty)
  static let loginFlows = MatrixRequest(.get, ["login"], needsToken: false, rateClass: .login)

  /// The single sign-on page, which redirects with a token.
  ///
  /// - Parameter address: the redirect target, which receives the token as `loginToken`.
  static func singleSignOn(returningTo address: String) -> MatrixRequest {
    MatrixRequest(
      .get, ["login", "sso", "redirect"], query: [Parameter(name: "redirectUrl", value: address)],
      needsToken: false, rateClass: .login)
  }

  /// - Parameters:
  ///   - device: signing in again under the same id continues the device.
  ///   - name: the device's name for the user's other devices.
  static func login(user: String, password: String, device: DeviceID?, name: String? = nil) -> MatrixRequest {
    login("m.login.password", device, name) { json in
      json.object("identifier") { json in
        json.member("type", "m.id.user")
        json.member("user", user)
      }
      json.member("password", password)
    }
  }

  /// - Parameter token: from the single sign-on page; valid once, and briefly.
  static func login(token: String, device: DeviceID?, name: String? = nil) -> MatrixRequest {
    login("m.login.token", device, name) { json in json.member("token", token) }
  }

  private static func login(
    _ type: String, _ device: DeviceID?, _ name: String?, _ proof: (inout JSONWriter) -> Void
  ) -> MatrixRequest {
    let body = Body.object { json in
      json.member("type", type)
      proof(&json)
      if let device { json.member("device_id", device.rawValue) }
      if let name { json.member("initial_device_display_name", name) }
      json.member("refresh_token", true)
    }
    return MatrixRequest(.post, ["login"], body: body, needsToken: false, rateClass: .login)
  }

  /// The new tokens must be saved before one is used: from then on the server rejects the old ones.
  static func refresh(_ token: String) -> MatrixRequest {
    MatrixRequest(
      .post, ["refresh"], body: .object { $0.member("refresh_token", token) }, needsToken: false,
      rateClass: .login)
  }

  // MARK: People

  static func profile(of user: UserID) -> MatrixRequest {
    MatrixRequest(.get, ["profile", user.rawValue])
  }

  static func presence(of user: UserID) -> MatrixRequest {
    MatrixRequest(.get, ["presence", user.rawValue, "status"])
  }

  static func setPresence(_ presence: ShownActivity.OwnPresence, of user: UserID) -> MatrixRequest {
    MatrixRequest(
      .put, ["presence", user.rawValue, "status"], body: .object { $0.member("presence", presence.rawValue) })
  }

  /// Searches the user directory, by beginnings of words.
  static func users(matching text: String, limit: Int) -> MatrixRequest {
    let body = Body.object { json in
      json.member("search_term", text)
      json.member("limit", limit)
    }
    return MatrixRequest(.post, ["user_directory", "search"], body: body)
  }

  /// Replaces account data. Servers notify all devices even of equal values.
  ///
  /// - Parameter room: nil: global.
  static func setAccountData(
    _ type: String, _ content: [UInt8], of user: UserID, in room: ChannelID? = nil
  ) -> MatrixRequest {
    let path =
      ["user", user.rawValue] + (room.map { ["rooms", $0.rawValue] } ?? []) + ["account_data", type]
    return MatrixRequest(.put, path, body: .json(content))
  }

  /// The server's notifications, the latest first.
  static func notifications(limit: Int) -> MatrixRequest {
    MatrixRequest(.get, ["notifications"], query: [Parameter](["limit": "\(limit)"]))
  }

  /// Replaces the drafts of a device in a room.
  static func save(
    _ slot: DraftSlot, of user: UserID, device: DeviceID, in room: ChannelID
  ) -> MatrixRequest {
    setAccountData(InkwellKey.draft(of: device), slot.bytes, of: user, in: room)
  }

  // MARK: Files

  // The address is created first, so that a repeated upload is harmless.

  static let createMedia = MatrixRequest(.post, ["create"], below: .media("v1"), body: .empty)

  /// The request omits the file's name, which is in the message.
  static func upload(to address: MediaAddress, type: String) -> MatrixRequest {
    MatrixRequest(
      .put, ["upload", address.server, address.media], below: .media("v3"),
      body: .file(type: type.headerValue))
  }

  /// For servers that assign the address with the answer: a repeated upload creates another file.
  static func upload(type: String) -> MatrixRequest {
    MatrixRequest(.post, ["upload"], below: .media("v3"), body: .file(type: type.headerValue))
  }

  /// The whole file: servers ignore ranges.
  static func download(_ address: MediaAddress) -> MatrixRequest {
    MatrixRequest(.get, ["media", "download", address.server, address.media], below: .client("v1"))
  }

  /// A still thumbnail of about this size.
  static func thumbnail(of address: MediaAddress, side: Int) -> MatrixRequest {
    MatrixRequest(
      .get, ["media", "thumbnail", address.server, address.media], below: .client("v1"),
      query: [
        Parameter(name: "width", value: "\(side)"), Parameter(name: "height", value: "\(side)"),
        Parameter(name: "method", value: "scale"), Parameter(name: "animated", value: "false"),
      ])
  }
}

extension String {
  /// The text, if it is valid in a header field; otherwise the generic media type.
  fileprivate var headerValue: String {
    let isPlain = !isEmpty && utf8.count <= 127 && utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return isPlain ? self : "application/octet-stream"
  }
}

/// Preferences for rooms.
extension MatrixRequest {
  /// The kinds of rules about whole rooms.
  enum PushRuleKind: String, Hashable, Sendable {
    /// Precedes all other rules, such as those about mentions.
    case override
    /// Follows rules about words and mentions.
    case room
  }

  /// Sets a rule for a room. An existing rule is replaced, and stays enabled or disabled.
  static func setPushRule(_ kind: PushRuleKind, for room: ChannelID, notifying: Bool) -> MatrixRequest {
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

  static func enablePushRule(_ kind: PushRuleKind, _ id: String) -> MatrixRequest {
    MatrixRequest(.put, path(kind, id) + ["enabled"], body: .object { $0.member("enabled", true) })
  }

  static func removePushRule(_ kind: PushRuleKind, _ id: String) -> MatrixRequest {
    MatrixRequest(.delete, path(kind, id))
  }

  private static func path(_ kind: PushRuleKind, _ id: String) -> [String] {
    ["pushrules", "global", kind.rawValue, id]
  }

  // MARK: Tags

  /// Makes a room a favourite.
  ///
  /// - Parameter order: its place among favourites, from 0 to 1.
  static func setFavourite(_ room: ChannelID, of user: UserID, order: Double) -> MatrixRequest {
    let place = min(max(0, order.isFinite ? order : 1), 1)
    return MatrixRequest(.put, favourite(room, user), body: .json(Array("{\"order\":\(place)}".utf8)))
  }

  static func removeFavourite(_ room: ChannelID, of user: UserID) -> MatrixRequest {
    MatrixRequest(.delete, favourite(room, user))
  }

  private static func favourite(_ room: ChannelID, _ user: UserID) -> [String] {
    ["user", user.rawValue, "rooms", room.rawValue, "tags", "m.favourite"]
  }

  // MARK: Unread marks

  static func setMarkedUnread(_ isMarked: Bool, _ room: ChannelID, of user: UserID) -> MatrixRequest {
    setAccountData(
      EventType.markedUnread, JSONWriter.bytes { $0.object { $0.member("unread", isMarked) } }, of: user,
      in: room)
  }
}

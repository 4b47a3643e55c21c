public import ChatDomain
import JSON

/// Signing in and out, people, and what each keeps for themselves.
extension MatrixRequest {
  public static let versions = MatrixRequest(.get, .bare, ["versions"], needsToken: false)
  public static let mediaLimits = MatrixRequest(.get, .client("v1"), ["media", "config"])
  /// Ends the session of this device.
  public static let logout = MatrixRequest(.post, ["logout"], body: .empty)
  /// The ways of signing in that there are.
  public static let loginFlows = MatrixRequest(.get, ["login"], needsToken: false, rateClass: .login)

  /// The page on which one signs in; it leads to an address with a token in the end.
  ///
  /// - Parameter address: where it leads, which then has the token in its query as `loginToken`.
  public static func singleSignOn(returningTo address: String) -> MatrixRequest {
    MatrixRequest(
      .get, ["login", "sso", "redirect"], query: [Parameter(name: "redirectUrl", value: address)],
      needsToken: false, rateClass: .login)
  }

  /// - Parameters:
  ///   - device: one that signs in again under its own id stays the same device.
  ///   - name: what the person's other devices call it.
  public static func login(
    user: String, password: String, device: DeviceID?, name: String? = nil
  ) -> MatrixRequest {
    login("m.login.password", device, name) { json in
      json.object("identifier") { json in
        json.member("type", "m.id.user")
        json.member("user", user)
      }
      json.member("password", password)
    }
  }

  /// - Parameter token: from the page on which one signs in; it can be used once, and soon.
  public static func login(token: String, device: DeviceID?, name: String? = nil) -> MatrixRequest {
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

  /// The answer's tokens must be on the disk before one of them is used: the old one is refused from then on.
  public static func refresh(_ token: String) -> MatrixRequest {
    MatrixRequest(
      .post, ["refresh"], body: .object { $0.member("refresh_token", token) }, needsToken: false,
      rateClass: .login)
  }

  // MARK: People

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

  /// What the server notified of, the latest first.
  public static func notifications(limit: Int) -> MatrixRequest {
    MatrixRequest(.get, ["notifications"], query: [Parameter](["limit": "\(limit)"]))
  }

  /// Replaces all that a device drafted in a room.
  public static func save(
    _ slot: DraftSlot, of user: UserID, device: DeviceID, in room: ChannelID
  ) -> MatrixRequest {
    setAccountData(InkwellKey.draft(of: device), slot.bytes, of: user, in: room)
  }

  // MARK: Files

  // An address first, then the bytes, so that sending them again is harmless.

  public static let createMedia = MatrixRequest(.post, .media("v1"), ["create"], body: .empty)

  /// The file's own name is not told: it stands in the message.
  public static func upload(to address: MediaAddress, type: String) -> MatrixRequest {
    MatrixRequest(
      .put, .media("v3"), ["upload", address.server, address.media], body: .file(type: type.headerValue))
  }

  /// The same for a server that gives an address only for bytes that are there: sent again they are another file.
  public static func upload(type: String) -> MatrixRequest {
    MatrixRequest(.post, .media("v3"), ["upload"], body: .file(type: type.headerValue))
  }

  /// The whole file: servers ignore ranges.
  public static func download(_ address: MediaAddress) -> MatrixRequest {
    MatrixRequest(.get, .client("v1"), ["media", "download", address.server, address.media])
  }

  /// A picture of about so many pixels each way that the server makes of a file, and that does not move.
  public static func thumbnail(of address: MediaAddress, side: Int) -> MatrixRequest {
    MatrixRequest(
      .get, .client("v1"), ["media", "thumbnail", address.server, address.media],
      query: [
        Parameter(name: "width", value: "\(side)"), Parameter(name: "height", value: "\(side)"),
        Parameter(name: "method", value: "scale"), Parameter(name: "animated", value: "false"),
      ])
  }
}

extension String {
  /// The text where it may stand in a header, and otherwise the type of bytes nobody knows.
  fileprivate var headerValue: String {
    let isPlain = !isEmpty && utf8.count <= 127 && utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return isPlain ? self : "application/octet-stream"
  }
}

public import ChatDomain
import JSON

/// Signing in and out, and what the server can do.
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
}

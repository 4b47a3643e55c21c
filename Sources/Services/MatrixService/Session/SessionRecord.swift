import ChatDomain
import JSON

/// A session as the bytes of its file.
enum SessionRecord {
  /// Raised when an older program could not read what is written here.
  private static let version = 1
  /// More than any session has.
  static let limit = 64 << 10

  static func bytes(of session: MatrixSession) -> [UInt8] {
    JSONWriter.bytes(.lines) { json in
      json.object { json in
        json.member("version", version)
        json.member("server", session.server.url)
        json.member("user", session.user.rawValue)
        json.member("device", session.device.rawValue)
        if let name = session.name { json.member("name", name) }
        if session.isEnded { json.member("ended", true) }
        json.member("access_token", session.tokens.access)
        if let refresh = session.tokens.refresh { json.member("refresh_token", refresh) }
      }
    } + [UInt8(ascii: "\n")]
  }

  /// - Parameter path: for what is said of a fault.
  static func session(from bytes: [UInt8], path: String) throws(SessionFault) -> MatrixSession {
    let root: JSONNode
    do throws(JSONError) {
      root = try JSONDocument(bytes, limits: JSONLimits(bytes: limit)).root
    } catch {
      throw .damaged(path: path)
    }
    guard let version = root["version"]?.integer else { throw .damaged(path: path) }
    guard version <= Self.version else { throw .newer(path: path) }
    guard let server = root["server"]?.string.flatMap(address),
      let user = root["user"]?.string.flatMap({ UserID(matrix: $0) }),
      let device = root["device"]?.string.flatMap({ DeviceID(matrix: $0) }),
      let access = root["access_token"]?.string, isToken(access)
    else { throw .damaged(path: path) }
    var refresh: String?
    if let node = root["refresh_token"] {
      guard let text = node.string, !text.isEmpty else { throw .damaged(path: path) }
      refresh = text
    }
    return MatrixSession(
      server: server, user: user, device: device, tokens: SessionTokens(access: access, refresh: refresh),
      name: root["name"]?.string, isEnded: root["ended"]?.bool == true)
  }

  private static func address(_ text: String) -> HomeserverAddress? {
    do throws(HomeserverAddress.Fault) {
      return try HomeserverAddress(text)
    } catch {
      return nil
    }
  }

  /// Whether it can stand in a field of a request, where a line end would begin another one.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(\.isGraphic)
  }
}

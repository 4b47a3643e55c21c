import ChatDomain
import JSON

/// The tokens of a session. They are saved before they are used.
public struct SessionTokens: Hashable, Sendable {
  public let access: String
  /// Nil: the access token does not expire, or only signing in again helps once it has.
  public let refresh: String?

  public init(access: String, refresh: String?) {
    self.access = access
    self.refresh = refresh
  }

  fileprivate init(_ root: JSONNode) throws(AnswerError) {
    access = try root.token("access_token")
    // The token goes into a header field, where a line end would begin another field.
    guard access.utf8.allSatisfy(\.isGraphic) else { throw .lacks("access_token") }
    refresh = root.optionalToken("refresh_token")
  }
}

extension SessionTokens {
  /// Reads the answer to a refresh. Without a new refresh token the old one stays valid.
  init(refreshAnswer bytes: [UInt8], over old: String) throws(AnswerError) {
    let new = try SessionTokens(try JSONDocument.answer(bytes))
    self.init(access: new.access, refresh: new.refresh ?? old)
  }
}

extension SessionTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Hides the tokens: descriptions end up in logs.
  public var description: String { "SessionTokens(…)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

struct LoginAnswer: Hashable, Sendable {
  let user: UserID
  let device: DeviceID
  let tokens: SessionTokens

  init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard let user = root["user_id"].userID else { throw .lacks("user_id") }
    guard let device = root["device_id"]?.shortString.flatMap({ DeviceID(matrix: $0) }) else {
      throw .lacks("device_id")
    }
    self.user = user
    self.device = device
    tokens = try SessionTokens(root)
  }
}

/// The login flows of a server.
struct LoginFlowsAnswer: Hashable, Sendable {
  let hasPassword: Bool
  /// Whether single sign-on works, including the sign-in with its token.
  let hasSingleSignOn: Bool

  init(_ bytes: [UInt8]) throws(AnswerError) {
    let flows = try JSONDocument.answer(bytes)["flows"].elements
    func offers(_ type: String) -> Bool { flows.contains { $0["type"]?.isString(type) == true } }
    hasPassword = offers("m.login.password")
    // Both are needed, because the page returns a token.
    hasSingleSignOn = offers("m.login.sso") && offers("m.login.token")
  }
}

/// The homeserver of a domain, from `.well-known/matrix/client`.
struct DiscoveryAnswer: Hashable, Sendable {
  /// The unchecked address of the homeserver.
  let homeserver: String

  init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard let address = root["m.homeserver"]?["base_url"]?.shortString else {
      throw .lacks("m.homeserver.base_url")
    }
    homeserver = address
  }
}

/// Supported specification versions.
struct VersionsAnswer: Hashable, Sendable {
  let versions: [String]

  init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    versions = try root.array("versions").elements.compactMap(\.shortString)
  }
}

import ChatDomain
import JSON

/// What lets one in: written to the disk before it is used, and nowhere else.
public struct SessionTokens: Hashable, Sendable {
  public let access: String
  /// Nil: the access token lasts, or nothing but the password helps once it has ended.
  public let refresh: String?
  public let lifetime: Duration?

  public init(access: String, refresh: String?, lifetime: Duration? = nil) {
    self.access = access
    self.refresh = refresh
    self.lifetime = lifetime
  }

  fileprivate init(_ root: JSONNode) throws(AnswerError) {
    access = try root.token("access_token")
    // They become a field of a request, where a line end would begin another one.
    guard access.utf8.allSatisfy(\.isGraphic) else { throw .lacks("access_token") }
    refresh = root.optionalToken("refresh_token")
    lifetime = root["expires_in_ms"]?.integer.flatMap { $0 > 0 ? .milliseconds($0) : nil }
  }
}

extension SessionTokens {
  /// The answer to a refresh. Without a new refresh token the old one goes on.
  init(refreshAnswer bytes: [UInt8], over old: String) throws(AnswerError) {
    let new = try SessionTokens(try JSONDocument.answer(bytes))
    self.init(access: new.access, refresh: new.refresh ?? old, lifetime: new.lifetime)
  }
}

extension SessionTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Not what they are: a description ends up in logs.
  public var description: String { "SessionTokens(…)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Somebody is signed in.
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

/// The ways of signing in that a server offers.
struct LoginFlowsAnswer: Hashable, Sendable {
  let hasPassword: Bool
  /// Whether one signs in on a page of the server's choice, which gives a token in the end.
  let hasSingleSignOn: Bool

  init(_ bytes: [UInt8]) throws(AnswerError) {
    let flows = try JSONDocument.answer(bytes)["flows"].elements
    func offers(_ type: String) -> Bool { flows.contains { $0["type"]?.isString(type) == true } }
    hasPassword = offers("m.login.password")
    // The token of the page is of no use to a server that takes none.
    hasSingleSignOn = offers("m.login.sso") && offers("m.login.token")
  }
}

/// Where the homeserver of a domain is: what the domain itself says, in `.well-known/matrix/client`.
struct DiscoveryAnswer: Hashable, Sendable {
  /// The address of the homeserver, as it was written there.
  let homeserver: String

  init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard let address = root["m.homeserver"]?["base_url"]?.shortString else {
      throw .lacks("m.homeserver.base_url")
    }
    homeserver = address
  }
}

/// What a server speaks.
struct VersionsAnswer: Hashable, Sendable {
  let versions: [String]

  init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    versions = try root.array("versions").elements.compactMap(\.shortString)
  }
}

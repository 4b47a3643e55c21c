public import ChatDomain
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
  public init(refreshAnswer bytes: [UInt8], over old: String) throws(AnswerError) {
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
public struct LoginAnswer: Hashable, Sendable {
  public let user: UserID
  public let device: DeviceID
  public let tokens: SessionTokens

  public init(_ bytes: [UInt8]) throws(AnswerError) {
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

/// Who a token belongs to.
public struct WhoAmIAnswer: Hashable, Sendable {
  public let user: UserID
  public let device: DeviceID?

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard let user = root["user_id"].userID else { throw .lacks("user_id") }
    self.user = user
    device = root["device_id"]?.shortString.flatMap { DeviceID(matrix: $0) }
  }
}

/// Whether signing in with a password is possible.
public struct LoginFlowsAnswer: Hashable, Sendable {
  public let hasPassword: Bool

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    hasPassword = try JSONDocument.answer(bytes)["flows"].elements.contains {
      $0["type"]?.isString("m.login.password") == true
    }
  }
}

/// What a server speaks.
public struct VersionsAnswer: Hashable, Sendable {
  public let versions: [String]
  public let unstableFeatures: Set<String>

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard root["versions"]?.kind == .array else { throw .lacks("versions") }
    versions = root["versions"].elements.compactMap(\.shortString)
    unstableFeatures = Set(
      root["unstable_features"].members.filter { $0.value.bool == true }.map(\.key))
  }

  /// Whether it has at least version 1 of the specification, so and so far.
  public func speaks(minor: Int) -> Bool {
    versions.contains { version in
      guard version.hasPrefix("v1."), let found = Int(version.dropFirst(3)) else { return false }
      return found >= minor
    }
  }
}

/// What the person may do on the server, as far as it matters here.
public struct CapabilitiesAnswer: Hashable, Sendable {
  public let mayChangeName: Bool
  public let mayChangePassword: Bool
  public let defaultRoomVersion: String?

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    let capabilities = try JSONDocument.answer(bytes)["capabilities"]
    // What is not named may be done.
    mayChangeName = capabilities?["m.set_displayname"]?["enabled"]?.bool ?? true
    mayChangePassword = capabilities?["m.change_password"]?["enabled"]?.bool ?? true
    defaultRoomVersion = capabilities?["m.room_versions"]?["default"]?.shortString
  }
}

/// The person's devices.
public struct DevicesAnswer: Hashable, Sendable {
  public let devices: [DeviceID]

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard root["devices"]?.kind == .array else { throw .lacks("devices") }
    devices = root["devices"].elements.compactMap {
      $0["device_id"]?.shortString.flatMap { DeviceID(matrix: $0) }
    }
  }
}

/// The id of a filter that was kept.
public struct FilterAnswer: Hashable, Sendable {
  public let id: String

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    id = try JSONDocument.answer(bytes).token("filter_id")
    // One that begins like this would be read as the filter itself.
    guard !id.hasPrefix("{") else { throw .lacks("filter_id") }
  }
}

public import ChatDomain

/// Who is signed in where. The tokens are in here, in the file that it is kept in, and nowhere else.
public struct MatrixSession: Hashable, Sendable {
  public let server: HomeserverAddress
  public let user: UserID
  public let device: DeviceID
  public var tokens: SessionTokens
  /// What the person is called, as far as it is known.
  public var name: String?
  /// Whether the server has ended it. Whoever signs in again goes on as the same device.
  public var isEnded: Bool

  public init(
    server: HomeserverAddress, user: UserID, device: DeviceID, tokens: SessionTokens, name: String? = nil,
    isEnded: Bool = false
  ) {
    self.server = server
    self.user = user
    self.device = device
    self.tokens = tokens
    self.name = name
    self.isEnded = isEnded
  }
}

extension MatrixSession {
  /// The same, ended by the person: nothing in it lets anybody in, and who signs in again goes on as the same device.
  public var signedOut: MatrixSession {
    var session = self
    session.isEnded = true
    session.tokens = SessionTokens(access: "ended", refresh: nil)
    return session
  }
}

extension MatrixSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Who and where, and nothing that lets one in: a description ends up in logs.
  public var description: String { "\(user) at \(server), device \(device)\(isEnded ? ", ended" : "")" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["session": description]) }
}

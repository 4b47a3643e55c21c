public import ChatDomain
import Glibc

/// A signed-in session. Its tokens are kept only here and in the session file.
public struct MatrixSession: Hashable, Sendable {
  public let server: HomeserverAddress
  public let user: UserID
  public let device: DeviceID
  public var tokens: SessionTokens
  /// The user's display name, if it is known.
  public var name: String?
  /// Whether it has ended. Signing in again continues as the same device.
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
  /// The session after the user signed out, without valid tokens. Signing in again continues as the same device.
  public var signedOut: MatrixSession {
    var session = self
    session.isEnded = true
    session.tokens = SessionTokens(access: "ended", refresh: nil)
    return session
  }
}

extension MatrixSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Leaves out the tokens: descriptions end up in logs.
  public var description: String { "\(user) at \(server), device \(device)\(isEnded ? ", ended" : "")" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["session": description]) }
}

/// Storage of the session.
public protocol SessionStore: Sendable {
  /// The last saved session; nil if there is none.
  func load() throws(SessionFault) -> MatrixSession?
  /// Returns once the session is durable. After a failure the previous session is intact.
  func save(_ session: MatrixSession) throws(SessionFault)
  func remove() throws(SessionFault)
}

/// Why a session cannot be saved or loaded.
public enum SessionFault: Error, Hashable, Sendable {
  /// The file contains no session.
  case damaged(path: String)
  /// A later version of the program wrote it.
  case newer(path: String)
  /// The file is a link, a folder, or another user's.
  case foreign(path: String)
  case system(errno: Int32, path: String)
}

extension SessionFault {
  /// Whether signing in again fixes it without losing anything.
  public var canBeReplaced: Bool {
    switch self {
    case .damaged, .foreign: true
    case .newer, .system: false
    }
  }
}

extension SessionFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .damaged(let path): "\(path) is damaged"
    case .newer(let path): "\(path) was written by a later version of Inkwell"
    case .foreign(let path): "\(path) is not a file that belongs to you alone"
    case .system(let code, let path): "\(path): \(String(cString: strerror(code)))"
    }
  }
}

public import ChatDomain
import Glibc

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

/// Where the session is kept.
public protocol SessionStore: Sendable {
  /// The session as it was saved last; nil if there is none.
  func load() throws(SessionFault) -> MatrixSession?
  /// Returns once it is as safe as the place makes it. If it fails, the session saved before is still there.
  func save(_ session: MatrixSession) throws(SessionFault)
  func remove() throws(SessionFault)
}

/// Why a session cannot be kept, or not be read.
public enum SessionFault: Error, Hashable, Sendable {
  /// What is there is not a session.
  case damaged(path: String)
  /// A later version of the program wrote it.
  case newer(path: String)
  /// It is no file of this person: a link, a folder, somebody else's.
  case foreign(path: String)
  case system(errno: Int32, path: String)
}

extension SessionFault {
  /// Whether signing in again puts it right, and takes nothing from anybody.
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

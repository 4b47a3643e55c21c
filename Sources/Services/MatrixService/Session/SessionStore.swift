import Glibc

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

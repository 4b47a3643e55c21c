/// Where the session is kept.
public protocol SessionShelf: Sendable {
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

import ChatDomain
import FileSystem
import Glibc
import JSON

/// A session in a file that only its owner can read.
///
/// The file is replaced atomically, so it always holds a whole session.
public struct SessionFile: SessionStore {
  /// The file in the folder of a profile.
  public static let name = "session.json"

  private let folder: String
  private var path: String { "\(folder)/\(Self.name)" }

  /// - Parameter folder: the profile's folder; created on the first save.
  public init(folder: String) { self.folder = folder }

  public func load() throws(SessionFault) -> MatrixSession? {
    // Opening a pipe would block.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else {
      let fault = fault()
      switch errno {
      case ENOENT: return nil
      default: throw isForeign ? .foreign(path: path) : fault
      }
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw fault() }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { throw .foreign(path: path) }
    if status.st_mode & 0o077 != 0 {
      guard fchmod(file, 0o600) == 0 || errno == EROFS else { throw fault() }
    }
    return try SessionRecord.session(from: try bytes(of: file), path: path)
  }

  public func save(_ session: MatrixSession) throws(SessionFault) {
    do throws(SystemFault) {
      try Folder(folder).make()
      moveForeignAside()
      try AtomicFile.write(SessionRecord.bytes(of: session), to: path, in: folder)
    } catch {
      throw .system(errno: error.code, path: error.path)
    }
  }

  /// Renames a foreign file in the way.
  private func moveForeignAside() {
    guard isForeign else { return }
    let names = (1...99).map { "\(path)-replaced-\($0)" }
    var status = stat()
    guard let name = names.first(where: { lstat($0, &status) != 0 }) else { return }
    // If that fails for a folder, so does the save; anything else is replaced.
    rename(path, name)
  }

  private var isForeign: Bool {
    var status = stat()
    return lstat(path, &status) == 0
      && (status.st_mode & S_IFMT != S_IFREG || status.st_uid != geteuid())
  }

  public func remove() throws(SessionFault) {
    guard unlink(path) == 0 || errno == ENOENT else { throw fault() }
    AtomicFile.removeLeftovers(in: folder)
  }

  private func bytes(of file: Int32) throws(SessionFault) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try WholeFile.bytes(of: file, limit: SessionRecord.limit, path: path) } catch {
      throw .system(errno: error.code, path: error.path)
    }
    guard bytes.count <= SessionRecord.limit else { throw .damaged(path: path) }
    return bytes
  }

  private func fault() -> SessionFault { .system(errno: errno, path: path) }
}

/// Replaces a file atomically.
enum AtomicFile {
  static let kind = HiddenFile.Kind(beginning: ".session-", ending: ".new")

  /// Writes a file durably. After a failure nothing is left behind.
  static func write(_ bytes: [UInt8], to path: String, in folder: String) throws(SystemFault) {
    removeLeftovers(in: folder)
    let file = try HiddenFile(in: folder, kind, mode: 0o600)
    do throws(SystemFault) {
      // The umask may have removed permissions.
      try check(fchmod(file.descriptor, 0o600), file.path)
      try file.write(bytes)
      try check(fsync(file.descriptor), file.path)
      try check(rename(file.path, path), path)
    } catch {
      unlink(file.path)
      throw error
    }
    try Folder(folder).sync()
  }

  /// Removes files left by programs that ended while writing, with their tokens.
  static func removeLeftovers(in folder: String) { HiddenFile.removeLeftovers(of: kind, in: folder) }

  private static func check(_ answer: Int32, _ path: String) throws(SystemFault) {
    if answer < 0 { throw SystemFault(code: errno, path: path) }
  }
}

/// The format of the session file.
enum SessionRecord {
  /// Incremented when older programs cannot read the format.
  private static let version = 1
  /// Larger than any session.
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
        json.member("sum", sum(of: session))
      }
    } + [UInt8(ascii: "\n")]
  }

  /// A checksum, which detects damage that is still valid JSON. Files of earlier versions have none.
  private static func sum(of session: MatrixSession) -> String {
    let values = [
      "\(version)", session.server.url, session.user.rawValue, session.device.rawValue, session.name ?? "",
      "\(session.isEnded)", session.tokens.access, session.tokens.refresh ?? "",
    ]
    return String(values.joined(separator: "\n").stableHash, radix: 16)
  }

  /// - Parameter path: for errors.
  static func session(from bytes: [UInt8], path: String) throws(SessionFault) -> MatrixSession {
    let root: JSONNode
    do throws(JSONError) {
      root = try JSONDocument(bytes, limits: JSONLimits(bytes: limit)).root
    } catch {
      throw .damaged(path: path)
    }
    guard let version = root["version"]?.integer else { throw .damaged(path: path) }
    let session = Result { () throws(SessionFault) in try self.session(of: root, path: path) }
    // A damaged version number must not make the file unreadable.
    if version > Self.version {
      guard case .success(let whole) = session, root["sum"] != nil else { throw .newer(path: path) }
      return whole
    }
    return try session.get()
  }

  private static func session(of root: JSONNode, path: String) throws(SessionFault) -> MatrixSession {
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
    let session = MatrixSession(
      server: server, user: user, device: device, tokens: SessionTokens(access: access, refresh: refresh),
      name: root["name"]?.string, isEnded: root["ended"]?.bool == true)
    if let written = root["sum"], written.string != sum(of: session) { throw .damaged(path: path) }
    return session
  }

  private static func address(_ text: String) -> HomeserverAddress? {
    do throws(HomeserverAddress.Fault) {
      return try HomeserverAddress(text)
    } catch {
      return nil
    }
  }

  /// Whether a token is valid in a header field, where a line end would begin another field.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(\.isGraphic)
  }
}

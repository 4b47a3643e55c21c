import FileSystem
import Glibc

/// A session in a file that only its owner can read.
///
/// What is saved is written beside it under a hidden name, brought to the disk, and then takes its place: at every moment
/// there is a whole session, the one before or the new one.
public struct SessionFile: SessionStore {
  /// The file in the folder of a profile.
  public static let name = "session.json"

  private let folder: String
  private var path: String { "\(folder)/\(Self.name)" }

  /// - Parameter folder: of the profile; made when something is saved.
  public init(folder: String) { self.folder = folder }

  public func load() throws(SessionFault) -> MatrixSession? {
    // A pipe in the place of the file would have the program wait for somebody who writes.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw .foreign(path: path)
      default: throw fault()
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
      moveFolderAside()
      try AtomicFile.write(SessionRecord.bytes(of: session), to: path, in: folder)
    } catch {
      throw .system(errno: error.code, path: error.path)
    }
  }

  /// A folder in the place of the file cannot be written over: it is kept under another name.
  private func moveFolderAside() {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
    // A name that is taken by a full folder is refused. Where none can be had, saving fails.
    _ = (1...99).contains { rename(path, "\(path)-replaced-\($0)") == 0 }
  }

  public func remove() throws(SessionFault) {
    guard unlink(path) == 0 || errno == ENOENT else { throw fault() }
    AtomicFile.removeLeftovers(in: folder)
  }

  private func bytes(of file: Int32) throws(SessionFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw fault() }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= SessionRecord.limit else { throw .damaged(path: path) }
    }
  }

  private func fault() -> SessionFault { .system(errno: errno, path: path) }
}

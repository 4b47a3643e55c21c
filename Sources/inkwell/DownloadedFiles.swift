import ChatUI
import Glibc

/// The folder of files that came with messages: `inkwell/files` where a person's caches are, theirs alone.
struct DownloadedFiles: DownloadFolder {
  /// After so many of the same name something else is wrong.
  private static let mostAlike = 1000

  func make(_ name: FileName) async throws(ProgramError) -> String {
    let folder = try Self.folder()
    for number in 1...Self.mostAlike {
      let path = "\(folder)/\(name.attempt(number))"
      // Not through a link that somebody laid there, and never over what is there.
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if file >= 0 {
        close(file)
        return path
      }
      if errno != EEXIST { throw Self.error("\(path) cannot be made") }
    }
    throw ProgramError("there are too many files called \(name.attempt(1)) in \(folder)")
  }

  func append(_ bytes: [UInt8], to path: String) async throws(ProgramError) {
    let file = open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw Self.error("\(path) cannot be written") }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw Self.error("\(path) cannot be written")
      }
      rest.removeFirst(count)
    }
  }

  func remove(_ path: String) async { unlink(path) }

  private static func folder() throws(ProgramError) -> String {
    guard let caches = PersonalFolder.caches.path(ProcessEnvironment.variable) else {
      throw ProgramError("there is no folder for files: neither XDG_CACHE_HOME nor HOME is set")
    }
    var path = ""
    for part in (caches + "/files").split(separator: "/") {
      path += "/" + part
      guard mkdir(path, 0o700) == 0 || errno == EEXIST || isFolder(path) else {
        throw error("\(path) cannot be made")
      }
    }
    return path
  }

  /// A file system that is read-only says so before it says that the folder is there.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func error(_ what: String) -> ProgramError {
    ProgramError("\(what): \(String(cString: strerror(errno)))")
  }
}

import ChatUI
import Glibc

/// The folder of files that came with messages: `inkwell/files` where a person's caches are, theirs alone.
struct DownloadedFiles: DownloadFolder {
  /// Nil where nothing says where caches are.
  private let folder: String?

  /// - Parameter caches: the folder of all that Inkwell can get again.
  init(caches: String? = PersonalFolder.caches.path(ProcessEnvironment.variable)) {
    folder = caches.map { $0 + "/files" }
  }

  func begin(_ name: FileName) async throws(ProgramError) -> any ArrivingFile {
    let folder = try makeFolder()
    PartialFile.removeLeftovers(in: folder)
    return try PartialFile(name, in: folder)
  }

  /// Takes away what programs left that broke down while they fetched something.
  func removeLeftovers() {
    if let folder { PartialFile.removeLeftovers(in: folder) }
  }

  private func makeFolder() throws(ProgramError) -> String {
    guard let folder else {
      throw ProgramError("there is no folder for files: neither XDG_CACHE_HOME nor HOME is set")
    }
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      guard mkdir(path, 0o700) == 0 || errno == EEXIST || Self.isFolder(path) else {
        throw .system("\(path) cannot be made")
      }
    }
    return path
  }

  /// A file system that is read-only says so before it says that the folder is there.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension ProgramError {
  /// With what the system said last.
  static func system(_ what: String) -> ProgramError {
    ProgramError("\(what): \(String(cString: strerror(errno)))")
  }
}

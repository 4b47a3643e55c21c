import ChatUI
import Glibc

/// The folder of files received with messages: `inkwell/files` in the person's cache folder, private to them.
struct DownloadedFiles: DownloadFolder {
  /// Nil if the cache folder is unknown.
  private let folder: String?

  /// - Parameter caches: the folder for everything that Inkwell can fetch again.
  init(caches: String? = PersonalFolder.caches.path(ProcessEnvironment.variable)) {
    folder = caches.map { $0 + "/files" }
  }

  func begin(_ name: FileName) async throws(ProgramError) -> any ArrivingFile {
    let folder = try makeFolder()
    PartialFile.removeLeftovers(in: folder)
    return try PartialFile(name, in: folder)
  }

  func begin(_ name: FileName, at path: String) async throws(ProgramError) -> any ArrivingFile {
    let parts = path.split(separator: "/")
    if path.hasSuffix("/") || Self.isFolder(path) { return try begin(name, in: path) }
    guard let last = parts.last else { throw ProgramError("no file can be saved as \(path)") }
    let folder = path.dropLast(last.utf8.count)
    return try begin(FileName(String(last)), in: folder.isEmpty ? "." : String(folder))
  }

  private func begin(_ name: FileName, in folder: String) throws(ProgramError) -> any ArrivingFile {
    guard Self.isFolder(folder) else { throw ProgramError("there is no folder \(folder)") }
    let folder = folder.hasSuffix("/") && folder.utf8.count > 1 ? String(folder.dropLast()) : folder
    PartialFile.removeLeftovers(in: folder)
    return try PartialFile(name, in: folder)
  }

  /// Removes partial files left by programs that crashed while fetching.
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

  /// A read-only file system reports that before it reports that the folder exists.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension ProgramError {
  /// With the system's last error.
  static func system(_ what: String) -> ProgramError {
    ProgramError("\(what): \(String(cString: strerror(errno)))")
  }
}

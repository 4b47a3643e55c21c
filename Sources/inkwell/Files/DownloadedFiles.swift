import ChatUI
import FileSystem
import Glibc

/// The folder of files received with messages: `inkwell/files` in the person's cache folder, private to them.
struct DownloadedFiles: DownloadFolder {
  /// Nil if the cache folder is unknown.
  private let folder: String?
  private let saved = SavedFiles()

  /// - Parameter caches: the folder for everything that Inkwell can fetch again.
  init(caches: String? = PersonalFolder.caches.path(ProcessEnvironment.variable)) {
    folder = caches.map { $0 + "/files" }
  }

  func begin(_ name: FileName) async throws(ProgramError) -> any ArrivingFile {
    let folder = try makeFolder()
    PartialFile.removeLeftovers(in: folder)
    return try PartialFile(name, in: folder)
  }

  func begin(_ place: SavingPlace) async throws(ProgramError) -> any ArrivingFile {
    let (folder, name) = SavedFiles.parts(of: place.path)
    PartialFile.removeLeftovers(in: folder)
    return try PartialFile(exactly: name, in: folder, replacing: place.isTaken)
  }

  var usualFolder: String { saved.usualFolder }

  func place(at path: String, for name: FileName) async throws(ProgramError) -> SavingPlace {
    try saved.place(at: path, for: name)
  }

  /// Removes partial files left by programs that crashed while fetching.
  func removeLeftovers() {
    if let folder { PartialFile.removeLeftovers(in: folder) }
  }

  private func makeFolder() throws(ProgramError) -> String {
    guard let folder else {
      throw ProgramError("there is no folder for files: neither XDG_CACHE_HOME nor HOME is set")
    }
    let path = "/" + folder.split(separator: "/").joined(separator: "/")
    do throws(SystemFault) { try Folder(path).make() } catch {
      throw .system("\(error.path) cannot be made", error)
    }
    return path
  }
}

extension ProgramError {
  /// With the system's last error.
  static func system(_ what: String) -> ProgramError { .system(what, SystemFault(code: errno, path: "")) }

  /// With the reason that the system gave.
  static func system(_ what: String, _ fault: SystemFault) -> ProgramError {
    ProgramError("\(what): \(String(cString: strerror(fault.code)))")
  }
}

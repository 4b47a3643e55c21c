public import ChatPlatform
import ChatUI
public import Composer
import FileSystem
import Glibc

/// The folder of files received with messages: `inkwell/files` in the user's cache folder, which others cannot read.
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
      throw .system("\(error.path) cannot be created", error)
    }
    return path
  }
}

extension ProgramError {
  /// An error whose reason is the system's last error.
  static func system(_ what: String) -> ProgramError { .system(what, SystemFault.last(at: "")) }

  /// An error with the reason that the system gave.
  static func system(_ what: String, _ fault: SystemFault) -> ProgramError {
    ProgramError("\(what): \(fault.reason)")
  }
}

/// The places where the user saves files.
struct SavedFiles {
  private let variable: @Sendable (String) -> String?
  private let files = DiskFiles()

  /// - Parameter variable: looks up a variable of the environment.
  init(variable: @escaping @Sendable (String) -> String? = ProcessEnvironment.variable) {
    self.variable = variable
  }

  /// The first existing one of the desktop's folder for downloads, `~/Downloads` and the home folder.
  var usualFolder: String {
    guard let home = variable("HOME"), home.hasPrefix("/") else { return "." }
    let named = PersonalFolder.configuration.base(variable).flatMap {
      Self.named(in: $0 + "/user-dirs.dirs", home: home)
    }
    var folder = [named, home + "/Downloads"].compactMap(\.self).first(where: Self.isFolder) ?? home
    while folder.count > 1, folder.last == "/" { folder.removeLast() }
    return files.shortened(folder)
  }

  /// Resolves a typed path.
  ///
  /// - Parameter name: the name of the file if the path is a folder.
  func place(at typed: String, for name: FileName) throws(ProgramError) -> SavingPlace {
    var path = files.expanded(typed)
    if !path.hasPrefix("/") { path = "\(Self.currentFolder)/\(path)" }
    if Self.isFolder(path) { path += "/" + name.attempt(1) }
    let (folder, last) = Self.parts(of: path)
    let shown = files.shortened(folder)
    guard Self.isFolder(folder) else { throw ProgramError("there is no folder \(shown)") }
    guard !last.isEmpty else { throw ProgramError("there is no folder \(files.shortened(path))") }
    guard access(folder, W_OK | X_OK) == 0 else { throw .system("no file can be written in \(shown)") }
    path = folder == "/" ? "/" + last : "\(folder)/\(last)"
    var status = stat()
    // A link without a target counts as existing.
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .system("\(last) cannot be the name") }
      return SavingPlace(path: path)
    }
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw ProgramError("\(files.shortened(path)) exists, and is not a file that can be replaced")
    }
    return SavingPlace(path: path, isTaken: true)
  }

  /// The folder and the file name of a path.
  static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    var folder = path[..<slash]
    while folder.last == "/" { folder.removeLast() }
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  /// `XDG_DOWNLOAD_DIR` in a desktop's list of user folders.
  private static func named(in file: String, home: String) -> String? {
    guard let lines = fopen(file, "re") else { return nil }
    defer { fclose(lines) }
    var bytes = [CChar](repeating: 0, count: 4096)
    while fgets(&bytes, Int32(bytes.count), lines) != nil {
      let line = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let words = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard words.count == 3, words[0] == "XDG_DOWNLOAD_DIR=" else { continue }
      return words[1].hasPrefix("$HOME/") ? home + words[1].dropFirst("$HOME".count) : String(words[1])
    }
    return nil
  }

  private static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// The composer completes the paths of files to send.
extension DiskFiles: FileBrowser {}

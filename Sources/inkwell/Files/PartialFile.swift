import ChatUI
import Composer
import FileSystem
import Glibc

/// A file that is being fetched, under a hidden name.
final class PartialFile: ArrivingFile {
  /// The name it gets when it is whole.
  private enum Name {
    /// This name, or a similar one if it is taken.
    case like(FileName)
    /// Exactly this name.
    case exactly(String, replaces: Bool)
  }

  private let folder: String
  private let name: Name
  private let hidden: HiddenFile
  private var path: String { hidden.path }
  private var file: Int32 { hidden.descriptor }

  private static let kind = HiddenFile.Kind(beginning: ".inkwell-", ending: ".part")
  /// The maximum number of files with the same name; beyond it something else is wrong.
  private static let mostAlike = 1000

  /// Creates a file that only this user can read. No file is overwritten.
  convenience init(_ name: FileName, in folder: String) throws(ProgramError) {
    try self.init(.like(name), in: folder, mode: 0o600)
  }

  /// Creates a file with the usual permissions, or those of the file that it replaces.
  convenience init(exactly name: String, in folder: String, replacing isTaken: Bool) throws(ProgramError) {
    try self.init(.exactly(name, replaces: isTaken), in: folder, mode: 0o666)
  }

  private init(_ name: Name, in folder: String, mode: mode_t) throws(ProgramError) {
    self.folder = folder
    self.name = name
    do throws(SystemFault) {
      hidden = try HiddenFile(in: folder, Self.kind, mode: mode)
    } catch {
      throw .system("a file in \(folder) cannot be created", error)
    }
  }

  func append(_ bytes: [UInt8]) async throws(ProgramError) {
    do throws(SystemFault) { try hidden.write(bytes) } catch {
      throw .system("\(folder)/\(shownName) cannot be written", error)
    }
  }

  private var shownName: String {
    switch name {
    case .like(let name): name.attempt(1)
    case .exactly(let name, _): name
    }
  }

  func finish() async throws(ProgramError) -> String {
    switch name {
    case .like(let name): try finish(as: name)
    case .exactly(let name, let replaces): try finish(as: "\(folder)/\(name)", replacing: replaces)
    }
  }

  private func finish(as name: FileName) throws(ProgramError) -> String {
    for number in 1...Self.mostAlike {
      let whole = "\(folder)/\(name.attempt(number))"
      if try claim(whole) { return whole }
    }
    throw ProgramError("there are too many files named \(name.attempt(1)) in \(folder)")
  }

  private func finish(as whole: String, replacing isTaken: Bool) throws(ProgramError) -> String {
    // A full or remote disk may report an error only now.
    guard fsync(file) == 0 || errno == EINVAL else { throw .system("\(whole) cannot be written") }
    guard isTaken else {
      if try claim(whole) { return whole }
      throw ProgramError("\(whole) now exists, and is not replaced")
    }
    var status = stat()
    if stat(whole, &status) == 0 { fchmod(file, status.st_mode & 0o777) }
    guard rename(path, whole) == 0 else { throw .system("\(whole) cannot be replaced") }
    return whole
  }

  /// Gives the file a name. Never overwrites an existing file, and never follows a link.
  ///
  /// - Returns: false if the name is taken.
  private func claim(_ whole: String) throws(ProgramError) -> Bool {
    if link(path, whole) == 0 {
      unlink(path)
      return true
    }
    return errno == EEXIST ? false : try move(to: whole)
  }

  /// For file systems without hard links: an empty file reserves the name first.
  ///
  /// - Returns: false if the name is taken.
  private func move(to whole: String) throws(ProgramError) -> Bool {
    let placeholder = open(whole, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard placeholder >= 0 else {
      if errno == EEXIST { return false }
      throw .system("\(whole) cannot be created")
    }
    close(placeholder)
    guard rename(path, whole) == 0 else {
      let error = ProgramError.system("\(whole) cannot be created")
      unlink(whole)
      throw error
    }
    return true
  }

  func discard() async { unlink(path) }

  static func removeLeftovers(in folder: String) { HiddenFile.removeLeftovers(of: kind, in: folder) }
}

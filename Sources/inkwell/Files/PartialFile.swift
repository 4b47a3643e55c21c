import ChatUI
import Glibc

/// A file that is being fetched, under a hidden name.
///
/// It is locked as long as its program lives: an unlocked one is a leftover.
final class PartialFile: ArrivingFile {
  /// The name it gets when it is whole.
  private enum Name {
    /// This one, or a similar one if it is placeholder.
    case like(FileName)
    /// This one and no other.
    case exactly(String, replaces: Bool)
  }

  private let folder: String
  private let name: Name
  private let path: String
  private let file: Int32

  private static let beginning = ".inkwell-"
  private static let ending = ".part"
  /// The maximum number of files with the same name; beyond it something else is wrong.
  private static let mostAlike = 1000

  /// A file that only this person can read. Nothing is written over.
  convenience init(_ name: FileName, in folder: String) throws(ProgramError) {
    try self.init(.like(name), in: folder, mode: 0o600)
  }

  /// A file with the permissions of any that the person makes; one that replaces another has those of the other.
  convenience init(exactly name: String, in folder: String, replacing isTaken: Bool) throws(ProgramError) {
    try self.init(.exactly(name, replaces: isTaken), in: folder, mode: 0o666)
  }

  private init(_ name: Name, in folder: String, mode: mode_t) throws(ProgramError) {
    self.folder = folder
    self.name = name
    while true {
      let number = String(UInt64.random(in: .min ... .max), radix: 36)
      let path = "\(folder)/\(Self.beginning)\(number)\(Self.ending)"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      guard file >= 0 else {
        if errno == EEXIST { continue }
        throw .system("a file in \(folder) cannot be made")
      }
      // Another session may have removed it as a leftover before it was locked. Where locking is impossible, nothing is
      // removed.
      let isTaken = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      var status = stat()
      if !isTaken, fstat(file, &status) == 0, status.st_nlink > 0 {
        self.file = file
        self.path = path
        return
      }
      close(file)
    }
  }

  deinit { close(file) }

  func append(_ bytes: [UInt8]) async throws(ProgramError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw .system("\(folder)/\(shownName) cannot be written")
      }
      rest.removeFirst(count)
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
    throw ProgramError("there are too many files called \(name.attempt(1)) in \(folder)")
  }

  private func finish(as whole: String, replacing isTaken: Bool) throws(ProgramError) -> String {
    // A disk that is elsewhere, or full, may refuse only now what it seemed to have placeholder.
    guard fsync(file) == 0 || errno == EINVAL else { throw .system("\(whole) cannot be written") }
    guard isTaken else {
      if try claim(whole) { return whole }
      throw ProgramError("\(whole) has come to be there meanwhile, and is not replaced")
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
      throw .system("\(whole) cannot be made")
    }
    close(placeholder)
    guard rename(path, whole) == 0 else {
      let error = ProgramError.system("\(whole) cannot be made")
      unlink(whole)
      throw error
    }
    return true
  }

  func discard() async { unlink(path) }

  static func removeLeftovers(in folder: String) {
    guard let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(beginning), name.hasSuffix(ending) else { continue }
      let path = "\(folder)/\(name)"
      let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(file)
    }
  }
}

import Glibc

/// A folder, which need not exist.
public struct Folder: Hashable, Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// Creates the folder and its missing parents, accessible only to this user. Existing folders are not changed.
  public func make() throws(SystemFault) {
    var end = path.startIndex
    while end != path.endIndex {
      end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      guard mkdir(part, 0o700) != 0, errno != EEXIST else { continue }
      let fault = SystemFault.last(at: part)
      // The call may also fail for an existing folder, if nothing can be created there.
      guard access(part, X_OK) == 0 else { throw fault }
    }
  }

  /// Makes the names in the folder durable.
  public func sync() throws(SystemFault) {
    let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw .last(at: path) }
    defer { close(directory) }
    // Some file systems cannot sync folders and need not.
    guard fsync(directory) == 0 || errno == EINVAL else { throw .last(at: path) }
  }

  /// The entries of the folder, in no order; empty if it cannot be read.
  public var entries: [Entry] {
    guard let list = opendir(path) else { return [] }
    defer { closedir(list) }
    var entries: [Entry] = []
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      entries.append(Entry(name: name, path: "\(path)/\(name)", type: Int(entry.pointee.d_type)))
    }
    return entries
  }

  /// The names of the entries.
  public var names: [String] { entries.map(\.name) }

  /// An entry of a folder.
  public struct Entry: Hashable, Sendable {
    public let name: String
    public let path: String
    fileprivate let type: Int

    /// Whether it is a folder, or a link to one. Needs a system call only for links and on some file systems.
    public var isFolder: Bool {
      if type == Int(DT_DIR) { return true }
      guard type == Int(DT_LNK) || type == Int(DT_UNKNOWN) else { return false }
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }
}

/// A failed system call on a file.
public struct SystemFault: Error, Hashable, Sendable {
  /// The errno.
  public let code: Int32
  public let path: String

  public init(code: Int32, path: String) {
    self.code = code
    self.path = path
  }

  /// The system's last error.
  public static func last(at path: String) -> SystemFault { SystemFault(code: errno, path: path) }
}

extension SystemFault: CustomStringConvertible {
  /// The system's words for the error: "No such file or directory".
  public var reason: String { String(cString: strerror(code)) }

  public var description: String { "\(path): \(reason)" }
}

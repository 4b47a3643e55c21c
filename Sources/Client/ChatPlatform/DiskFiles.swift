public import ChatDomain
import FileSystem
import Glibc

/// The files on disk, which a client reads to send them and lists to let the user choose some.
///
/// A path may begin with `~` for the user's home folder.
public struct DiskFiles: InputFileReader {
  private let home: String?

  /// The files of the current user.
  public init() { self.init(home: getenv("HOME").map { String(cString: $0) }) }

  /// - Parameter home: the folder that replaces `~`; nil leaves `~` unchanged.
  public init(home: String?) { self.home = home }

  // MARK: Sending

  public func size(ofFileAt path: String) async throws(ChatError) -> Int {
    guard let size = await size(ofFile: path) else { throw unreadable(path) }
    return size
  }

  public func bytes(ofFileAt path: String, in range: Range<Int>) async throws(ChatError) -> [UInt8] {
    let file = open(expanded(path), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: range.count)
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress?.advanced(by: filled), $0.count - filled, off_t(range.lowerBound + filled))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw unreadable(path)
      }
      // The file was truncated meanwhile.
      if count == 0 { break }
      filled += count
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  // MARK: Choosing

  /// The entries of a folder by name, folders with a "/" at the end; none if it cannot be read.
  public func entries(ofFolder path: String) async -> [String] {
    Folder(expanded(path)).entries.map { $0.isFolder ? $0.name + "/" : $0.name }.sorted()
  }

  /// The size of a file that can be sent; nil if there is none, or if it cannot be read.
  public func size(ofFile path: String) async -> Int? {
    var status = stat()
    // Only regular files have a size, so only they can be sent.
    guard stat(expanded(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      access(expanded(path), R_OK) == 0
    else { return nil }
    return Int(status.st_size)
  }

  /// Why a file without a size cannot be read: "No such file or directory".
  public func reasonUnreadable(_ path: String) async -> String {
    var status = stat()
    guard stat(expanded(path), &status) == 0 else { return String(cString: strerror(errno)) }
    if status.st_mode & S_IFMT == S_IFDIR { return String(cString: strerror(EISDIR)) }
    if status.st_mode & S_IFMT != S_IFREG { return "Not a regular file" }
    return access(expanded(path), R_OK) == 0 ? "The file has changed" : String(cString: strerror(errno))
  }

  /// The path with a leading `~` or `~/` replaced by the home folder.
  public func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }

  /// The path in short form, with `~` for the home folder.
  public func shortened(_ path: String) -> String {
    guard let home, home.hasPrefix("/"), home != "/" else { return path }
    return path == home ? "~" : path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  /// Names the file without its path, which would leave no space in the line for the reason.
  private func unreadable(_ path: String) -> ChatError {
    .refused(.fileUnreadable(name: path.split(separator: "/").last.map(String.init) ?? path))
  }
}

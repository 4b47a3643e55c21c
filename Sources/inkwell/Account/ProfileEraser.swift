import FileSystem
import Glibc

/// Removes all that is kept of an account on this device, for good: words, history, cache, files on their way, and the
/// session.
enum ProfileEraser {
  /// - Parameter path: the folder of the profile. A link in its place, or within it, is removed, and not what it leads
  ///   to.
  /// - Returns: what could not be removed, with the reason.
  static func erase(_ path: String) -> [SystemFault] {
    if unlink(path) == 0 || errno == ENOENT { return [] }
    let fault = SystemFault(code: errno, path: path)
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [fault] }
    var faults: [SystemFault] = []
    for entry in Folder(path).entries { faults += erase(entry.path) }
    guard faults.isEmpty, rmdir(path) != 0 else { return faults }
    return [SystemFault(code: errno, path: path)]
  }
}

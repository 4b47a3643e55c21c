import SQLite

/// Why the cache cannot do what it is asked.
package enum CacheFault: DatabaseFault, Hashable {
  /// There is no room on the disk.
  case full
  /// The file is not as this program left it.
  case damaged
  /// SQLite's extended code, or the system's error if it was not SQLite, and what it says.
  case failed(code: Int32, message: String)

  /// Whether the same may succeed a moment later: another program, such as one that makes copies, is at work on the file.
  package var isBusy: Bool { if case .failed(let code, _) = self { ResultCode.isBusy(code) } else { false } }

  package static func sqlite(code: Int32, errno: Int32, message: String) -> CacheFault {
    if ResultCode.isFull(code, errno: errno) { return .full }
    return ResultCode.isDamage(code) ? .damaged : .failed(code: code, message: message)
  }

  package static func system(errno: Int32, path: String) -> CacheFault {
    ResultCode.isFull(errno: errno) ? .full : .failed(code: errno, message: path)
  }
}

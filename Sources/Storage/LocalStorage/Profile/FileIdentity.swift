import Glibc

/// The identity of the files with some names, to notice when they are replaced: data written to a removed or moved file
/// would be lost.
struct FileIdentity: Sendable {
  private struct File: Equatable {
    let device: dev_t
    let number: ino_t

    /// Nil if there is none.
    init?(_ path: [CChar]) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number) = (status.st_dev, status.st_ino)
    }
  }

  /// Their names as the system wants them: they are asked about several times a second while somebody types.
  private let files: [(path: [CChar], file: File)]

  /// The identity of the current files.
  init(of paths: [String]) {
    files = paths.compactMap { path in
      let path = Array(path.utf8CString)
      return File(path).map { (path, $0) }
    }
  }

  var isStillThere: Bool { files.allSatisfy { File($0.path) == $0.file } }
}

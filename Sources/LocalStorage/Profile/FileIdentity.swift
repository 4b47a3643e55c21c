import Glibc

/// The identity of the files with some names, to notice when they are replaced: data written to a removed or moved file
/// would be lost.
struct FileIdentity: Sendable {
  private struct File: Equatable {
    let device: dev_t
    let number: ino_t

    /// Nil if there is none.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number) = (status.st_dev, status.st_ino)
    }
  }

  private let files: [String: File]

  /// The identity of the current files.
  init(of paths: [String]) {
    files = Dictionary(uniqueKeysWithValues: paths.compactMap { path in File(path).map { (path, $0) } })
  }

  var isStillThere: Bool { files.allSatisfy { File($0.key) == $0.value } }
}

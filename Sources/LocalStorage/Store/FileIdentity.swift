import Glibc

/// Which files stand under some names, so that it is noticed when others do: what is written to a file that was removed
/// or moved is found by nobody.
struct FileIdentity: Sendable {
  private struct File: Equatable {
    let device: dev_t
    let number: ino_t

    /// Nil when there is none.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number) = (status.st_dev, status.st_ino)
    }
  }

  private let files: [String: File]

  /// Of those that are there now.
  init(of paths: [String]) {
    files = Dictionary(uniqueKeysWithValues: paths.compactMap { path in File(path).map { (path, $0) } })
  }

  var isStillThere: Bool { files.allSatisfy { File($0.key) == $0.value } }
}

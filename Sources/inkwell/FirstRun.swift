import Glibc

/// Whether a profile is used for the first time: only then the tour begins by itself.
enum FirstRun {
  /// Says so once for each folder. Where that cannot be remembered it is never said: a tour each time would be a plague.
  static func begins(in folder: String) -> Bool {
    let file = open("\(folder)/toured", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    close(file)
    return true
  }
}

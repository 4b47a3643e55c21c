import Glibc

/// Whether a profile is used for the first time: only then does the tour begin by itself.
enum FirstRun {
  /// Returns true once for each folder. If that cannot be remembered, always returns false: a tour at each start would
  /// be a nuisance.
  static func begins(in folder: String) -> Bool {
    let file = open("\(folder)/toured", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    close(file)
    return true
  }
}

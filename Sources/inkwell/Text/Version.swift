/// Name and version, for `--version`, the manual, the package and the archive.
enum Version {
  static let number = "0.1.0"
  /// The date of the version.
  static let date = "2026-11-21"
  static let name = "inkwell \(number)"
}

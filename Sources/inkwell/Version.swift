/// What this is and which: for `--version`, the manual, the package and the archive.
enum Version {
  static let number = "0.1.0"
  /// When it became that one.
  static let date = "2026-11-21"
  static let name = "inkwell \(number)"
}

/// The limits on the length and the name of a file.
enum FileShape {
  static let longest = 400

  static func tooLong(_ text: SourceText, path: String) -> String? {
    let count = text.lineCount
    return count > longest ? "\(path) has \(count) lines: past \(longest) it wants to be two" : nil
  }

  /// Whether a name is a catch-all, such as `Utilities`.
  static func isDrawer(path: String) -> Bool {
    guard let name = path.split(separator: "/").last else { return false }
    let stem = name.prefix { $0 != "." }
    return ["Manager", "Helper", "Helpers", "Utils", "Common", "Types"].contains { stem.hasSuffix($0) }
  }
}

/// How long a file may be, and what it may not be called.
enum FileShape {
  static let longest = 400

  static func tooLong(_ text: SourceText, path: String) -> String? {
    let count = text.lineCount
    return count > longest ? "\(path) has \(count) lines: past \(longest) it wants to be two" : nil
  }

  /// True for the names under which anything at all can be filed.
  static func isDrawer(path: String) -> Bool {
    guard let name = path.split(separator: "/").last else { return false }
    let stem = name.prefix { $0 != "." }
    return ["Manager", "Helper", "Helpers", "Utils", "Common", "Types"].contains { stem.hasSuffix($0) }
  }
}

/// Reads paths as terminals paste them when files are dropped on them: quoted, with backslashes, or as `file:`
/// addresses.
nonisolated enum DroppedPaths {
  /// The bytes of the longest text that is searched for paths.
  private static let limit = 8192

  /// The paths in a pasted text that consists of nothing else. Whether their files exist is not checked.
  static func candidates(in pasted: String) -> [String] {
    guard pasted.utf8.count <= limit, let first = pasted.utf8.first, "/~'\"f".utf8.contains(first) else {
      return []
    }
    let lines = pasted.split(whereSeparator: \.isNewline).map(String.init)
    var paths: [String] = []
    for line in lines {
      guard let words = CommandWords.split(line) else { return [] }
      paths += words.compactMap(path)
      guard words.allSatisfy({ path($0) != nil }) else { return [] }
    }
    return paths
  }

  private static func path(_ word: String) -> String? {
    if word.hasPrefix("/") || word.hasPrefix("~/") { return word.count > 1 ? word : nil }
    guard word.hasPrefix("file://") else { return nil }
    let rest = word.dropFirst("file://".count)
    // The name of this computer may come before the path.
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    return unescaped(String(rest[slash...]))
  }

  /// Decodes `%20` and the like.
  private static func unescaped(_ address: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(address.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        return nil
      }
      rest = rest.dropFirst(2)
      bytes.append(value)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

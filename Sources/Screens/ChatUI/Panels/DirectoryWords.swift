/// The query of a directory: words, and perhaps the server whose directory it is, as `@example.org`.
nonisolated struct DirectoryWords: Hashable {
  /// Without the server's name.
  let words: String
  /// Nil: the user's own.
  let server: String?

  init(_ query: String) {
    let parts = query.split(whereSeparator: \.isWhitespace)
    let named = parts.lastIndex { $0.hasPrefix("@") }
    words = parts.indices.filter { $0 != named }.map { String(parts[$0]) }.joined(separator: " ")
    let name = named.map { String(parts[$0].dropFirst()) } ?? ""
    server = name.isEmpty ? nil : name
  }

  /// The words with another server.
  func text(at server: String?) -> String {
    [words.isEmpty ? nil : words, server.map { "@\($0)" }].compactMap(\.self).joined(separator: " ")
  }
}

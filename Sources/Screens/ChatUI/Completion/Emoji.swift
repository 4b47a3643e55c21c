/// An emoji and the names it can be typed by.
nonisolated struct Emoji: Hashable, Sendable {
  let text: String
  /// The first one is displayed.
  let names: [String]

  var name: String { names.first ?? text }
}

// On the main actor by default, because the embedded file is.
extension Emoji {
  /// The emoji whose names match a query, the best match first.
  static func named(_ query: String, limit: Int) -> [Emoji] {
    NameRanking(query).ranked(all, limit: limit, by: \.names)
  }

  /// Parses an emoji given as a character, a name, or a name between colons.
  static func meant(by word: String) -> Emoji? {
    if word.count == 1, let scalar = word.unicodeScalars.first, scalar.properties.isEmoji, !scalar.isASCII {
      return Emoji(text: word, names: [word])
    }
    let isFramed = word.count > 2 && word.hasPrefix(":") && word.hasSuffix(":")
    return exactly(isFramed ? String(word.dropFirst().dropLast()) : word)
  }

  /// The emoji with exactly this name.
  static func exactly(_ name: String) -> Emoji? { all.first { $0.names.contains(name) } }

  /// All emoji, the most popular ones first: in `emoji.txt` a line for each, with the picture and the names it is
  /// known by.
  static let all: [Emoji] = String(decoding: PackageResources.emoji_txt, as: UTF8.self).split(
    separator: "\n"
  ).compactMap { line in
    let words = line.split(separator: " ").map(String.init)
    guard words.count > 1, let text = words.first else { return nil }
    return Emoji(text: text, names: Array(words.dropFirst()))
  }
}

import ChatDomain

/// What a channel is to be called, and who is to be in it: `Engine room`, `Engine room @ana @ben`, `Engine room -- ana`,
/// `"Engine room" ana`.
nonisolated struct CreateLine: Hashable, Sendable {
  let name: String
  let people: [String]

  init(_ argument: String) {
    let words = argument.words
    let isQuoted = argument.hasPrefix("\"")
    let quoted = argument.dropFirst().prefix { $0 != "\"" }
    if isQuoted, argument.dropFirst(1 + quoted.count).first == "\"" {
      name = Self.name(String(quoted).words)
      people = String(argument.dropFirst(2 + quoted.count)).words.filter { $0 != Self.separator }
    } else {
      let end = words.firstIndex { $0 == Self.separator || $0.hasPrefix("@") } ?? words.endIndex
      name = Self.name(words[..<end])
      people = words[end...].filter { $0 != Self.separator }
    }
  }

  private static let separator = "--"

  /// The words as a name, with one blank between two of them.
  private static func name(_ words: some Sequence<String>) -> String {
    let name = words.joined(separator: " ")
    return name.hasPrefix("#") ? String(name.dropFirst()) : name
  }

  /// The wished id, which has no blanks.
  var id: ChannelID { ChannelID(name.words.joined(separator: "-")) }
}

nonisolated extension String {
  /// The words between blanks.
  var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }
}

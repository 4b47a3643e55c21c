import ChatDomain
import Composer

/// The name and the members of a channel to create: `Engine room`, `Engine room @ana @ben`, `Engine room -- ana`, `"Engine
/// room" ana`.
nonisolated struct CreateLine: Hashable, Sendable {
  let name: String
  let people: [String]
  let isEncrypted: Bool

  init(_ argument: String) {
    let option = argument.words.first == Self.encryption
    isEncrypted = option
    let argument =
      option
      ? String(
        argument.drop(while: \.isWhitespace).dropFirst(Self.encryption.count).drop(while: \.isWhitespace))
      : argument
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
  /// The option in front of the name.
  private static let encryption = "--encrypted"

  /// The words joined by single spaces, without a leading `#`.
  private static func name(_ words: some Sequence<String>) -> String {
    let name = words.joined(separator: " ")
    return name.withoutSign("#")
  }

  /// The requested ID, which has no spaces.
  var id: ChannelID { ChannelID(name.words.joined(separator: "-")) }
}

nonisolated extension String {
  /// The words separated by whitespace.
  var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }
}

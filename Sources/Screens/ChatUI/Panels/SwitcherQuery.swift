/// The query of the switcher: `#` searches only channels, `@` only people, as they are shown there.
nonisolated struct SwitcherQuery: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case all, channels, people }

  let kind: Kind
  /// The query without the sign.
  let words: String

  init(_ text: String) {
    switch text.first {
    case "#": kind = .channels
    case "@": kind = .people
    default: kind = .all
    }
    words = String(kind == .all ? Substring(text) : text.dropFirst().drop(while: \.isWhitespace))
  }

  /// Whether nothing was typed that narrows the list.
  var isEmpty: Bool { kind == .all && words.isEmpty }
}

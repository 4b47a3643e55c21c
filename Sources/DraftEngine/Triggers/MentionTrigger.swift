/// The start of a mention, an emoji or a command that somebody is typing: its symbol and what follows up to the caret.
public struct MentionTrigger: Hashable, Sendable {
  /// What the symbol asks for.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// `@`, for people.
    case user
    /// `#`, for channels.
    case channel
    /// `:`, for emoji by name.
    case emoji
    /// `/`, for commands of the program.
    case command

    /// The Character that is typed for it.
    public var symbol: Character {
      switch self {
      case .user: "@"
      case .channel: "#"
      case .emoji: ":"
      case .command: "/"
      }
    }
  }

  /// What the symbol asks for.
  public let kind: Kind
  /// The UTF-8 bytes from the symbol to the caret: what an accepted suggestion replaces.
  public let range: Range<Int>
  /// What was typed between the symbol and the caret; may be empty.
  public let query: String

  /// A trigger at a place, for tests and for texts outside of drafts; a ``DraftDocument`` finds its own.
  public init(kind: Kind, range: Range<Int>, query: String) {
    self.kind = kind
    self.range = range
    self.query = query
  }

  /// Whether the symbol is the first thing in the text, the only place for a command.
  public var isAtStart: Bool { range.lowerBound == 0 }
}

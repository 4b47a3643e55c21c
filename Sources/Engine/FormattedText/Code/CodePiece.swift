/// A coloured range of code.
public struct CodePiece: Hashable, Sendable {
  /// The kinds of coloured code.
  public enum Kind: Hashable, Sendable {
    /// A comment.
    case comment
    /// A string in quotes.
    case string
    /// An escape sequence in a string.
    case escape
    /// A number.
    case number
    /// A keyword of the language.
    case keyword
    /// The name of a type.
    case type
    /// The name of a called function.
    case function
    /// An attribute, a key, a tag, a directive, or a shell variable.
    case meta
    /// An added line of a diff.
    case added
    /// A removed line of a diff.
    case removed
    /// The position of a hunk in a diff.
    case hunk
  }

  /// The byte range.
  public let range: Range<Int>
  /// The kind of code.
  public let kind: Kind
}

/// The constructs that are open at the end of a line of code, and continue in the next one.
public struct CodeState: Hashable, Sendable {
  enum Open: Hashable {
    case nothing
    /// A comment, with its nesting depth.
    case comment(Int)
    /// A string: the index of its quote in the language, and the number of `#` after its end.
    case string(quote: Int, hashes: Int)
    case tag
  }

  var open = Open.nothing

  /// The state before the first line, with nothing open.
  public init() {}
}

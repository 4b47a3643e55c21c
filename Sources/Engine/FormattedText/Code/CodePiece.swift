/// A stretch of code that has a colour.
public struct CodePiece: Hashable, Sendable {
  /// What colours are for.
  public enum Kind: Hashable, Sendable {
    /// What only people read.
    case comment
    /// A text in quotes.
    case string
    /// A letter that a text spells out.
    case escape
    /// A number.
    case number
    /// A word of the language.
    case keyword
    /// The name of a type.
    case type
    /// The name of what is called.
    case function
    /// An attribute, a key, a tag, a directive, a variable of a shell.
    case meta
    /// A line that a change adds.
    case added
    /// A line that a change takes away.
    case removed
    /// Where in a file a change is.
    case hunk
  }

  /// Its bytes.
  public let range: Range<Int>
  /// What it is.
  public let kind: Kind
}

/// What is open at the end of a line of code: the next line begins in it.
public struct CodeState: Hashable, Sendable {
  enum Open: Hashable {
    case nothing
    /// A comment, and how many are open in each other.
    case comment(Int)
    /// A text: which of the language's quotes, and how many `#` are behind its end.
    case string(quote: Int, hashes: Int)
    case tag
  }

  var open = Open.nothing

  /// Nothing: the state before the first line.
  public init() {}
}

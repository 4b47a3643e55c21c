/// A formatted text as it is read: without marks, with a sign before each item, and with a bar beside quotes and code.
public struct ShownText: Hashable, Sendable {
  /// How words look.
  public struct Look: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    /// - Parameter rawValue: the bits of the looks.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Words that stand out, and headings.
    public static let bold = Look(rawValue: 1)
    /// Words with an accent.
    public static let italic = Look(rawValue: 2)
    /// Words that no longer hold.
    public static let struck = Look(rawValue: 4)
    /// Words that are hidden.
    public static let spoiler = Look(rawValue: 8)
    /// Code, among words or in lines of its own.
    public static let code = Look(rawValue: 16)
    /// What somebody else said.
    public static let quote = Look(rawValue: 32)
    /// A bar, a line, or the sign of an item.
    public static let sign = Look(rawValue: 64)
    /// Code in lines of its own.
    public static let block = Look(rawValue: 128)
  }

  /// A stretch that does not look like plain words.
  public struct Run: Hashable, Sendable {
    /// Its bytes.
    public let range: Range<Int>
    /// How it looks.
    public let look: Look
    /// What it is in the language of the code.
    public let code: CodePiece.Kind?

    /// - Parameters:
    ///   - range: its bytes.
    ///   - look: how it looks.
    ///   - code: what it is in the language of the code.
    public init(range: Range<Int>, look: Look, code: CodePiece.Kind?) {
      self.range = range
      self.look = look
      self.code = code
    }
  }

  /// The words.
  public let text: String
  /// Where they do not look plain, in order and apart.
  public let runs: [Run]
  /// The bytes of each element, by its index.
  public let elements: [Range<Int>]
  /// The words that lead somewhere, and where.
  public let links: [Link]

  /// Words that lead somewhere.
  public struct Link: Hashable, Sendable {
    /// The bytes of the words.
    public let range: Range<Int>
    /// What they lead to.
    public let address: String
  }

  /// The lines that begin with signs, in order: where they are too long for a screen, the next row begins with some too.
  public let margins: [Margin]

  /// What stands before the words of a line.
  public struct Margin: Hashable, Sendable {
    /// A sign.
    public struct Piece: Hashable, Sendable {
      /// The sign, of one column a scalar.
      public let text: String
      /// How it looks.
      public let look: Look

      /// - Parameters:
      ///   - text: the sign.
      ///   - look: how it looks.
      public init(text: String, look: Look) {
        self.text = text
        self.look = look
      }
    }

    /// Where the line's words begin.
    public let end: Int
    /// What stands before its further rows, in as many columns.
    public let further: [Piece]
    /// Whether its words are code.
    public let isCode: Bool
  }

  /// What a tree looks like.
  ///
  /// - Parameters:
  ///   - tree: a tree that was read from Markdown.
  ///   - mayOpen: whether an address can be opened; any other one stands behind the words that lead to it.
  public init(_ tree: TextTree, mayOpen: @escaping (String) -> Bool = { _ in true }) {
    var showing = TextShowing(tree, mayOpen: mayOpen)
    showing.run()
    text = String(decoding: showing.bytes, as: UTF8.self)
    runs = showing.runs
    elements = showing.elements
    links = showing.links
    margins = showing.margins
  }
}

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

  /// What a tree looks like.
  ///
  /// - Parameter tree: a tree that was read from Markdown.
  public init(_ tree: TextTree) {
    var showing = TextShowing(tree)
    showing.run()
    text = String(decoding: showing.bytes, as: UTF8.self)
    runs = showing.runs
    elements = showing.elements
    links = showing.links
  }
}

extension Markdown {
  /// The words of a text without its marks.
  ///
  /// - Parameter text: a text that may have some.
  public static func words(_ text: String) -> String {
    guard let tree = parse(text) else { return text }
    let shown = ShownText(tree)
    var bytes = Array(shown.text.utf8)
    // Nobody has asked to see them.
    for run in shown.runs.reversed() where run.look.contains(.spoiler) {
      let letters = bytes[run.range].count { $0 & 0xC0 != 0x80 }
      bytes.replaceSubrange(run.range, with: String(repeating: "▒", count: letters).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

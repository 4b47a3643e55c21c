/// A formatted text as it is displayed: without marks, with a sign before each list item, and with a bar next to quotes and
/// code.
public struct ShownText: Hashable, Sendable {
  /// The style of displayed text.
  public struct Look: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    /// - Parameter rawValue: the bits of the looks.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Bold text, and headings.
    public static let bold = Look(rawValue: 1)
    /// Italic text.
    public static let italic = Look(rawValue: 2)
    /// Struck-through text.
    public static let struck = Look(rawValue: 4)
    /// Hidden text.
    public static let spoiler = Look(rawValue: 8)
    /// Code, inline or in a block.
    public static let code = Look(rawValue: 16)
    /// Quoted text.
    public static let quote = Look(rawValue: 32)
    /// A bar, a rule, or the sign of a list item.
    public static let sign = Look(rawValue: 64)
    /// A block of code.
    public static let block = Look(rawValue: 128)
    /// A backtick of inline code, which a screen may replace if it sets code apart in another way.
    public static let tick: Look = [.code, .sign]
  }

  /// A range whose style is not plain.
  public struct Run: Hashable, Sendable {
    /// The byte range.
    public let range: Range<Int>
    /// The style.
    public let look: Look
    /// The kind of code in a code block.
    public let code: CodePiece.Kind?

    /// - Parameters:
    ///   - range: the byte range.
    ///   - look: the style.
    ///   - code: the kind of code in a code block.
    public init(range: Range<Int>, look: Look, code: CodePiece.Kind?) {
      self.range = range
      self.look = look
      self.code = code
    }

    /// The same style, moved towards the end of the text.
    ///
    /// - Parameter bytes: the distance in bytes.
    public func moved(by bytes: Int) -> Run {
      Run(range: range.lowerBound + bytes..<range.upperBound + bytes, look: look, code: code)
    }
  }

  /// The displayed text.
  public let text: String
  /// The ranges that are not plain, in order and without overlaps.
  public let runs: [Run]
  /// The byte range of each element, by its index.
  public let elements: [Range<Int>]
  /// The links.
  public let links: [Link]

  /// A link.
  public struct Link: Hashable, Sendable {
    /// The byte range of its text.
    public let range: Range<Int>
    /// The address that it leads to.
    public let address: String
  }

  /// The tables, in order. In the text, each row is a line, with a bar between two cells.
  public let tables: [Table]

  /// A table.
  public struct Table: Hashable, Sendable {
    /// The alignment of a column.
    public enum Alignment: Hashable, Sendable {
      /// At the left.
      case left
      /// At the right.
      case right
      /// In the middle.
      case middle
    }

    /// The byte range, from the first cell to the last.
    public let range: Range<Int>
    /// The byte ranges of the cells of each row; the first row is the header.
    public let rows: [[Range<Int>]]
    /// The alignments of the columns.
    public let alignments: [Alignment]
    /// The signs before each row but the first.
    public let signs: [Margin.Piece]
  }

  /// The lines that begin with signs, in order. If such a line is wrapped, its further rows begin with signs too.
  public let margins: [Margin]

  /// The signs before the text of a line.
  public struct Margin: Hashable, Sendable {
    /// One of the signs.
    public struct Piece: Hashable, Sendable {
      /// The sign; each scalar takes one column.
      public let text: String
      /// The style of the sign.
      public let look: Look

      /// - Parameters:
      ///   - text: the sign.
      ///   - look: the style of the sign.
      public init(text: String, look: Look) {
        self.text = text
        self.look = look
      }
    }

    /// The signs before the rows that continue a wrapped line. Code gets a broken bar, because such a row is not a line of its own.
    public var continuing: [Piece] {
      guard isCode, let last = further.last else { return further }
      return further.dropLast() + [Piece(text: last.text.replacing("│", with: "┊"), look: last.look)]
    }

    /// The byte offset at which the text of the line begins.
    public let end: Int
    /// The signs before the line's further rows, in as many columns.
    public let further: [Piece]
    /// Whether the text is code.
    public let isCode: Bool
  }

  /// Lays out a tree for display.
  ///
  /// - Parameters:
  ///   - tree: a tree parsed from Markdown.
  ///   - mayOpen: whether an address can be opened; any other address is shown after the link's text.
  public init(_ tree: TextTree, mayOpen: @escaping (String) -> Bool = { _ in true }) {
    var showing = TextShowing(tree, mayOpen: mayOpen)
    showing.run()
    text = String(decoding: showing.bytes, as: UTF8.self)
    runs = showing.runs
    elements = showing.elements
    links = showing.links
    margins = showing.margins
    tables = showing.tables
  }
}

extension TextNode.Kind {
  /// The style of its text.
  var look: ShownText.Look {
    switch self {
    case .heading, .bold: .bold
    case .italic: .italic
    case .struck: .struck
    case .spoiler: .spoiler
    case .code: .code
    case .fence: [.code, .block]
    case .quote: .quote
    default: []
    }
  }
}

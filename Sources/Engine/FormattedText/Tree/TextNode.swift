/// A part of a formatted text: a block, a stretch of words with a style, or words.
public struct TextNode: Hashable, Sendable {
  /// What the part is.
  public enum Kind: Hashable, Sendable {
    /// Lines of words.
    case paragraph
    /// A heading.
    ///
    /// - Parameter level: 1 to 6.
    case heading(level: Int)
    /// Lines of code.
    ///
    /// - Parameter language: the bytes that name the language; empty if none is named.
    case fence(language: Range<Int>)
    /// Blocks that somebody else said.
    case quote
    /// Items.
    ///
    /// - Parameter start: the number of the first one; nil if they are not numbered.
    case list(start: Int?)
    /// The blocks of one item.
    case item
    /// A line across.
    case rule

    /// Words that stand out.
    case bold
    /// Words with an accent.
    case italic
    /// Words that no longer hold.
    case struck
    /// Words that are hidden until somebody wants to see them.
    case spoiler
    /// Code among words.
    case code
    /// Words that lead somewhere.
    ///
    /// - Parameter address: its bytes.
    case link(address: Range<Int>)

    /// An address that is its own words.
    case address
    /// Words.
    case words
    /// One Character that would mean something but for the backslash before it.
    case escape
    /// A unit that is no Markdown: a mention, a channel, a link.
    ///
    /// - Parameter index: which one.
    case element(index: Int)
    /// The end of a line within a block.
    case lineBreak
    /// A line with nothing in it, between blocks.
    case emptyLine
    /// Bytes that say where blocks are: ends of lines between them, and what precedes a block's further lines.
    case layout
  }

  /// What it is.
  public let kind: Kind
  /// Its bytes, with its marks: one mark is before the ``content``, and one after it.
  public internal(set) var range: Range<Int>
  /// Its bytes without its marks.
  public internal(set) var content: Range<Int>
  /// The index behind that of the last node in it.
  public internal(set) var end: Int
}

extension TextNode.Kind {
  /// Whether it is a block, and so begins on a line of its own.
  public var isBlock: Bool {
    switch self {
    case .paragraph, .heading, .fence, .quote, .list, .item, .rule: true
    default: false
    }
  }

  /// Whether it makes words look other than words.
  var isStyle: Bool {
    switch self {
    case .paragraph, .words, .address, .escape, .element, .lineBreak, .emptyLine, .layout: false
    default: true
    }
  }

  /// Whether it holds other nodes.
  var isContainer: Bool {
    switch self {
    case .paragraph, .heading, .fence, .quote, .list, .item, .bold, .italic, .struck, .spoiler, .code, .link:
      true
    case .rule, .address, .words, .escape, .element, .lineBreak, .emptyLine, .layout: false
    }
  }
}

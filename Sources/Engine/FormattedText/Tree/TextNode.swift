/// A part of a formatted text: a block, a styled range, or plain text.
public struct TextNode: Hashable, Sendable {
  /// The kind of the part.
  public enum Kind: Hashable, Sendable {
    /// A paragraph.
    case paragraph
    /// A heading.
    ///
    /// - Parameter level: 1 to 6.
    case heading(level: Int)
    /// A block of code.
    ///
    /// - Parameter language: the range of the language's name; empty if there is none.
    case fence(language: Range<Int>)
    /// Quoted blocks.
    case quote
    /// A list.
    ///
    /// - Parameter start: the number of the first item; nil if the list is not numbered.
    case list(start: Int?)
    /// The blocks of one list item.
    case item
    /// A horizontal rule.
    case rule

    /// Bold text.
    case bold
    /// Italic text.
    case italic
    /// Struck-through text.
    case struck
    /// Text that is hidden until it is revealed.
    case spoiler
    /// Inline code.
    case code
    /// A link with a text.
    ///
    /// - Parameter address: the range of the address.
    case link(address: Range<Int>)

    /// An address in the text, which is a link.
    case address
    /// Plain text.
    case words
    /// One Character that a backslash before it makes plain text.
    case escape
    /// A unit that is not Markdown: a mention, a channel, a link.
    ///
    /// - Parameter index: the index of the element.
    case element(index: Int)
    /// A line end within a block.
    case lineBreak
    /// An empty line between blocks.
    case emptyLine
    /// Bytes that only mark the blocks: line ends between them, and the prefixes of a block's further lines.
    case layout
  }

  /// The kind.
  public let kind: Kind
  /// The byte range, including its marks: one mark is before the ``content``, and one after it.
  public internal(set) var range: Range<Int>
  /// The byte range without its marks.
  public internal(set) var content: Range<Int>
  /// The index after that of the last node nested in it.
  public internal(set) var end: Int
}

extension TextNode.Kind {
  /// Whether it is a block, which begins on a new line.
  public var isBlock: Bool {
    switch self {
    case .paragraph, .heading, .fence, .quote, .list, .item, .rule: true
    default: false
    }
  }

  /// Whether it changes the look of its text.
  var isStyle: Bool {
    switch self {
    case .paragraph, .words, .address, .escape, .element, .lineBreak, .emptyLine, .layout: false
    default: true
    }
  }

  /// Whether it can contain other nodes.
  var isContainer: Bool {
    switch self {
    case .paragraph, .heading, .fence, .quote, .list, .item, .bold, .italic, .struck, .spoiler, .code, .link:
      true
    case .rule, .address, .words, .escape, .element, .lineBreak, .emptyLine, .layout: false
    }
  }
}
